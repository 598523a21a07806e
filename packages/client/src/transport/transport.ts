import type { ClientBody, Features, ServerMessage, SessionReady } from '@undertone/protocol';
import { errorToWire } from '../common/error-wire.js';
import type { Cancel } from '../common/scheduler.js';
import { CredentialError, UsageError, type UndertoneError } from '../common/undertone-error.js';
import { AudioSender, type CapturedAudio, type CapturedGap } from './audio-sender.js';
import type { LinkClose } from './close-policy.js';
import { FlushRequests } from './flush-requests.js';
import { Link } from './link.js';
import { NamedTimers } from './named-timers.js';
import { Outgoing } from './outgoing.js';
import { reconnectPolicy } from './reconnect-policy.js';
import { Recovery, type RecoveryPlan } from './recovery.js';
import { sessionHello } from './session-hello.js';
import {
  TOKEN_TIMEOUT_MS,
  type ClientStats,
  type EndRequest,
  type TokenContext,
  type TransportDependencies,
  type TransportEvent,
  type TransportOptions,
  type TransportOutcome,
} from './transport-types.js';

const STATS_INTERVAL_MS = 1_000;
/** How long until a full socket or an empty pacer is checked again. */
const RETRY_PUMP_MS = 50;
/** A busy relay gives the last results up to 11 s late, and stores the end before it tells it. */
const END_TIMEOUT_MS = 15_000;

type State =
  | { kind: 'idle' }
  /** The state while it waits for a token, then for `session.ready`. */
  | { kind: 'connecting'; attempt: number; link: Link | null }
  | { kind: 'live'; link: Link }
  | { kind: 'waiting'; attempt: number; cancel: Cancel }
  | { kind: 'closed' };

/**
 * The connection of one session to the relay, over as many sockets as needed. Sockets, time, randomness and the token are
 * injected, so that a test can play the relay.
 */
export class Transport {
  private state: State = { kind: 'idle' };
  private readonly audio: AudioSender;
  private readonly outgoing = new Outgoing();
  private readonly flushes = new FlushRequests();
  private readonly recovery: Recovery;
  private resume: { handle: string; sessionId: string } | null = null;
  private lastServerSeq = 0;
  private reconnects = 0;
  private ending: EndRequest | null = null;
  private readonly timers: NamedTimers<'pump' | 'stats' | 'end' | 'go_away' | 'token'>;

  constructor(
    private readonly options: TransportOptions,
    private readonly dependencies: TransportDependencies,
  ) {
    const { scheduler, random, probe } = dependencies;
    this.timers = new NamedTimers(scheduler);
    this.recovery = new Recovery(options.url, scheduler, reconnectPolicy(random, options.reconnect), probe);
    this.audio = new AudioSender(options.hello.channels.length, options.sampleRateHz, scheduler, (gap) =>
      this.emit({ type: 'gap', ...gap }),
    );
  }

  /** One past the newest captured sample, per channel. */
  get positions(): number[] {
    return this.audio.positions();
  }

  /** Whether the session is over, one way or the other. */
  get isClosed(): boolean {
    return this.state.kind === 'closed';
  }

  /** Whether the session is closed or its end was requested. Audio captured from then on does not belong to it. */
  private get isOver(): boolean {
    return this.isClosed || this.ending !== null;
  }

  /** Connects for the first time. */
  start(): void {
    if (this.state.kind !== 'idle') return;
    this.timers.start('stats', STATS_INTERVAL_MS, () => this.reportStats());
    this.connect(0, 'start', 'the session was started');
  }

  /**
   * Takes captured audio into the ring and sends it when the connection allows. The bytes are kept, not copied.
   *
   * @throws UsageError `audio_refused` where the hello has `privacy: 'features'`
   */
  captured(audio: CapturedAudio): void {
    this.refuseAudio(this.options.hello.privacy === 'features');
    if (this.isOver) return;
    this.audio.append(audio);
    this.pump();
  }

  /** Takes what the program heard in a span, where the hello has `privacy: 'features'`. It is kept and sent as audio is. */
  heard(features: Features): void {
    if (this.isOver) return;
    this.audio.appendHeard(features);
    this.pump();
  }

  /** Takes a span that was never captured. */
  skipped(gap: CapturedGap): void {
    if (this.isOver) return;
    this.audio.appendGap(gap);
    this.pump();
  }

  /** Sends a message that must arrive. It is kept across reconnects until the relay has handled it. */
  send(body: ClientBody): void {
    this.refuseAudio(this.options.hello.privacy === 'features' && body.kind === 'enroll_agent');
    if (this.isClosed) return;
    const pause = body.kind === 'pause' ? body.value.reason : undefined;
    // The unsent audio is from before the withdrawal, but the relay would get it after the withdrawal.
    if (pause === 'consent_withdrawn') this.audio.withdraw();
    // Before any other pause, the relay hears what was said before it.
    this.outgoing.outbox.add(body, pause === undefined ? [] : this.audio.positions());
    this.pump();
  }

  /** Resolves when every result for the audio so far has been sent. @throws UsageError when the session ends first */
  flush(): Promise<number[]> {
    if (this.isClosed) return Promise.reject(new UsageError('invalid_state', 'the session is over'));
    const done = this.flushes.add(this.audio.positions());
    this.pump();
    return done;
  }

  /** Sends the rest of the audio, ends the session, and waits for its summary. The outcome arrives as an event. */
  end(request: EndRequest): void {
    if (this.isClosed || this.ending !== null) return;
    if (this.state.kind === 'idle') {
      this.finish({ kind: 'ended', reason: request.reason });
      return;
    }
    this.ending = request;
    this.timers.start('end', END_TIMEOUT_MS, () => this.finish({ kind: 'ended', reason: 'unconfirmed' }));
    this.emit({ type: 'phase', phase: { kind: 'ending', code: 'end', reason: request.reason } });
    this.pump();
  }

  /** The network is back: connects at once and does not wait. */
  networkOnline(): void {
    if (this.state.kind !== 'waiting') return;
    this.state.cancel();
    this.connect(this.state.attempt, 'online', 'the network is back');
  }

  /** Stops at once. Tells a connected relay, so that it does not keep the session for a resume. Idempotent. */
  dispose(): void {
    if (this.state.kind === 'live' && this.ending === null)
      this.sendEnd(this.state.link, { reason: 'disposed' });
    this.finish({ kind: 'ended', reason: 'disposed' });
  }

  /** Ends with an error of the program. */
  abandon(error: UndertoneError): void {
    if (this.state.kind === 'live' && this.ending === null)
      this.sendEnd(this.state.link, { reason: error.code });
    this.fail(error);
  }

  private connect(attempt: number, code: string, reason: string): void {
    const state: State = { kind: 'connecting', attempt, link: null };
    this.state = state;
    this.emit({ type: 'phase', phase: { kind: 'connecting', attempt, code, reason } });
    void this.recovery.knock().then((plan) => {
      if (this.state !== state) return;
      if (plan === null) this.requestToken(state);
      else this.recover(plan);
    });
  }

  private refuseAudio(isRefused: boolean): void {
    if (isRefused) throw new UsageError('audio_refused', 'privacy is features: no audio is sent');
  }

  private requestToken(state: Extract<State, { kind: 'connecting' }>): void {
    const context: TokenContext = { reason: this.recovery.tokenReason, attempt: state.attempt };
    if (this.resume !== null) context.sessionId = this.resume.sessionId;
    const failed = (cause: unknown) => {
      if (this.state === state && state.link === null) this.recover(this.recovery.afterTokenFailure(cause));
    };
    this.timers.start('token', TOKEN_TIMEOUT_MS, () =>
      failed(new Error(`no answer within ${TOKEN_TIMEOUT_MS} ms`)),
    );
    this.dependencies.getToken(context).then((token) => {
      if (this.state === state) this.open(state, token);
    }, failed);
  }

  private open(state: Extract<State, { kind: 'connecting' }>, token: string): void {
    const handlers = {
      onOpen: () => this.greet(link),
      onMessage: (message: ServerMessage) => this.received(link, message),
      onClose: (close: LinkClose, opened: boolean) => this.linkClosed(close, opened),
    };
    this.timers.cancel('token');
    let link: Link;
    try {
      link = new Link(this.dependencies, this.options.url, token, handlers, (ping) =>
        this.sendNow(link, ping),
      );
    } catch (cause) {
      this.fail(
        new CredentialError('token_invalid', 'the address or the token is not well-formed', { cause }),
      );
      return;
    }
    state.link = link;
  }

  private greet(link: Link): void {
    this.outgoing.outbox.rewind();
    const resume =
      this.resume === null
        ? undefined
        : { handle: this.resume.handle, lastServerSeq: this.lastServerSeq, nextSample: this.audio.bases() };
    this.sendNow(link, { kind: 'session.hello', value: sessionHello(this.options.hello, resume) });
  }

  private received(link: Link, message: ServerMessage): void {
    this.outgoing.outbox.acknowledge(message.ack);
    if (message.seq > 0) {
      if (message.seq <= this.lastServerSeq) return; // replayed, but already seen before the connection broke
      this.lastServerSeq = message.seq;
    }
    const { body } = message;
    if (body === undefined) return;
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- a list of the others would be bytes of every page
    switch (body.kind) {
      case 'session.ready':
        this.ready(link, body.value);
        break;
      case 'audio.ack':
        this.audio.acknowledge(body.value.channel, body.value.throughSample);
        break;
      case 'directive':
        this.audio.acknowledge(
          body.value.channel,
          Math.floor((body.value.audioEndMs * this.options.sampleRateHz) / 1000),
        );
        break;
      case 'flushed':
        this.flushes.resolve(body.value.throughSample);
        break;
      case 'session.updated':
        this.outgoing.outbox.agreed(body.value.configRevision);
        break;
      case 'go_away':
        if (body.value.resume) this.leaveBefore(link, body.value.deadlineMs, body.value.retryAfterMs ?? 0);
        break;
      case 'session_end':
        this.emit({ type: 'message', body });
        this.finish({ kind: 'ended', reason: body.value.reason, summary: body.value });
        return;
      default: // The rest is for the page.
    }
    if (body.kind !== 'pong') this.emit({ type: 'message', body });
    this.pump();
  }

  private ready(link: Link, ready: SessionReady): void {
    const resumed = this.resume !== null;
    this.state = { kind: 'live', link };
    this.resume = { handle: ready.resumeHandle, sessionId: ready.sessionId };
    this.outgoing.generation = ready.generation;
    this.audio.rewind(ready.nextSample);
    this.flushes.rewind();
    this.outgoing.outbox.repeatAfter(ready.configRevision);
    this.recovery.live();
    if (resumed) this.reconnects++;
    // Sending old sound from before the session would delay everything after it.
    else this.audio.dropBacklog();
    const { sessionId, generation } = ready;
    const [code, reason] = resumed
      ? ['resumed', 'the session goes on']
      : ['ready', 'the relay accepted the session'];
    this.emit({ type: 'phase', phase: { kind: 'live', sessionId, generation, resumed, code, reason } });
  }

  /** Moves to another relay, or to the same one after a restart, at a random moment before the deadline. */
  private leaveBefore(link: Link, deadlineMs: number, retryAfterMs: number): void {
    const waitMs = Math.max(retryAfterMs, this.dependencies.random() * (deadlineMs / 2));
    this.timers.start('go_away', waitMs, () => {
      const isLive = this.state.kind === 'live' && this.state.link === link;
      // The answer to the end comes on this link.
      if (isLive && this.outgoing.endSentOn !== link) link.abort('asked to go away');
    });
  }

  private pump(): void {
    if (this.state.kind !== 'live') return;
    const { link } = this.state;
    const { outbox } = this.outgoing;
    const sendAudio = (body: ClientBody) => {
      this.sendNow(link, body);
      return link.bufferedBytes;
    };
    let next;
    let blocked;
    do {
      next = outbox.next();
      blocked = !this.audio.drain(link.bufferedBytes, sendAudio, next?.after);
      if (next !== undefined && !blocked) outbox.sent(this.sendNow(link, next.body));
    } while (next !== undefined && !blocked);
    if (this.flushes.due(this.audio.cursors())) this.sendNow(link, { kind: 'flush', value: {} });
    // Whatever pumps before then puts it off: it has looked already.
    if (blocked) this.timers.start('pump', RETRY_PUMP_MS, () => this.pump());
    else if (this.ending !== null) this.sendEnd(link, this.ending);
  }

  private sendEnd(link: Link, request: EndRequest): void {
    if (this.outgoing.endSentOn === link) return;
    this.outgoing.endSentOn = link;
    this.sendNow(link, { kind: 'session.end', value: { reason: request.reason, outcome: request.outcome } });
  }

  private sendNow(link: Link, body: ClientBody): number {
    const audioPos = this.audio.positions()[0] ?? 0;
    const { seq, bytes } = this.outgoing.encode(body, this.lastServerSeq, audioPos);
    link.send(bytes);
    return seq;
  }

  private linkClosed(close: LinkClose, opened: boolean): void {
    if (opened) {
      this.recover(this.recovery.afterClose(close));
      return;
    }
    const { state } = this;
    void this.recovery.afterRefusal(close).then((plan) => {
      if (this.state === state) this.recover(plan);
    });
  }

  private recover(plan: RecoveryPlan): void {
    switch (plan.kind) {
      case 'ended':
        this.finish({ kind: 'ended', reason: plan.reason });
        return;
      case 'failed':
        this.fail(plan.error);
        return;
      case 'retry': {
        const { attempt, delayMs, error } = plan;
        const { code, message: reason } = error;
        const cancel = this.dependencies.scheduler.after(delayMs, () =>
          this.connect(attempt, 'retry', reason),
        );
        this.state = { kind: 'waiting', attempt, cancel };
        this.emit({ type: 'phase', phase: { kind: 'reconnecting', attempt, delayMs, code, reason } });
        return;
      }
    }
  }

  private fail(error: UndertoneError): void {
    this.finish({ kind: 'failed', error: errorToWire(error) });
  }

  /** Every end of the transport passes through here. */
  private finish(outcome: TransportOutcome): void {
    const { state } = this;
    if (state.kind === 'closed') return;
    this.state = { kind: 'closed' };
    this.timers.cancelAll();
    if (state.kind === 'waiting') state.cancel();
    if (state.kind === 'live' || state.kind === 'connecting') state.link?.close(1000, outcome.kind);
    this.flushes.reject(new UsageError('invalid_state', 'the session ended before the flush was confirmed'));
    this.emit({ type: 'closed', outcome });
  }

  private reportStats(): void {
    const rttMs = this.state.kind === 'live' ? this.state.link.rttMs : undefined;
    const stats: ClientStats = {
      bufferedBytes: this.state.kind === 'live' ? this.state.link.bufferedBytes : 0,
      ...this.audio.measure(),
      reconnects: this.reconnects,
    };
    if (rttMs !== undefined) stats.rttMs = rttMs;
    this.emit({ type: 'stats', stats });
    this.timers.start('stats', STATS_INTERVAL_MS, () => this.reportStats());
  }

  private emit(event: TransportEvent): void {
    this.dependencies.onEvent(event);
  }
}
