import { createHash } from 'node:crypto';
import { inSlices } from '../../concurrency/in-slices.js';

/** More than any form has parts. In a body of one letter, every letter could be the boundary. */
const MOST_BOUNDARIES = 2_000;

/**
 * SHA-256 of a body, to distinguish a repeated request from a different one. A form's boundary is left out, because a
 * client that sends the same form again makes a new one.
 */
export const fingerprintOf = async (contentType: string | undefined, body: Buffer): Promise<Buffer> => {
  const hash = createHash('sha256');
  const add = (part: Buffer): Promise<void> => inSlices(part, (slice) => void hash.update(slice));
  const boundary = boundaryOf(contentType);
  let from = 0;
  if (boundary !== undefined) {
    for (let count = 0; count < MOST_BOUNDARIES; count++) {
      const at = body.indexOf(boundary, from);
      if (at < 0) break;
      await add(body.subarray(from, at));
      hash.update('\0');
      from = at + boundary.length;
    }
  }
  await add(body.subarray(from));
  return hash.digest();
};

const boundaryOf = (contentType: string | undefined): string | undefined => {
  const match = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2];
};
