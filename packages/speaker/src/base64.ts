const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes base64 to signed bytes. Pure code, because `atob` and `Buffer` depend on the platform (RFC 4648, section 4). */
export const fromBase64 = (text: string): Int8Array => {
  const body = text.replace(/=+$/u, '');
  const bytes = new Int8Array(Math.floor((body.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const character of body) {
    bits = ((bits & 0x3ffff) << 6) | BASE64.indexOf(character);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at] = bits >> held;
      at += 1;
    }
  }
  return bytes;
};
