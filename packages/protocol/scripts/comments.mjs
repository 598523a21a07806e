/** The comments of proto/realtime.proto as TSDoc of the generated types. */

const WIDTH = 118;
const ENVELOPES = { ClientMessage: 'client', ServerMessage: 'relay' };

/** Field names are written as in the .proto; the types have them in camelCase. */
function camelCaseNames(types) {
  const names = new Map();
  for (const [typeName, { fields = {} }] of Object.entries(types)) {
    if (typeName in ENVELOPES) continue;
    for (const [name, { protoName }] of Object.entries(fields)) {
      if (protoName !== undefined) names.set(protoName, name);
    }
  }
  return names;
}

const wrapped = (text, indent) => {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines[lines.length - 1];
    if (line !== '' && indent.length + 3 + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
};

const tsDoc = (paragraphs, indent) => {
  const [only, ...others] = paragraphs;
  const short = `${indent}/** ${only} */`;
  if (others.length === 0 && short.length <= WIDTH) return `${short}\n`;
  const lines = paragraphs.flatMap((text, index) => [...(index > 0 ? [''] : []), ...wrapped(text, indent)]);
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
};

const sentence = (text) => {
  const clean = text.trim().replaceAll(/\s+/g, ' ');
  const whole = /[.…]$/.test(clean) ? clean : `${clean}.`;
  return whole.replace(/^[a-z](?=[a-z]*[ ,:;.])/, (letter) => letter.toUpperCase());
};

/** Which side sends a message, and as what; undefined for a part of messages. */
function sentAs(types, name) {
  for (const [envelope, side] of Object.entries(ENVELOPES)) {
    const found = Object.entries(types[envelope].fields).find(([, { type }]) => type === name);
    if (found !== undefined) return `Sent by the ${side} as \`${found[1].jsonName ?? found[0]}\`.`;
  }
  return undefined;
}

/** @returns functions that give the comment of a type, or of one of its fields, ready to stand before it; '' where there is none */
export function commentsOf(types) {
  const names = camelCaseNames(types);
  // A text in quotation marks is a value, not a field.
  const inTypeScript = (text) =>
    text.replaceAll(/"[^"]*"|\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g, (name) => names.get(name) ?? name);
  const paragraph = (comment) => sentence(inTypeScript(comment));
  return {
    ofType(name) {
      const { comment } = types[name];
      if (!comment) return '';
      const sent = sentAs(types, name);
      return tsDoc([paragraph(comment), ...(sent === undefined ? [] : [sent])], '');
    },
    ofField(name, field) {
      const { comment } = types[name].fields[field];
      return comment ? tsDoc([paragraph(comment)], '  ') : '';
    },
  };
}
