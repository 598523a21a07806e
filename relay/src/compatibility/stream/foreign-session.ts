import { SerialQueue } from '../../concurrency/serial-queue.js';
import { samplesToMs } from '../../domain/live/audio-encoding.js';
import { SessionFault, toSessionFault } from '../../domain/live/session-fault.js';
import type { OpenSocket, SendOutcome, SocketListener } from '../../socket/open-socket.js';
import type { StreamLog } from '../../stream/ports.js';
import type { StreamSocket } from '../../stream/socket.js';
import { FacadeSocket } from './facade-socket.js';
import type { ForeignConfig } from './foreign-config.js';
import { ForeignMessages } from './foreign-messages.js';
import { OggOpusStream } from './ogg-opus-stream.js';
import { PacedOutbox, type Schedule } from './paced-outbox.js';

type Json = Readonly<Record<string, unknown>>;

/** How far results may be ahead of a call: an ordinary jitter. Whoever waits for them cannot get further ahead than that. */
const LEAD_MS = 1_000;
/** Raw samples go on in pieces of at most half the largest message; these clients send two seconds at once. */
const PIECE_BYTES = 32 * 1024;
/** Opus that waits to be decoded: more than a live stream has in a minute. */
const WAITING_BYTES = 512 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export interface ForeignSessionOptions {
  readonly nowMs: () => number;
  readonly schedule: Schedule;
  readonly log: Pick<StreamLog, 'error'>;
  readonly origin: string | undefined;
  /** Told to the client right after `config_ack`. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** One live session of a hosted service's client: listens to its messages, and speaks to the relay as a client of ours would. */
export class ForeignSession implements SocketListener {
  private readonly words: ForeignMessages;
  private readonly outbox: PacedOutbox;
  private readonly opus: OggOpusStream | undefined;
  private readonly decoding: SerialQueue;
  private inner: SocketListener | undefined;
  private waitingBytes = 0;
  private odd: Uint8Array = new Uint8Array(0);
  private frames = 0;
  private audioMs = 0;
  private firstAudioMs: number | undefined;
  private isClosed = false;

  constructor(
    private readonly outer: OpenSocket,
    private readonly config: ForeignConfig,
    private readonly options: ForeignSessionOptions,
  ) {
    this.words = new ForeignMessages(config);
    this.outbox = new PacedOutbox(outer, options.nowMs, options.schedule);
    this.opus = config.audio.kind === 'ogg_opus' ? new OggOpusStream() : undefined;
    this.decoding = new SerialQueue((error) => this.fail(error));
  }

  /** @param accept the relay: starts a stream on a socket */
  begin(accept: (socket: StreamSocket) => SocketListener): void {
    this.inner = accept(new InnerSocket(this.outer, this.options.origin, this));
    this.tell(this.config.hello);
  }

  message(data: ArrayBuffer, isBinary: boolean): void {
    if (this.isClosed) return;
    if (isBinary) {
      this.audio(new Uint8Array(data));
      return;
    }
    const message = readObject(data);
    switch (message?.['type']) {
      case 'audio':
        if (message['channel'] === undefined && message['payload'] === undefined) this.encodedAudio(message);
        else this.pass(data);
        return;
      case 'end':
        this.outbox.send(this.words.own('end_ack', { frames: this.frames }));
        this.inOrder(() => this.tell({ type: 'session.end', reason: 'client_ended' }));
        return;
      case 'config':
        this.complain('protocol_error', 'config comes once, as the first message', 'type');
        return;
      case 'enroll_agent':
        if (message['audio_base64'] === undefined) this.pass(data);
        else this.refuseEnrollment();
        return;
      case undefined:
      default:
        // What this dialect does not have is read as our own, and unknown kinds are ignored.
        this.pass(data);
    }
  }

  drain(): void {
    this.inner?.drain();
  }

  pong(payload: string): void {
    this.inner?.pong(payload);
  }

  closed(code: number): void {
    this.isClosed = true;
    this.outbox.drop();
    this.inner?.closed(code);
    this.decoding.add(() => this.opus?.free());
  }

  /** A message of the relay. */
  heard(text: string): SendOutcome {
    const translation = this.words.translate(JSON.parse(text) as Json);
    if (translation === undefined) return 'sent';
    const { message, audioMs } = translation;
    this.outbox.send(message, audioMs === undefined ? 0 : this.dueMs(audioMs));
    if ((message as Json)['type'] === 'config_ack') {
      for (const warning of this.options.warnings) this.outbox.send(this.words.own('warning', warning));
    }
    return this.outer.bufferedBytes() > 0 ? 'buffered' : 'sent';
  }

  /** The relay closes. */
  hungUp(code: number, reason: string): void {
    this.isClosed = true;
    this.outbox.close(code, reason);
  }

  private encodedAudio({ data }: Json): void {
    if (typeof data !== 'string' || !BASE64.test(data) || data.length % 4 === 1) {
      this.complain('validation_error', 'data must be base64 text', 'data');
      return;
    }
    this.audio(Buffer.from(data, 'base64'));
  }

  private audio(bytes: Uint8Array): void {
    this.firstAudioMs ??= this.options.nowMs();
    const { opus } = this;
    if (opus === undefined) {
      this.samples(bytes);
      this.acknowledge();
      return;
    }
    this.waitingBytes += bytes.length;
    if (this.waitingBytes > WAITING_BYTES) {
      this.fail(
        new SessionFault('rate_limited', 'audio comes faster than it can be decoded', {
          retryAfterMs: 5_000,
        }),
      );
      return;
    }
    // The bytes may be read only during this call.
    const copy = bytes.slice();
    this.decoding.add(async () => {
      if (this.isClosed) return;
      const pcm = await opus.decode(copy);
      this.waitingBytes -= copy.length;
      this.samples(pcm);
      this.acknowledge();
    });
  }

  /** Whole samples go on; the first byte of a sample that is cut waits for the rest. */
  private samples(bytes: Uint8Array): void {
    const { audio } = this.config;
    const size = audio.kind === 'raw' ? audio.bytesPerSample : 2;
    const all = this.odd.length === 0 ? bytes : Buffer.concat([this.odd, bytes]);
    const whole = all.length - (all.length % size);
    this.odd = all.slice(whole);
    for (let from = 0; from < whole; from += PIECE_BYTES) {
      // The relay reads an ArrayBuffer of its own, as from the socket; a Buffer's is shared.
      const piece = new Uint8Array(all.subarray(from, Math.min(whole, from + PIECE_BYTES)));
      this.inner?.message(piece.buffer, true);
    }
    this.audioMs += samplesToMs(whole / size, audio.sampleRate);
  }

  /** One for each piece of audio, in order: clients wait for it before they send the next one. */
  private acknowledge(): void {
    this.frames += 1;
    const fields = { frames: this.frames, timestamp_ms: Math.round(this.audioMs) };
    this.outbox.send(this.words.own('frame_ack', fields), this.dueMs(this.audioMs));
  }

  private dueMs(audioMs: number): number {
    return this.firstAudioMs === undefined ? 0 : this.firstAudioMs + audioMs - LEAD_MS;
  }

  private inOrder(run: () => void): void {
    if (this.opus === undefined) run();
    else
      this.decoding.add(() => {
        if (!this.isClosed) run();
      });
  }

  private refuseEnrollment(): void {
    const error =
      'an agent’s voice needs a consent: send profile_id of an enrolled person, or audio with consent_token (proto/SPEC.md, RT94)';
    this.outbox.send(this.words.own('enroll_agent_ack', { ok: false, error }));
  }

  private complain(code: string, message: string, param: string): void {
    this.outbox.send(this.words.own('error', { code, message, param, fatal: false, retryable: false }));
  }

  /** Ends the session for a mistake that the relay itself cannot see, so that it is told and logged here. */
  private fail(error: unknown): void {
    if (this.isClosed) return;
    if (!(error instanceof SessionFault)) {
      const fields = { session: this.words.openedSession, error: String(error) };
      this.options.log.error(fields, 'a session of a hosted service’s client broke');
    }
    const { code, message, retryable, close } = toSessionFault(error);
    this.outbox.send(this.words.own('error', { code, message, fatal: true, retryable }));
    this.hungUp(close.code, code);
  }

  private tell(message: object): void {
    this.pass(new TextEncoder().encode(JSON.stringify(message)).buffer);
  }

  private pass(data: ArrayBuffer): void {
    this.inner?.message(data, false);
  }
}

/** What the relay takes for the client's socket. */
class InnerSocket extends FacadeSocket {
  constructor(
    outer: OpenSocket,
    origin: string | undefined,
    private readonly session: ForeignSession,
  ) {
    super(outer, 'json', origin);
  }

  override send(data: Uint8Array | string): SendOutcome {
    return typeof data === 'string' ? this.session.heard(data) : 'dropped';
  }

  override close(code: number, reason: string): void {
    this.session.hungUp(code, reason);
  }
}

/** A JSON object; undefined for anything else. */
export const readObject = (data: ArrayBuffer): Json | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    // The relay reads it again, and tells what is wrong with it.
    return undefined;
  }
};
