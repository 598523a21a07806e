/** The messages of a call in the shapes that Twilio documents for Media Streams. */

export const ACCOUNT_SID = 'AC00000000000000000000000000000001';
export const CALL_SID = 'CA00000000000000000000000000000001';
export const STREAM_SID = 'MZ00000000000000000000000000000001';

/** µ-law, 8 kHz: samples, and bytes, in a chunk of 20 ms. */
const CHUNK = 160;

export type TwilioTrack = 'inbound' | 'outbound';

export interface TwilioMedia {
  readonly track: TwilioTrack;
  readonly chunk: number;
  readonly timestampMs: number;
  readonly payload: Uint8Array;
}

/** One stream: it numbers its messages as Twilio does. */
export class TwilioCall {
  private sequence = 0;

  constructor(private readonly streamSid = STREAM_SID) {}

  connected(): string {
    return JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' });
  }

  start(tracks: readonly TwilioTrack[], customParameters: Record<string, string> = {}): string {
    return this.say('start', {
      start: {
        accountSid: ACCOUNT_SID,
        streamSid: this.streamSid,
        callSid: CALL_SID,
        tracks,
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
        customParameters,
      },
    });
  }

  media({ track, chunk, timestampMs, payload }: TwilioMedia): string {
    return this.say('media', {
      media: {
        track,
        chunk: String(chunk),
        timestamp: String(timestampMs),
        payload: Buffer.from(payload).toString('base64'),
      },
    });
  }

  dtmf(digit: string): string {
    return this.say('dtmf', { dtmf: { track: 'inbound_track', digit } });
  }

  mark(name: string): string {
    return this.say('mark', { mark: { name } });
  }

  stop(): string {
    return this.say('stop', { stop: { accountSid: ACCOUNT_SID, callSid: CALL_SID } });
  }

  private say(event: string, body: object): string {
    this.sequence += 1;
    return JSON.stringify({
      event,
      sequenceNumber: String(this.sequence),
      streamSid: this.streamSid,
      ...body,
    });
  }
}

/** A track's audio as Twilio cuts it. */
export const chunksOf = (track: TwilioTrack, bytes: Uint8Array): TwilioMedia[] =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, index) => ({
    track,
    chunk: index + 1,
    timestampMs: index * 20,
    payload: bytes.subarray(index * CHUNK, (index + 1) * CHUNK),
  }));
