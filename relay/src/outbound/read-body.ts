import { OutboundError } from './outbound-error.js';

export interface BodyLimit {
  readonly maxBytes: number;
  /** `refuse` fails if the answer is longer. `cut` keeps its beginning and closes the connection. */
  readonly whenLonger: 'refuse' | 'cut';
}

export interface LimitedBody {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

/**
 * Reads an answer and never holds more than the limit and one chunk.
 * @param declaredLength the `content-length` header. A longer answer is refused before it is read.
 * @throws OutboundError `response_too_large`
 */
export const readBody = async (
  body: AsyncIterable<Uint8Array>,
  declaredLength: number | undefined,
  { maxBytes, whenLonger }: BodyLimit,
): Promise<LimitedBody> => {
  if (whenLonger === 'refuse' && declaredLength !== undefined && declaredLength > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > maxBytes) {
      if (whenLonger === 'refuse') throw tooLarge(maxBytes);
      chunks.push(chunk.subarray(0, maxBytes - length));
      return { bytes: Buffer.concat(chunks, maxBytes), truncated: true };
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  return { bytes: Buffer.concat(chunks, length), truncated: false };
};

const tooLarge = (maxBytes: number): OutboundError =>
  new OutboundError('response_too_large', `the answer has more than ${maxBytes} bytes`);
