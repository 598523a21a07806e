import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpReply } from '../../transport/http-message.js';
import { accepts, matches } from '../../transport/static-files.js';

/** What is answered the same to everybody until the relay is another version. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly plain: Uint8Array;
  readonly gzipped: Uint8Array | undefined;
}

const COMPRESSIBLE = /^(text\/|application\/json)/;

export const assetFrom = async (plain: Uint8Array, type: string): Promise<Asset> => ({
  type,
  plain,
  // Weak, because the compressed form shares it.
  etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  gzipped: COMPRESSIBLE.test(type) ? await promisify(gzip)(plain) : undefined,
});

/** Compressed where the reader takes that, and nothing where the reader has it. */
export const serveAsset = (
  asset: Asset,
  asked: ReadonlyMap<string, string>,
  headers: Readonly<Record<string, string>> = {},
): HttpReply => {
  const common = { ...headers, ETag: asset.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  if (matches(asked.get('if-none-match'), asset.etag)) return { status: 304, headers: common };
  const zips = accepts(asked.get('accept-encoding') ?? '', 'gzip') && asset.gzipped !== undefined;
  return {
    status: 200,
    headers: { ...common, 'Content-Type': asset.type, ...(zips && { 'Content-Encoding': 'gzip' }) },
    body: zips ? asset.gzipped : asset.plain,
  };
};
