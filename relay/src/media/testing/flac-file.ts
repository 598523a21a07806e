/** A FLAC file of constant frames. Each takes a dozen bytes for up to 65,535 samples (RFC 9639). */
export const constantFlac = (frames: number, blockSize = 65_535, sampleRateHz = 48_000): Uint8Array => {
  const info = Buffer.alloc(42);
  info.write('fLaC', 'latin1');
  info.writeUInt32BE(0x8000_0022, 4);
  info.writeUInt16BE(blockSize, 8);
  info.writeUInt16BE(blockSize, 10);
  // Rate, one channel, 16 bits. The length stays unknown.
  info.writeUInt32BE(((sampleRateHz << 12) | (15 << 4)) >>> 0, 18);
  return Buffer.concat([info, ...Array.from({ length: frames }, () => constantFrame(blockSize))]);
};

const constantFrame = (blockSize: number): Uint8Array => {
  // Number 0, block size in 16 bits, rate and depth as in the header. Subframe CONSTANT, value 0.
  const frame = Buffer.from([0xff, 0xf8, 0x70, 0x00, 0x00, 0, 0, 0, 0x00, 0, 0, 0, 0]);
  frame.writeUInt16BE(blockSize - 1, 5);
  frame[7] = crc(frame.subarray(0, 7), 0x07, 8);
  frame.writeUInt16BE(crc(frame.subarray(0, 11), 0x8005, 16), 11);
  return frame;
};

const crc = (bytes: Uint8Array, polynomial: number, width: number): number => {
  const top = 1 << (width - 1);
  return bytes.reduce((start, byte) => {
    let value = start ^ (byte << (width - 8));
    for (let bit = 0; bit < 8; bit++) value = (value & top) === 0 ? value << 1 : (value << 1) ^ polynomial;
    return value & (2 * top - 1);
  }, 0);
};
