import { z } from 'zod';
import { readShape } from '../read-shape.js';

/** Twilio sends numbers as text; compatible services send them as numbers. */
const count = z.union([z.string().regex(/^\d{1,15}$/), z.int().min(0)]).transform(Number);
export const trackName = z.enum(['inbound', 'outbound']);
const schema = z.looseObject({
  sequenceNumber: count,
  streamSid: z.string(),
  media: z.looseObject({ track: trackName, chunk: count, timestamp: count, payload: z.base64() }),
});

export type TrackName = z.infer<typeof trackName>;

/** A chunk of one track. */
export interface MediaMessage {
  readonly streamSid: string;
  readonly track: TrackName;
  readonly chunk: number;
  readonly timestampMs: number;
  /** Base64. */
  readonly payload: string;
}

export const isMedia = (message: unknown): message is { readonly event: 'media' } =>
  typeof message === 'object' && message !== null && 'event' in message && message.event === 'media';

/**
 * Reads a `media` message. Fifty a second come on each track, so what Twilio writes is read without the schema, which took
 * as long as all the rest. Any other message is left to it. A property test compares the two.
 * @param message what was read of its JSON
 * @throws SessionFault `protocol_error` that names the field
 */
export const readMedia = (message: object): MediaMessage => plainMedia(message) ?? bySchema(message);

/** What the schema says of a message. */
export const bySchema = (message: object): MediaMessage => {
  const { streamSid, media } = readShape(message, schema);
  const { track, chunk, timestamp, payload } = media;
  return { streamSid, track, chunk, timestampMs: timestamp, payload };
};

const DIGITS = /^\d{1,15}$/;
const BASE64 = /^[0-9A-Za-z+/]*={0,2}$/;
const isCount = (value: unknown): value is string => typeof value === 'string' && DIGITS.test(value);

/** @returns undefined where it is not what Twilio writes; the schema may still take it */
export const plainMedia = (message: {
  readonly sequenceNumber?: unknown;
  readonly streamSid?: unknown;
  readonly media?: unknown;
}): MediaMessage | undefined => {
  const { sequenceNumber, streamSid, media } = message;
  if (!isCount(sequenceNumber) || typeof streamSid !== 'string') return undefined;
  if (typeof media !== 'object' || media === null) return undefined;
  const { track, chunk, timestamp, payload } = media as Readonly<Record<string, unknown>>;
  if (track !== 'inbound' && track !== 'outbound') return undefined;
  if (!isCount(chunk) || !isCount(timestamp)) return undefined;
  if (typeof payload !== 'string' || payload.length % 4 !== 0 || !BASE64.test(payload)) return undefined;
  return { streamSid, track, chunk: Number(chunk), timestampMs: Number(timestamp), payload };
};
