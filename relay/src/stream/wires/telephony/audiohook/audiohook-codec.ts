import type {
  ClientBody,
  ErrorMessage,
  SessionHello,
  SessionReady,
  ServerMessage,
} from '@undertone/protocol';
import { CUE_LANGUAGES } from '../../../../domain/call/cues/catalog.js';
import { SessionFault } from '../../../../domain/live/session-fault.js';
import { readCallParameters } from '../../../../domain/telephony/call-parameters.js';
import { checkSize, readText } from '../../read-text.js';
import type { Codec, Take } from '../../wire.js';
import { parseJson, readShape } from '../read-shape.js';
import {
  anyMessage,
  closeParameters,
  durationOf,
  errorParameters,
  lostParameters,
  type MediaOffer,
  NO_CONVERSATION,
  openParameters,
  type OpenParameters,
  pingParameters,
  RATE_HZ,
  updateParameters,
} from './messages.js';

const ENCODINGS = { PCMU: 'mulaw', L16: 'pcm_s16le' } as const;
const BYTES = { PCMU: 1, L16: 2 } as const;
const SUBJECTS = { external: 'customer', internal: 'agent' } as const;
/** AudioHook's language codes have a region. Any region is taken; the list names the one where most speak the language. */
const LANGUAGES = CUE_LANGUAGES.map(
  (language) => `${language}-${new Intl.Locale(language).maximize().region}`,
);

type Format = keyof typeof ENCODINGS;
type Side = keyof typeof SUBJECTS;
interface Media extends MediaOffer {
  readonly format: Format;
  readonly channels: Side[];
}

/** A jump of the positions beyond this is another count, and not audio that was lost. */
const MOST_LOST = 30 * RATE_HZ;

type Stage = 'new' | 'probe' | 'opening' | 'open' | 'closing' | 'parted';

/**
 * One connection of the AudioHook protocol: `open`, `ping`, `paused`, `resumed`, `discarded`, `update`, `error`, `close` and
 * audio from Genesys; `opened`, `pong`, `updated`, `reconnect`, `disconnect` and `closed` from here. Genesys closes the socket.
 */
export class AudiohookCodec implements Codec {
  readonly resumes = true;
  readonly peerCloses = true;
  readonly narrows = false;
  private stage: Stage = 'new';
  private id: string;
  private seq = 0;
  private clientSeq = 0;
  private offered: readonly Media[] = [];
  private media: Media | undefined;
  private metadata: Record<string, string> = {};
  /** Positions count samples. Of the client: where its next audio is. */
  private position = 0;
  /** The client's position of the session's first sample. */
  private base = 0;
  /** Of the session: up to where audio was handed on, or declared. */
  private heard = 0;
  /** `maybe`: a session that was taken up may have been paused before. */
  private paused: boolean | 'maybe' = false;
  private updates = 0;
  private askedLanguages = false;

  constructor(private readonly headers: ReadonlyMap<string, string>) {
    this.id = headers.get('audiohook-session-id') ?? NO_CONVERSATION;
  }

  decode(data: ArrayBuffer, isBinary: boolean, take: Take): void {
    checkSize(data);
    if (isBinary) {
      this.audio(new Uint8Array(data), take);
      return;
    }
    const message = readShape(parseJson(readText(data)), anyMessage);
    this.count(message);
    const { parameters } = message;
    switch (message.type) {
      case 'open':
        this.open(message.id, message.position, readShape(parameters, openParameters), take);
        return;
      case 'ping':
        readShape(parameters, pingParameters);
        take({ kind: 'reply', frame: this.frame('pong', {}) });
        return;
      case 'paused':
        this.pause(take);
        return;
      case 'resumed': {
        const { start, discarded } = readShape(parameters, lostParameters);
        this.moveTo(start + discarded, 'suspended', take);
        if (this.paused !== false) say(take, { kind: 'resume', value: {} });
        this.paused = false;
        return;
      }
      case 'discarded': {
        const { start, discarded } = readShape(parameters, lostParameters);
        this.moveTo(start + discarded, 'backpressure', take);
        return;
      }
      case 'update':
        this.update(readShape(parameters, updateParameters).language, take);
        return;
      case 'close':
        this.close(readShape(parameters, closeParameters).reason, take);
        return;
      case 'error':
        // The client says what it could not read; it closes by itself where that ends the session.
        readShape(parameters, errorParameters);
        return;
      case 'dtmf':
      case 'playback_started':
      case 'playback_completed':
        // Digits are often those of a card. The others answer audio that is never sent.
        return;
      default:
        throw wrong('this is no message of an AudioHook client', 'type');
    }
  }

  /** Genesys has no word for the rest: results go to observers and webhooks. */
  encode({ body }: ServerMessage): string | undefined {
    if (body?.kind === 'session.ready') return this.opened(body.value);
    if (body?.kind === 'error') return body.value.fatal ? this.disconnect(body.value) : undefined;
    if (body?.kind === 'go_away' && body.value.resume) {
      return this.frame('reconnect', { info: 'this server is about to stop' });
    }
    if (body?.kind === 'session.updated' && this.updates > 0) {
      this.updates -= 1;
      return this.frame('updated', {});
    }
    if (body?.kind === 'session_end' && this.stage === 'closing') {
      this.stage = 'parted';
      return this.frame('closed', {});
    }
    return undefined;
  }

  /** Numbers must rise by one, and name nothing that was not sent. */
  private count({ id, seq, serverseq }: { id: string; seq: number; serverseq: number }): void {
    if (this.id === NO_CONVERSATION) this.id = id;
    if (id !== this.id) throw wrong('the message is of another session', 'id');
    if (seq !== this.clientSeq + 1) throw wrong('seq must rise by one', 'seq');
    this.clientSeq = seq;
    if (serverseq > this.seq) throw wrong('serverseq is beyond what was sent', 'serverseq');
  }

  private open(id: string, position: number, open: OpenParameters, take: Take): void {
    if (this.stage !== 'new') throw wrong('open came twice', 'type');
    const organization = this.headers.get('audiohook-organization-id');
    if (organization !== undefined && organization !== open.organizationId) {
      throw new SessionFault('unauthorized', 'organizationId is not that of the request', {
        param: 'parameters.organizationId',
      });
    }
    this.offered = open.media.filter(isTaken);
    this.askedLanguages = open.supportedLanguages === true;
    if (open.conversationId === NO_CONVERSATION) {
      this.stage = 'probe';
      this.media = this.offered[0];
      const frame = this.frame('opened', { media: this.offered.slice(0, 1), ...this.languages() });
      take({ kind: 'probe', frame });
      return;
    }
    const [media] = this.offered;
    if (media === undefined) {
      throw new SessionFault('unsupported_audio_format', 'PCMU or L16 at 8000 Hz must be offered', {
        param: 'parameters.media',
      });
    }
    this.stage = 'opening';
    this.position = position;
    const former = (open.continuedSessions ?? []).map((session) => handleOf(session.id)).reverse();
    take({
      kind: 'message',
      handles: { own: handleOf(id), former },
      message: envelope({ kind: 'session.hello', value: this.hello(id, media, open) }),
    });
  }

  private hello(id: string, media: Media, open: OpenParameters): SessionHello {
    const { participant, conversationId, organizationId, language, customConfig = {} } = open;
    const known = {
      vendor: 'audiohook',
      account_id: organizationId,
      call_id: conversationId,
      stream_id: id,
      caller: participant.ani,
      caller_name: participant.aniName,
      called: participant.dnis,
      language,
    };
    const { subjects, hello } = readCallParameters(textsOf(customConfig), known);
    this.metadata = hello.metadata;
    return {
      features: [],
      ...hello,
      sessionId: hello.sessionId ?? id,
      source: 'audiohook',
      channels: media.channels.map((channel) => ({
        id: channel,
        subject: subjects[channel] ?? SUBJECTS[channel],
        encoding: ENCODINGS[media.format],
        sampleRate: RATE_HZ,
      })),
    };
  }

  /** A session that is taken up says in what form and from where its audio goes on. */
  private opened({ channels, generation, nextSample }: SessionReady): string {
    const ids = channels.map(({ id }) => id).join();
    this.media = this.offered.find(
      ({ format, channels: names }) => ENCODINGS[format] === channels[0]?.encoding && names.join() === ids,
    );
    this.heard = nextSample[0] ?? 0;
    const isNew = generation === 1;
    if (isNew || this.position - this.heard > MOST_LOST) this.base = this.position - this.heard;
    if (!isNew) this.paused = 'maybe';
    this.stage = 'open';
    const next = this.base + this.heard;
    return this.frame('opened', {
      media: this.media === undefined ? [] : [this.media],
      startPaused: false,
      ...(next > this.position && { discardTo: durationOf(next) }),
      ...this.languages(),
    });
  }

  private languages(): object {
    return this.askedLanguages ? { supportedLanguages: LANGUAGES } : {};
  }

  private audio(bytes: Uint8Array, take: Take): void {
    if (this.stage === 'parted' || this.stage === 'closing') return;
    const { media } = this;
    if (media === undefined) throw wrong('audio came where none was selected', 'audio');
    if (this.paused === true) throw wrong('audio came during a pause', 'audio');
    const width = BYTES[media.format] * media.channels.length;
    if (bytes.length === 0 || bytes.length % width !== 0) {
      throw wrong(`audio comes in whole samples of ${width} bytes`, 'audio');
    }
    // A probe may try its audio, too. Nobody listens.
    if (this.stage === 'probe') return;
    if (this.paused === 'maybe') {
      this.paused = false;
      say(take, { kind: 'resume', value: {} });
    }
    const start = this.position - this.base;
    this.position += bytes.length / width;
    // Audio that the session has from before a reconnect is not taken twice.
    const known = Math.max(0, this.heard - start);
    if (known * width >= bytes.length) return;
    this.declare(start, 'offline', take);
    this.heard = this.position - this.base;
    take({ kind: 'samples', payload: bytes.subarray(known * width) });
  }

  /** Audio before this position of the client will never come. */
  private moveTo(position: number, reason: 'suspended' | 'backpressure', take: Take): void {
    if (this.stage !== 'open') return;
    this.position = Math.max(this.position, position);
    this.declare(this.position - this.base, reason, take);
  }

  private declare(until: number, reason: 'suspended' | 'backpressure' | 'offline', take: Take): void {
    const sampleCount = until - this.heard;
    if (sampleCount <= 0) return;
    for (const channel of this.media?.channels.keys() ?? []) {
      say(take, { kind: 'audio.gap', value: { channel, firstSample: this.heard, sampleCount, reason } });
    }
    this.heard = until;
  }

  /** `paused` may be repeated; it says how things are. */
  private pause(take: Take): void {
    if (this.stage !== 'open' || this.paused === true) return;
    if (this.paused === false) say(take, { kind: 'pause', value: { reason: 'hold' } });
    this.paused = true;
  }

  private update(language: string, take: Take): void {
    if (this.stage === 'probe') take({ kind: 'reply', frame: this.frame('updated', {}) });
    if (this.stage !== 'open') return;
    this.metadata = { ...this.metadata, language };
    this.updates += 1;
    say(take, { kind: 'session.update', value: { features: [], metadata: this.metadata } });
  }

  private close(reason: 'end' | 'error' | 'disconnect' | 'reconnect', take: Take): void {
    if (this.stage === 'closing') return;
    // With `reconnect` the session waits for the connection that continues it.
    if (this.stage !== 'open' || reason === 'reconnect') {
      this.stage = 'parted';
      take({ kind: 'leave', frame: this.frame('closed', {}) });
    } else {
      this.stage = 'closing';
      say(take, { kind: 'session.end', value: { reason } });
    }
  }

  private disconnect({ code, message }: ErrorMessage): string | undefined {
    const told = this.stage === 'parted';
    this.stage = 'parted';
    // The client has moved to another connection and closes this one by itself.
    if (told || code === 'session_superseded') return undefined;
    return this.frame('disconnect', { reason: reasonOf(code), info: message });
  }

  private frame(type: string, parameters: object): string {
    this.seq += 1;
    const { id, seq, clientSeq: clientseq } = this;
    return JSON.stringify({ version: '2', type, seq, clientseq, id, parameters });
  }
}

const isTaken = (offer: MediaOffer): offer is Media =>
  offer.type === 'audio' &&
  offer.rate === RATE_HZ &&
  Object.hasOwn(ENCODINGS, offer.format) &&
  offer.channels.every((name) => Object.hasOwn(SUBJECTS, name)) &&
  new Set(offer.channels).size === offer.channels.length;

/** Genesys names its sessions with random UUIDs and proves who it is, so that the name of a session takes it up. */
const handleOf = (id: string): string => `audiohook ${id.toLowerCase()}`;

const reasonOf = (code: string): 'completed' | 'unauthorized' | 'error' => {
  if (code === 'unauthorized' || code === 'forbidden' || code === 'origin_not_allowed') return 'unauthorized';
  return code === 'ended_by_server' || code === 'max_duration' ? 'completed' : 'error';
};

/** The plain values of a configuration. */
const textsOf = (config: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  );

const envelope = (body: ClientBody) => ({ seq: 0, ack: 0, generation: 0, audioPos: 0, body });

const say = (take: Take, body: ClientBody): void => take({ kind: 'message', message: envelope(body) });

const wrong = (message: string, param: string): SessionFault =>
  new SessionFault('protocol_error', message, { param });
