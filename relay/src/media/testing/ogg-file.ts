/** Options of Ogg pages with correct checksums around any packets (RFC 3533). */
export interface PageOptions {
  readonly flags?: number;
  readonly granule?: bigint;
  readonly serial?: number;
  readonly sequence?: number;
}

export const oggPage = (packets: readonly Uint8Array[], options: PageOptions = {}): Uint8Array => {
  const lacing = packets.flatMap((packet) => [
    ...new Array<number>(Math.floor(packet.length / 255)).fill(255),
    packet.length % 255,
  ]);
  const head = Buffer.alloc(27);
  head.write('OggS', 'latin1');
  head[5] = options.flags ?? 0;
  head.writeBigInt64LE(options.granule ?? 0n, 6);
  head.writeUInt32LE(options.serial ?? 1, 14);
  head.writeUInt32LE(options.sequence ?? 0, 18);
  head[26] = lacing.length;
  const page = Buffer.concat([head, Buffer.from(lacing), ...packets]);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
};

/** OpusHead for one or two channels, and OpusTags. */
export const opusHeaders = (channels = 1, serial = 1): Uint8Array[] => {
  const head = Buffer.from([
    0x4f,
    0x70,
    0x75,
    0x73,
    0x48,
    0x65,
    0x61,
    0x64,
    1,
    channels,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.concat([Buffer.from('OpusTags', 'latin1'), Buffer.alloc(8)]);
  return [oggPage([head], { flags: 2, serial }), oggPage([tags], { serial, sequence: 1 })];
};

/** Opus with two bytes per 120 ms: code 3, two empty SILK frames of 60 ms. */
export const silentOpus = (seconds: number): Uint8Array => {
  const packet = Uint8Array.of((11 << 3) | 3, 2);
  const perPage = 255;
  const pages = Math.ceil(seconds / 0.12 / perPage);
  const packets = new Array<Uint8Array>(perPage).fill(packet);
  return Buffer.concat([
    ...opusHeaders(),
    ...Array.from({ length: pages }, (_, i) =>
      oggPage(packets, { granule: BigInt((i + 1) * perPage * 5_760), sequence: i + 2 }),
    ),
  ]);
};

export const oggChecksum = (page: Uint8Array): number =>
  page.reduce((start, byte) => {
    let value = start ^ (byte << 24);
    for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
    return value;
  }, 0) >>> 0;
