import type { SocketListener } from '../../socket/open-socket.js';
import type { ClientBody, ClientMessage, ObserveSubscribe, SessionHello } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { clientMessageToJson } from '@undertone/protocol/json';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import type { StreamWallets } from '../../domain/billing/payments.js';
import { CallAnalysis } from '../../domain/call/call-analysis.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import type { Observation, StreamCounter, StreamDependencies, TokenOutcome } from '../ports.js';
import type { SocketKind, StreamSocket } from '../socket.js';
import { createStreams, type Streams } from '../streams.js';
import type { StreamConversations } from '../conversation/stream-conversations.js';
import type { StreamVoices } from '../voices/ports.js';
import { ManualClock, settled } from './manual-clock.js';
import { MemoryStore, StoreAway } from './memory-store.js';
import { ScriptedInference } from './scripted-inference.js';
import { ScriptedSocket } from './scripted-socket.js';

export const anAuth = (over: Partial<StreamAuth> = {}): StreamAuth => {
  const auth: StreamAuth = {
    orgId: 'org_a',
    keyId: 'key_a',
    scopes: ['stream.write'],
    claims: {},
    policy: DEFAULT_POLICY,
    agentAnalysis: false,
    plan: { requestsPerMinute: 60, concurrentRequests: 5, concurrentStreams: 5 },
    concurrentStreams: () => 1,
  };
  return Object.assign(auth, over);
};

/** A credential that may only observe. */
export const anObserver = (over: Partial<StreamAuth> = {}): StreamAuth =>
  anAuth({ scopes: ['stream.observe'], tokenId: 'tok_o', ...over });

export const aHello = (over: Partial<SessionHello> = {}): SessionHello => ({
  protocolVersion: 1,
  channels: [{ id: 'caller', subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, frameMs: 40 }],
  features: [],
  metadata: {},
  consent: { basis: 'notice', scope: [] },
  ...over,
});

export interface RigOptions {
  /** When absent, audio costs nothing. */
  readonly accounts?: StreamWallets;
  /** Part of every id, so that relays that share a store make different ids. */
  readonly name?: string;
  readonly store?: MemoryStore;
  readonly clock?: ManualClock;
  readonly maxSessions?: number;
  readonly hasRoom?: () => boolean;
  readonly tokens?: Record<string, TokenOutcome>;
  readonly sessions?: StreamConversations;
  readonly voices?: StreamVoices;
  readonly lines?: NonNullable<StreamDependencies['lines']>;
  readonly models?: NonNullable<StreamDependencies['models']>;
  readonly training?: NonNullable<StreamDependencies['training']>;
  readonly relayUrl?: string;
}

/** A relay's streams; everything around them is scripted. */
export class Rig {
  readonly clock: ManualClock;
  readonly store: MemoryStore;
  readonly inference = new ScriptedInference();
  readonly counters = new Map<StreamCounter, number>();
  readonly closes: number[] = [];
  /** The observations that the relay recorded. */
  readonly observations: Observation[] = [];
  readonly logged: { level: string; message: string; fields: object }[] = [];
  readonly streams: Streams;
  private ids = 0;
  private readonly name: string;

  constructor(options: RigOptions = {}) {
    this.name = options.name ?? '';
    this.clock = options.clock ?? new ManualClock();
    this.store = options.store ?? new MemoryStore();
    const tokens = options.tokens ?? {};
    const log = (level: string) => (fields: object, message: string) => {
      this.logged.push({ level, message, fields });
    };
    const deps: StreamDependencies = {
      inference: this.inference,
      calls: CallAnalysis,
      store: this.store,
      clock: this.clock,
      timers: this.clock,
      ids: { newId: (prefix) => `${prefix}_${this.next()}`, resumeHandle: () => `rsm_${this.next()}` },
      log: { error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') },
      metrics: {
        count: (name, by = 1) => this.counters.set(name, (this.counters.get(name) ?? 0) + by),
        closed: (code) => this.closes.push(code),
        resultLatency: () => undefined,
        audioAnalysed: () => undefined,
      },
      noteObservation: (observation) => {
        this.observations.push(observation);
        return Promise.resolve();
      },
      verifyToken: async (token, _origin, admit) => {
        await Promise.resolve();
        const known = tokens[token];
        if (known?.kind === 'accepted') admit?.(known.auth);
        return known ?? { kind: 'refused', code: 'unauthorized', message: 'the token is not valid' };
      },
      maxSessions: options.maxSessions ?? 100,
      isOutage: (error) => error instanceof StoreAway,
      ...(options.hasRoom !== undefined && { hasRoom: options.hasRoom }),
      ...(options.accounts !== undefined && { payments: options.accounts }),
      ...(options.lines !== undefined && { lines: options.lines }),
      ...(options.sessions !== undefined && { conversations: options.sessions }),
      ...(options.voices !== undefined && { voices: options.voices }),
      ...(options.models !== undefined && { models: options.models }),
      ...(options.training !== undefined && { training: options.training }),
      ...(options.relayUrl !== undefined && { relayUrl: options.relayUrl }),
    };
    this.streams = createStreams(deps);
  }

  connect(
    kind: SocketKind = 'proto',
    auth: StreamAuth | null = anAuth(),
    facts: Pick<StreamSocket, 'account' | 'headers'> = {},
  ): Peer {
    const socket = Object.assign(new ScriptedSocket(kind), facts);
    return new Peer(socket, this.streams.accept(socket, auth ?? undefined));
  }

  /** A peer whose session is ready. */
  async open(
    hello: Partial<SessionHello> = {},
    auth: StreamAuth = anAuth(),
    kind: SocketKind = 'proto',
  ): Promise<Peer> {
    const peer = this.connect(kind, auth);
    peer.say({ kind: 'session.hello', value: aHello(hello) });
    await settled();
    return peer;
  }

  /** A peer with one second of audio that has results, and a further frame that has none. */
  async talking(): Promise<Peer> {
    const peer = await this.open();
    for (let i = 0; i < 4; i += 1) peer.audio(4_000);
    this.inference.last.answer();
    peer.audio(640);
    return peer;
  }

  /** A peer that has sent observe.subscribe. */
  async observe(subscribe: Partial<ObserveSubscribe>, auth: StreamAuth = anObserver()): Promise<Peer> {
    const peer = this.connect('proto', auth);
    peer.say({ kind: 'observe.subscribe', value: { sessionIds: [], kinds: [], ...subscribe } });
    await settled();
    return peer;
  }

  /** A peer that resumes the session of another one. */
  async resume(
    former: Peer,
    over: Partial<Peer['resumeRequest']> = {},
    auth: StreamAuth = anAuth(),
    hello: Partial<SessionHello> = {},
  ): Promise<Peer> {
    const peer = this.connect('proto', auth);
    peer.seq = former.seq;
    peer.position = [...former.position];
    peer.generation = former.generation;
    peer.say({
      kind: 'session.hello',
      value: aHello({ ...hello, resume: { ...former.resumeRequest, ...over } }),
    });
    await settled();
    return peer;
  }

  errors(): string[] {
    return this.logged.filter(({ level }) => level === 'error').map(({ message }) => message);
  }

  private next(): string {
    this.ids += 1;
    return this.name + String(this.ids).padStart(4, '0');
  }
}

/** A client: it numbers its messages and frames its audio. */
export class Peer {
  seq = 0;
  ack = 0;
  generation = 0;
  /** Samples sent so far, per channel. */
  position: number[] = [0, 0];

  constructor(
    readonly socket: ScriptedSocket,
    readonly handler: SocketListener,
  ) {}

  /** The numbers of the messages that it got, without those that are about the connection. */
  get numbers(): number[] {
    return this.socket.received.map(({ seq }) => seq).filter((seq) => seq > 0);
  }

  say(body: ClientBody): void {
    this.seq += 1;
    this.sayAs({
      seq: this.seq,
      ack: this.ack,
      generation: this.generation,
      audioPos: this.position[0] ?? 0,
      body,
    });
  }

  sayAs(message: ClientMessage): void {
    if (this.socket.kind === 'proto') this.binary(encodeClientMessage(message));
    else this.text(clientMessageToJson(message));
  }

  /** Sends one frame of samples that count up, so that every byte shows its position. */
  audio(count: number, channel = 0, firstSample = this.position[channel] ?? 0): void {
    this.say({
      kind: 'audio',
      value: { channel, firstSample, sampleCount: count, payload: countingPcm(firstSample, count) },
    });
    this.position[channel] = Math.max(this.position[channel] ?? 0, firstSample + count);
  }

  binary(bytes: Uint8Array): void {
    this.handler.message(bytes.slice().buffer, true);
  }

  text(text: string): void {
    this.handler.message(new TextEncoder().encode(text).buffer, false);
  }

  /** The connection breaks. */
  cut(code = 1006): void {
    this.handler.closed(code);
  }

  get lastSeq(): number {
    return Math.max(0, ...this.socket.received.map(({ seq }) => seq));
  }

  get sessionId(): string {
    return this.socket.last('session.ready').sessionId;
  }

  get resumeRequest(): { handle: string; lastServerSeq: number; nextSample: number[] } {
    const { resumeHandle } = this.socket.last('session.ready');
    const acks = this.socket.all('audio.ack');
    const { channels } = this.socket.last('session.ready');
    const nextSample = channels.map(
      (_, channel) => acks.filter((ack) => ack.channel === channel).at(-1)?.throughSample ?? 0,
    );
    return { handle: resumeHandle, lastServerSeq: this.lastSeq, nextSample };
  }
}

/** 16-bit samples; each value is the sample's position, modulo 65,536. */
export const countingPcm = (firstSample: number, count: number): Uint8Array => {
  const bytes = new Uint8Array(count * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i += 1) view.setUint16(i * 2, (firstSample + i) & 0xffff, true);
  return bytes;
};
