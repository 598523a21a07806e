import { createHash } from 'node:crypto';

/**
 * SHA-256 of a body, to distinguish a repeated request from a different one. A form's boundary is left out, because a
 * client that sends the same form again makes a new one.
 */
export const fingerprintOf = (contentType: string | undefined, body: Buffer): Buffer => {
  const hash = createHash('sha256');
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return hash.update(body).digest();
  let from = 0;
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, from)) {
    hash.update(body.subarray(from, at)).update('\0');
    from = at + boundary.length;
  }
  return hash.update(body.subarray(from)).digest();
};

const boundaryOf = (contentType: string | undefined): string | undefined => {
  const match = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2];
};
