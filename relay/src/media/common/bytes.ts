/** The characters at an offset. At the end of the bytes there are fewer. */
export const textAt = (bytes: Uint8Array, offset: number, length: number): string => {
  let text = '';
  const end = Math.min(bytes.length, offset + length);
  for (let i = offset; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
};

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
