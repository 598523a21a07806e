/**
 * A contact of Amazon Connect to a relay: live media streaming writes it to a Kinesis video stream, and this reads it from there with AWS's own
 * clients. Start one for each contact, from the Lambda's event of the contact flow.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { KinesisVideoClient } from '@aws-sdk/client-kinesis-video';
import { GetDataEndpointCommand } from '@aws-sdk/client-kinesis-video';
import {
  GetMediaCommand,
  KinesisVideoMediaClient,
  type StartSelector,
} from '@aws-sdk/client-kinesis-video-media';
import type { SessionEnded } from '@undertone/protocol';
import { CallStream, type CallStreamOptions } from '../call-stream.js';
import { ContactClock, RATE_HZ } from './contact-clock.js';
import { readMedia } from './media-stream.js';

export interface ContactOptions extends Omit<CallStreamOptions, 'hello'> {
  /** With your region and credentials. The media's own client is made like it, for the endpoint that it answers. */
  readonly kinesis: KinesisVideoClient;
  /** `MediaStreams.Customer.Audio.StreamARN` and `.StartFragmentNumber` of the contact's data. */
  readonly streamArn: string;
  readonly startFragmentNumber: string;
  /** `ContactId`: its end is the end of the session, and its name for the agent's desktop. */
  readonly contactId: string;
  /** `queue`, `agent`, `caller` … */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The number or queue that the contact came over (RT101). */
  readonly line?: string;
  /** Aborted when Connect tells that the contact is over (its contact events): what is there is still heard. Without it the end is seen by silence. */
  readonly signal?: AbortSignal;
  /** No fragment for so long means that the contact is over. @defaultValue 20000 */
  readonly silentMs?: number;
}

/** What Kinesis says in a fragment's tags when it cannot go on. */
export class KinesisMediaError extends Error {
  override readonly name = 'KinesisMediaError';

  constructor(
    /** `AWS_KINESISVIDEO_ERROR_ID`: 4000, the fragment is not there; 4500 to 4506, the key. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const CHANNELS: Readonly<Record<string, number>> = { AUDIO_FROM_CUSTOMER: 0, AUDIO_TO_CUSTOMER: 1 };
/** The first fragments are there at once. The relay takes five seconds ahead of time, and 1.1 times its speed (RT25). */
const AHEAD_MS = 4_000;
const PACE = 1.05;
/** The last fragment of a contact that is over is there by then. */
const LAST_MS = 2_000;
/** `GetMedia` may be called five times a second for a stream. */
const REOPEN_MS = 500;

/**
 * Streams a contact until it is over.
 * @returns the relay's summary
 * @throws UndertoneError when the relay refuses; KinesisMediaError, or the SDK's own errors, when Kinesis does
 */
export const streamContact = async (options: ContactOptions): Promise<SessionEnded | undefined> => {
  const {
    contactId,
    metadata = {},
    line,
    kinesis,
    streamArn,
    startFragmentNumber,
    signal,
    silentMs = 20_000,
    ...rest
  } = options;
  const media = await mediaClient(kinesis, streamArn);
  const channel = { encoding: 'pcm_s16le', sampleRate: RATE_HZ, frameMs: 64 } as const;
  const stream = await CallStream.open({
    ...rest,
    hello: {
      channels: [
        { id: 'caller', subject: 'customer', ...channel },
        { id: 'agent', subject: 'agent', ...channel },
      ],
      source: 'amazon-connect',
      metadata: { call_id: contactId, ...metadata },
      consent: { basis: 'announcement', scope: [] },
      ...(line !== undefined && { line }),
    },
  });
  const clock = new ContactClock({
    audio: (index, first, pcm, count) => stream.audio(index, first, pcm, count),
    gap: (index, firstSample, sampleCount, reason) =>
      stream.gap({ channel: index, firstSample, sampleCount, reason }),
  });
  const reading = new ContactReading({
    media,
    streamArn,
    contactId,
    clock,
    silentMs,
    ...(signal !== undefined && { signal }),
  });
  try {
    // A relay that ended the session for good ends the reading too.
    void stream.over.then(() => reading.stop());
    await reading.read({ StartSelectorType: 'FRAGMENT_NUMBER', AfterFragmentNumber: startFragmentNumber });
  } catch (error) {
    // What stopped the reading is what is told.
    await stream.end('error').catch(() => undefined);
    throw error;
  } finally {
    media.destroy();
  }
  return stream.end('contact_ended');
};

const mediaClient = async (
  kinesis: KinesisVideoClient,
  StreamARN: string,
): Promise<KinesisVideoMediaClient> => {
  const { DataEndpoint } = await kinesis.send(
    new GetDataEndpointCommand({ StreamARN, APIName: 'GET_MEDIA' }),
  );
  const { region, credentials } = kinesis.config;
  return new KinesisVideoMediaClient({
    region,
    credentials,
    ...(DataEndpoint !== undefined && { endpoint: DataEndpoint }),
  });
};

interface ReadingOptions {
  readonly media: KinesisVideoMediaClient;
  readonly streamArn: string;
  readonly contactId: string;
  readonly clock: ContactClock;
  readonly silentMs: number;
  readonly signal?: AbortSignal;
}

/** Reads the stream, over as many `GetMedia` calls as it takes: each goes on after the last whole fragment of the one before. */
class ContactReading {
  private readonly stopper = new AbortController();
  private readonly startedMs = performance.now();
  private token: string | undefined;
  private silence: NodeJS.Timeout | undefined;

  private silentMs: number;

  constructor(private readonly options: ReadingOptions) {
    const { signal, silentMs } = options;
    this.silentMs = silentMs;
    if (signal?.aborted === true) this.finish();
    else signal?.addEventListener('abort', () => this.finish(), { once: true });
  }

  /** Nothing new will come; what is there is still read. */
  private finish(): void {
    this.silentMs = Math.min(this.silentMs, LAST_MS);
    this.heard();
  }

  stop(): void {
    this.stopper.abort();
  }

  async read(from: StartSelector): Promise<void> {
    const { signal } = this.stopper;
    let start = from;
    try {
      while (!signal.aborted) {
        this.heard();
        await this.oneCall(start);
        if (this.token !== undefined)
          start = { StartSelectorType: 'CONTINUATION_TOKEN', ContinuationToken: this.token };
        await wait(REOPEN_MS, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(this.silence);
    }
  }

  private async oneCall(StartSelector: StartSelector): Promise<void> {
    const { media, streamArn } = this.options;
    const { signal } = this.stopper;
    const command = new GetMediaCommand({ StreamARN: streamArn, StartSelector });
    const { Payload } = await media.send(command, { abortSignal: signal });
    if (Payload === undefined) return;
    const tags = new Map<string, string>();
    try {
      for await (const part of readMedia(Payload as unknown as AsyncIterable<Uint8Array>)) {
        if (signal.aborted) return;
        if (part.kind === 'tag') this.tag(tags, part.name, part.value);
        else await this.sound(part.track, part.timeMs, part.pcm);
      }
    } catch (error) {
      // A connection that breaks is opened again.
      if (!isBroken(error)) throw error;
    }
    const code = tags.get('AWS_KINESISVIDEO_ERROR_ID');
    if (code !== undefined)
      throw new KinesisMediaError(code, tags.get('AWS_KINESISVIDEO_ERROR_CODE') ?? 'Kinesis stopped');
  }

  private async sound(track: string, timeMs: number, pcm: Uint8Array): Promise<void> {
    const { clock } = this.options;
    const channel = CHANNELS[track];
    if (channel === undefined) return;
    this.heard();
    clock.sound(channel, timeMs, pcm);
    const aheadMs = clock.passedMs - AHEAD_MS - (performance.now() - this.startedMs) * PACE;
    // Not reading on holds the fragments back at Kinesis. Time that passes here is not the contact's silence.
    if (aheadMs > 0) {
      await wait(aheadMs, undefined, { signal: this.stopper.signal });
      this.heard();
    }
  }

  private tag(tags: Map<string, string>, name: string, value: string): void {
    tags.set(name, value);
    if (name === 'AWS_KINESISVIDEO_CONTINUATION_TOKEN') this.token = value;
    // Kinesis gives a stream to another contact when one is over.
    else if (name === 'ContactId' && value !== this.options.contactId) this.stop();
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.stop(), this.silentMs);
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ETIMEDOUT'].includes(String(error.code));
