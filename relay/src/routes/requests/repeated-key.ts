/** Strings and the signs that nest; what lies between them has no meaning here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs;

/**
 * The first name that an object of a JSON text holds twice. `JSON.parse` keeps the last one silently while a proxy may
 * have checked the first (RFC 8259 §4: behavior is unpredictable), so such a body is refused.
 *
 * @param text must have been parsed without an error: that it is well-formed is taken for granted
 * @returns undefined where every name is there once
 */
export const repeatedKey = (text: string): string | undefined => {
  /** The names of each open object, undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    switch (token) {
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push(undefined);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ':': {
        // Escapes are another way to write the same name.
        const name = JSON.parse(last) as string;
        const names = open.at(-1);
        if (names?.has(name) === true) return name;
        names?.add(name);
        break;
      }
      default:
        last = token;
    }
  }
  return undefined;
};
