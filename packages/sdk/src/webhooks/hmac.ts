const HASH = { name: 'HMAC', hash: 'SHA-256' } as const;
const utf8 = new TextEncoder();

/** HMAC-SHA256 through Web Crypto, which both Node and edge runtimes have. */
export const sign = async (key: Uint8Array, message: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign(HASH.name, await importKey(key), owned(message)));

/** Compares in constant time, with Web Crypto's `verify`. */
export const verify = async (key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> =>
  crypto.subtle.verify(HASH.name, await importKey(key), owned(signature), owned(message));

const importKey = (key: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', owned(key), HASH, false, ['sign', 'verify']);

/** Web Crypto does not accept a view of shared memory. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

export const toBytes = (text: string): Uint8Array => utf8.encode(text);

export const fromHex = (text: string): Uint8Array | undefined =>
  /^(?:[0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const fromBase64 = (text: string): Uint8Array | undefined =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : undefined;

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
