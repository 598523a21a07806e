import type { ModelChoice } from '../domain/fine-tune/tuned-models.js';
import { LIMITS, type ClientMessage, type ServerBody, type WarningCode } from '@undertone/protocol';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { CallEngine } from '../domain/call/call-types.js';
import { samplesToMs } from '../domain/live/audio-encoding.js';
import { coversTraining } from '../domain/fine-tune/training-utterances.js';
import type { SessionConfig } from '../domain/live/session-config.js';
import { SessionFault } from '../domain/live/session-fault.js';
import { transition, type SessionEvent, type SessionState } from '../domain/live/session-state.js';
import type { TurnCorrection } from '../domain/live/stream-store.js';
import type { Incoming } from './codec.js';
import { ClockDrift } from './audio/clock-drift.js';
import { handleBody } from './commands/commands.js';
import { callConfig } from './handshake/call-config.js';
import { DirectiveTurns } from './conversation/directive-turns.js';
import { endSession } from './lifetime/ending.js';
import { Ingest } from './audio/ingest.js';
import { QuantileWindow } from '../concurrency/quantile-window.js';
import { errorMessage, type Link } from './link.js';
import { Outbox } from './outgoing/outbox.js';
import type { StreamDependencies } from './ports.js';
import type { LiveSessionHost, LiveSessionOrigin } from './live-session-origin.js';
import { takeResult } from './results/results.js';
import type { StreamPayments } from './billing/stream-payments.js';
import { paymentsOf } from './billing/payments-of.js';
import { SerialQueue } from '../concurrency/serial-queue.js';
import { SessionFeed } from './observing/session-feed.js';
import { outOfCredits } from './billing/wallet-notice.js';
import { PaymentGate } from './billing/payment-gate.js';
import { trainingTurnsFor } from './conversation/training-turns.js';
import { TurnRecorder } from './conversation/turn-recorder.js';
import type { SessionVoices } from './voices/session-voices.js';
import { voicesFor } from './voices/voices-for.js';

/** Results between two `stats` messages at 4 a second and two channels, rounded up. */
const LAG_RESULTS = 128;

/** One live session: audio in, results out, over whatever socket holds it at the moment. */
export class LiveSession {
  readonly id: string;
  readonly orgId: string;
  readonly handleHash: string;
  readonly epoch: number;
  readonly outbox: Outbox;
  /** What those who watch this session are told. */
  readonly feed: SessionFeed;
  readonly lag = new QuantileWindow(LAG_RESULTS);
  readonly drift = new ClockDrift();
  readonly steps: SerialQueue;
  readonly corrections: TurnCorrection[];
  /** Asked for and not stored yet. */
  correctionsUnderway = 0;
  /** Turns of which another route had the last word. */
  readonly overruled = new Set<string>();
  readonly directiveTurns: DirectiveTurns;
  readonly call: CallEngine;
  /** On the monotonic clock; before this process's start for a session that another one began. */
  readonly startedAtMs: number;
  auth: StreamAuth;
  config: SessionConfig;
  configRevision: number;
  state: SessionState;
  generation: number;
  clientSeq: number;
  ingest: Ingest;
  /** Absent where audio costs nothing. */
  readonly payments: StreamPayments | undefined;
  /** Where results wait until their audio is paid. */
  readonly paymentGate: PaymentGate;
  /** Tells the conversation of every turn; absent where nobody keeps conversations. */
  readonly turnRecorder: TurnRecorder | undefined;
  /** Who speaks; absent where nobody is told apart or recognised. */
  readonly voices: SessionVoices | undefined;
  /** The customer's model that reads it; undefined: the base model. */
  readonly model: ModelChoice | undefined;
  link: Link | undefined;
  processedMs: number;
  lastAudioMs: number;
  /** Per channel: the last acknowledgement. */
  readonly acked: { readonly throughSample: number; readonly atMs: number }[] = [];
  /** The newest checkpoint lacks something that was asked for or decided: a pause, a consent, a correction. */
  dirty = true;
  /** The newest checkpoint lacks audio and results, which are there again after a replay but for their statistics. */
  moved = true;
  /** The client was told that the model gives no readings. */
  modelFailing = false;
  /** Restored from the store, and no client was told yet what was in there. */
  snapshotOwed: boolean;
  /** The client was told that the wallet runs out. */
  walletWarned = false;
  /** A consent that was withdrawn was given again. */
  consentRenewed = false;

  constructor(
    readonly deps: StreamDependencies,
    readonly host: LiveSessionHost,
    origin: LiveSessionOrigin,
  ) {
    const now = deps.clock.monotonicMs();
    const saved = origin.restored?.saved;
    this.id = origin.id;
    this.orgId = origin.auth.orgId;
    this.handleHash = origin.handleHash;
    this.epoch = origin.epoch;
    this.auth = origin.auth;
    this.config = origin.config;
    this.model = origin.model;
    this.snapshotOwed = saved !== undefined;
    this.configRevision = saved?.configRevision ?? 1;
    this.generation = saved?.generation ?? 1;
    this.clientSeq = saved?.clientSeq ?? 0;
    this.corrections = [...(saved?.corrections ?? [])];
    this.startedAtMs = now - Math.max(0, deps.clock.wallMs() - origin.startedAtMs);
    this.state = { kind: 'handshake', sinceMs: now };
    this.lastAudioMs = now;
    this.steps = new SerialQueue((error) => this.broken(error));
    this.feed = new SessionFeed({
      epoch: origin.epoch,
      now: () => deps.clock.monotonicMs(),
      announce: (body) => {
        if (!this.isOver) this.outbox.post(body);
      },
      ...(saved?.newest !== undefined && { newest: saved.newest }),
    });
    this.outbox = new Outbox({
      said: (body) => {
        this.directiveTurns.take(body);
        this.feed.publish(body);
      },
      seq: saved?.seq ?? 0,
      now: () => deps.clock.monotonicMs(),
      metrics: deps.metrics,
      envelope: () => ({ ack: this.clientSeq, generation: this.generation, audioPos: this.analysedPosition }),
      tooSlow: () =>
        this.fail(new SessionFault('client_too_slow', 'the client does not read what it is sent')),
    });
    this.payments = host.biller === undefined ? undefined : paymentsOf(origin, now);
    this.paymentGate = new PaymentGate(
      this.payments,
      (result) => takeResult(this, result),
      () => host.biller?.soon(),
      () => deps.clock.monotonicMs(),
    );
    this.turnRecorder =
      deps.conversations &&
      new TurnRecorder({
        sessions: deps.conversations,
        orgId: this.orgId,
        sessionId: this.id,
        config: () => this.config,
        agents: () => this.call.agents(),
        agentAnalysis: this.auth.agentAnalysis,
        correctionsOf: (turnId) => this.corrections.filter((correction) => correction.turnId === turnId),
        heard: saved?.heard,
        revision: saved?.revision,
        onCorrected: (turnId, { emotion }) => {
          this.overruled.add(turnId);
          this.call.correct(turnId, emotion);
        },
        onCueAnswer: ({ cueId, action, afterMs }) => {
          this.dirty = true;
          this.say(this.call.feedback(cueId, action, afterMs ?? undefined));
        },
        onRead: (turnId, emotion) => this.call.label(turnId, emotion),
        training: trainingTurnsFor(this),
        wallMs: () => deps.clock.wallMs(),
        say: (bodies) => {
          if (!this.isOver) this.say(bodies);
        },
        onFailed: (error) =>
          deps.log.warn({ session: this.id, error: String(error) }, 'a turn did not reach its conversation'),
      });
    // What the process before had not forgotten yet, after a withdrawal.
    if (saved !== undefined && !coversTraining(this.config.consent?.scope))
      this.turnRecorder?.withdrawTraining();
    this.ingest = this.createIngest(origin.restored?.startSamples ?? [], origin.restored?.aheadMs ?? 0);
    // What has a result that the checkpoint does not know was received and processed all the same.
    const unsavedMs = saved === undefined ? 0 : this.ingest.msSince(saved.analysed);
    this.ingest.receivedMs = (saved?.receivedMs ?? 0) + unsavedMs;
    this.processedMs = (saved?.processedMs ?? 0) + unsavedMs;
    const ids = { newId: (prefix: string) => deps.ids.newId(prefix) };
    this.call =
      saved === undefined
        ? deps.calls.create(callConfig(this.id, this.config, this.auth.agentAnalysis), ids)
        : deps.calls.restore(saved.conversation, ids);
    this.voices = deps.voices && voicesFor(this, deps.voices, saved?.voices);
    this.directiveTurns = new DirectiveTurns(this.call.latest().openTurns);
  }

  private get analysedPosition(): number {
    return this.ingest.clocks[0]?.analysed ?? 0;
  }

  get isOver(): boolean {
    return this.state.kind === 'ending' || this.state.kind === 'ended';
  }

  get now(): number {
    return this.deps.clock.monotonicMs();
  }

  /** Milliseconds on the audio clock of channel 0. */
  get audioMs(): number {
    return samplesToMs(this.ingest.clocks[0]?.received ?? 0, this.config.channels[0]?.sampleRate ?? 1);
  }

  /** Applies an event to the state machine. @returns false when it means nothing now */
  apply(event: SessionEvent): boolean {
    const change = transition(this.state, event, this.now);
    if (change === undefined) return false;
    this.drift.restart();
    this.state = change.to;
    this.dirty = true;
    this.turnRecorder?.moved(change.to);
    // Those who watch see that the client left, or is back.
    if (change.to.kind === 'detached' || change.from === 'detached') this.feed.restate();
    this.deps.log.info(
      { session: this.id, from: change.from, to: change.to.kind, code: change.code },
      change.reason,
    );
    return true;
  }

  /** Starts over at the end of the results: the client sends again what has none. */
  rewind(): void {
    const { receivedMs, analysing } = this.ingest;
    const again = this.ingest.waitingMs;
    this.paymentGate.clear();
    this.ingest = this.createIngest(this.ingest.rewind(), LIMITS.resumeWindowMs);
    this.ingest.receivedMs = Math.max(0, receivedMs - again);
    this.ingest.analysing = analysing;
  }

  attach(link: Link): void {
    this.link = link;
    link.ping();
    this.lastAudioMs = this.now;
    this.outbox.attach(link.socket, link.codec);
  }

  /** One message from the attached socket. */
  receive(incoming: Incoming): void {
    if (this.state.kind !== 'live' && this.state.kind !== 'paused') return;
    try {
      if (incoming.kind === 'message') this.message(incoming.message);
      else this.samples(incoming.payload);
    } catch (error) {
      this.caught(error, incoming.kind === 'message' ? incoming.message.seq : undefined);
    }
  }

  /** The socket is gone without a word: the session waits. */
  lost(closeCode: number): void {
    this.link = undefined;
    this.outbox.detach();
    if (this.apply({ kind: 'socket_lost', closeCode })) this.host.checkpointSoon(this);
  }

  /** Something went wrong: the client is told; what may be retried can be resumed, anything else is the end. */
  fail(fault: SessionFault, refSeq?: number): void {
    const { link } = this;
    this.link = undefined;
    this.outbox.detach();
    link?.fail(fault, refSeq);
    if (fault.retryable) {
      if (this.apply({ kind: 'socket_lost', closeCode: fault.close.code })) this.host.checkpointSoon(this);
    } else {
      endSession(this, { code: fault.code, reason: fault.message });
    }
  }

  /** An error that the session survives. */
  complain(fault: SessionFault, refSeq?: number): void {
    this.outbox.post({ kind: 'error', value: errorMessage(fault, false, refSeq) });
  }

  warn(code: WarningCode, message: string, detail: Record<string, string> = {}): void {
    this.outbox.post({ kind: 'warning', value: { code, message, detail } });
  }

  /** Sends what the conversation has to say. */
  say(bodies: readonly ServerBody[]): void {
    if (bodies.length === 0) return;
    this.dirty = true;
    this.turnRecorder?.watch(bodies);
    this.outbox.cork(() => bodies.forEach((body) => this.outbox.post(body)));
  }

  acknowledge(channel: number): void {
    const clock = this.ingest.clocks[channel];
    if (clock === undefined) return;
    const throughSample = clock.acknowledgeable;
    const lagMs = clock.lagMs(this.now);
    this.acked[channel] = { throughSample, atMs: this.now };
    this.outbox.post({ kind: 'audio.ack', value: { channel, throughSample, lagMs } });
  }

  /** The wallet pays for nothing more: an orderly end, with everything that was paid. */
  outOfCredits(): void {
    const fault = outOfCredits();
    endSession(this, { fault, code: fault.code, reason: fault.code });
    this.paymentGate.open();
  }

  /** Another process, or another socket's claim, holds the session now: nothing more is written. */
  supersede(): void {
    const { link } = this;
    this.link = undefined;
    this.outbox.detach();
    link?.fail(new SessionFault('session_superseded', 'the session was taken over by another connection'));
    this.deps.metrics.count('sessions_superseded');
    this.state = { kind: 'ended', sinceMs: this.now, code: 'session_superseded' };
    this.feed.close('elsewhere');
    this.dispose();
  }

  /** The end is written: nothing of the session stays. */
  dispose(): void {
    this.ingest.inference?.close();
    this.ingest.inference = undefined;
    this.paymentGate.clear();
    this.payments?.abandon();
    this.feed.close('ended');
    this.link = undefined;
    this.host.ended(this);
  }

  /** Runs what an event asks for; a fault reaches the client, a bug ends only this connection. */
  guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.caught(error);
    }
  }

  private caught(error: unknown, refSeq?: number): void {
    if (error instanceof SessionFault) this.fail(error, refSeq);
    else this.broken(error);
  }

  private broken(error: unknown): void {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'a value was thrown';
    this.deps.log.error({ session: this.id, state: this.state.kind, error: message }, 'a session broke');
    this.fail(new SessionFault('internal_error', 'the relay made a mistake', { cause: error }));
  }

  private createIngest(startSamples: readonly number[], extraAheadMs: number): Ingest {
    return new Ingest({
      channels: this.config.channels,
      startSamples,
      extraAheadMs,
      nowMs: this.now,
      metrics: this.deps.metrics,
      charge: (channel, startSample, count) => this.payments?.receive(channel, startSample, count),
      warn: (code, message, detail) => this.warn(code, message, detail),
    });
  }

  private message(message: ClientMessage): void {
    if (message.seq > this.clientSeq) this.clientSeq = message.seq;
    if (message.ack > 0 && !this.outbox.acknowledge(message.ack)) {
      throw new SessionFault('protocol_error', 'ack is beyond what was sent', { param: 'ack' });
    }
    const { body } = message;
    if (body === undefined) {
      this.deps.metrics.count('messages_unknown');
      return;
    }
    if (body.kind === 'audio') {
      this.lastAudioMs = this.now;
      this.moved = true;
      this.ingest.audio(body.value, this.lastAudioMs);
      if (body.value.channel === 0) this.watchClock();
    } else {
      handleBody(this, body, message.seq);
    }
  }

  private samples(payload: Uint8Array): void {
    this.lastAudioMs = this.now;
    this.moved = true;
    this.ingest.interleaved(payload, this.lastAudioMs);
    this.watchClock();
  }

  /** Tells, once, when the client's samples come at another rate than it says. */
  private watchClock(): void {
    const change = this.drift.note(this.lastAudioMs, this.audioMs);
    if (change?.kind !== 'drifts') return;
    this.warn('clock_drift', 'the audio comes at another rate than the stream says', {
      channel: '0',
      ppm: String(change.ppm),
    });
  }
}
