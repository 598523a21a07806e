/**
 * One call's way to a relay from a server: two channels of samples that come from somewhere else. The connection is the one of
 * `@undertone/client`: it resumes, replays and declares what was lost (RT42 to RT49), and holds at most 30 s of audio.
 */
import {
  CredentialError,
  errorFromWire,
  reach,
  REACH_TIMEOUT_MS,
  RelayError,
  socketOpener,
  systemScheduler,
  Transport,
  type HelloOptions,
  type TransportEvent,
  type TransportOutcome,
} from '@undertone/client/transport';
import type { GapReason, ServerBody, SessionEnded } from '@undertone/protocol';
import { ApiError, Undertone } from '@undertone/sdk';
import { WebSocket } from 'ws';

export interface CallStreamOptions {
  /** The relay's address, `https://relay.example.com`. */
  readonly url: string;
  /** An API key of the relay, from the environment. */
  readonly apiKey: string;
  readonly hello: Pick<HelloOptions, 'channels' | 'source' | 'vertical' | 'line' | 'consent'> & {
    readonly metadata?: Readonly<Record<string, string>>;
  };
  /** The session's name, if it is to have one of your own (RT74). */
  readonly sessionId?: string;
  readonly onMessage?: (message: ServerBody) => void;
  /** What was declared as not heard. */
  readonly onGap?: (gap: CallGap) => void;
  /** `live`, `reconnecting` and so on, and why. */
  readonly onState?: (state: string, reason: string) => void;
}

export interface CallGap {
  readonly channel: number;
  readonly firstSample: number;
  readonly sampleCount: number;
  readonly reason: GapReason;
}

export class CallStream {
  private readonly transport: Transport;
  private readonly first: Promise<void>;
  private readonly last: Promise<TransportOutcome>;
  private tellFirst: (error?: Error) => void = () => undefined;
  private tellLast: (outcome: TransportOutcome) => void = () => undefined;

  private constructor(private readonly options: CallStreamOptions) {
    const { url, apiKey, hello, sessionId } = options;
    const http = url.replace(/\/+$/, '');
    const stream = `${http.replace(/^http/, 'ws')}/v1/stream/realtime`;
    const undertone = new Undertone({ apiKey, baseUrl: http });
    this.first = new Promise((resolve, reject) => {
      this.tellFirst = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.last = new Promise((resolve) => (this.tellLast = resolve));
    const { metadata = {}, ...wishes } = hello;
    this.transport = new Transport(
      {
        url: stream,
        sampleRateHz: hello.channels[0]?.sampleRate ?? 8_000,
        hello: {
          ...wishes,
          metadata: { ...metadata },
          features: ['emotion', 'prosody', 'vad', 'vertical', 'prediction'],
          runtime: `node ${process.version}`,
        },
      },
      {
        openSocket,
        scheduler: systemScheduler(globalThis),
        random: Math.random,
        getToken: async ({ sessionId: session = sessionId }) => {
          try {
            return (await undertone.createStreamToken(session === undefined ? {} : { session_id: session }))
              .token;
          } catch (cause) {
            throw cause instanceof ApiError && !cause.retryable ? refusalOf(cause) : cause;
          }
        },
        probe: () =>
          reach(() =>
            fetch(stream.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(REACH_TIMEOUT_MS) }),
          ),
        onEvent: (event) => this.happened(event),
      },
    );
  }

  /** @throws UndertoneError when the relay refuses; a relay that is away is tried again for ten minutes */
  static async open(options: CallStreamOptions): Promise<CallStream> {
    const call = new CallStream(options);
    call.transport.start();
    await call.first;
    return call;
  }

  /** Resolves when the session is over, whoever ended it. */
  get over(): Promise<TransportOutcome> {
    return this.last;
  }

  /** Samples in the channel's encoding. A part that came before is cut off, a hole before it becomes a gap. */
  audio(channel: number, firstSample: number, payload: Uint8Array, sampleCount: number): void {
    this.transport.captured({ channel, firstSample, sampleCount, payload, speech: true });
  }

  /** Samples that will never come. */
  gap(gap: CallGap): void {
    this.transport.skipped(gap);
  }

  /** While the call is on hold nothing is analyzed or billed, and a long hold is no forgotten call (RT36, RT40). */
  hold(isHeld: boolean): void {
    this.transport.send(
      isHeld ? { kind: 'pause', value: { reason: 'hold' } } : { kind: 'resume', value: {} },
    );
  }

  /** Ends the session: the rest of the audio is heard first. @throws UndertoneError when the relay refused the call meanwhile */
  async end(reason: string): Promise<SessionEnded | undefined> {
    this.transport.end({ reason });
    const outcome = await this.last;
    if (outcome.kind === 'failed') throw errorFromWire(outcome.error);
    return outcome.summary;
  }

  private happened(event: TransportEvent): void {
    const { onMessage, onGap, onState } = this.options;
    switch (event.type) {
      case 'message':
        onMessage?.(event.body);
        return;
      case 'gap': {
        const { channel, firstSample, sampleCount, reason } = event;
        onGap?.({ channel, firstSample, sampleCount, reason });
        return;
      }
      case 'phase':
        if (event.phase.kind === 'live') this.tellFirst();
        onState?.(event.phase.kind, event.phase.reason);
        return;
      case 'stats':
        return;
      case 'closed':
        this.tellFirst(event.outcome.kind === 'failed' ? errorFromWire(event.outcome.error) : undefined);
        this.tellLast(event.outcome);
    }
  }
}

const openSocket = socketOpener((url, protocols) => new WebSocket(url, protocols));

/** A refusal that another try would not change ends the session. */
const refusalOf = (cause: ApiError): CredentialError | RelayError =>
  cause.status === 401
    ? new CredentialError('unauthorized', cause.message, { cause })
    : new RelayError(cause.code, cause.message, { cause });
