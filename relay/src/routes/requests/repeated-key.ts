/** Strings and the characters that nest; the text between them does not matter here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs;

/**
 * The first name that an object of a JSON text contains twice. `JSON.parse` silently keeps the last one,
 * while a proxy may have checked the first (RFC 8259 §4: behavior is unpredictable), so such a body is
 * refused.
 *
 * @param text must be valid JSON; it is not checked again here
 * @returns undefined when no name is repeated
 */
export const repeatedKey = (text: string): string | undefined => {
  /** The names of each open object, or undefined for a list. */
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
        // Escapes can spell the same name differently.
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
