import type { ServerBody, WarningCode } from '@undertone/protocol';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { CallEngine } from '../domain/call/call-types.js';
import type { ModelChoice } from '../domain/fine-tune/tuned-models.js';
import type { SessionConfig } from '../domain/live/session-config.js';
import { SessionFault, toSessionFault } from '../domain/live/session-fault.js';
import { transition, type SessionEvent, type SessionState } from '../domain/live/session-state.js';
import { SerialQueue } from '../concurrency/serial-queue.js';
import { Acknowledgements } from './audio/acknowledgements.js';
import type { AudioInput } from './audio/audio-input.js';
import type { Ingest } from './audio/ingest.js';
import { PaymentGate } from './billing/payment-gate.js';
import { paymentsOf } from './billing/payments-of.js';
import type { StreamPayments } from './billing/stream-payments.js';
import type { Said } from './wires/wire.js';
import { Agreement } from './commands/agreement.js';
import { Corrections } from './commands/corrections.js';
import { takeIncoming } from './commands/incoming.js';
import { waitingWords, type WaitingWords } from './commands/words.js';
import { DirectiveTurns } from './conversation/directive-turns.js';
import { turnRecorderFor } from './conversation/turn-recorder-for.js';
import type { TurnRecorder } from './conversation/turn-recorder.js';
import { callConfig } from './handshake/call-config.js';
import { Continuity } from './handshake/continuity.js';
import { CheckpointNeed } from './lifetime/checkpoint-need.js';
import { endSession } from './lifetime/ending.js';
import { errorMessage, type Link } from './link.js';
import type { LiveSessionHost, LiveSessionOrigin } from './live-session-origin.js';
import type { SessionFeed } from './observing/session-feed.js';
import type { Outbox } from './outgoing/outbox.js';
import { ToldWarnings } from './outgoing/told-warnings.js';
import type { StreamDependencies, StreamTrace } from './ports.js';
import { AnalysisProgress } from './results/analysis-progress.js';
import { LineHearing } from './results/line-hearing.js';
import { takeResult } from './results/results.js';
import { audioFor, feedFor, outboxFor } from './session-parts.js';
import { PageActivity } from './voices/page-activity.js';
import type { SessionVoices } from './voices/session-voices.js';
import { voicesFor } from './voices/voices-for.js';

/**
 * One live session: audio in, results out, over the socket that is attached at the moment. The session owns
 * its state and its socket. Every other part keeps its own data.
 */
export class LiveSession {
  readonly id: string;
  readonly orgId: string;
  readonly handleHash: string;
  readonly epoch: number;
  /** On the monotonic clock. Lies before the start of this process when another process began the session. */
  readonly startedAtMs: number;
  /** The customer's model that analyzes the session. Undefined: the base model. */
  readonly model: ModelChoice | undefined;
  readonly agreement: Agreement;
  readonly continuity: Continuity;
  readonly checkpointNeed = new CheckpointNeed();
  readonly call: CallEngine;
  readonly audio: AudioInput;
  readonly acknowledgements: Acknowledgements;
  readonly progress: AnalysisProgress;
  readonly outbox: Outbox;
  /** What the observers of this session receive. */
  readonly feed: SessionFeed;
  /** Answers that wait for results, in the order of their requests. */
  readonly steps: SerialQueue;
  readonly corrections: Corrections;
  readonly directiveTurns: DirectiveTurns;
  /** Absent when audio costs nothing. */
  readonly payments: StreamPayments | undefined;
  /** Results wait here until their audio is paid. */
  readonly paymentGate: PaymentGate;
  readonly told: ToldWarnings;
  readonly lineHearing = new LineHearing(this);
  readonly pageActivity: PageActivity;
  readonly words: WaitingWords;
  /** Reports every turn to the conversation. Absent when no conversations are kept. */
  readonly turnRecorder: TurnRecorder | undefined;
  /** Tells speakers apart and recognizes them. Absent when the session does neither. */
  readonly voices: SessionVoices | undefined;
  private readonly trace: StreamTrace | undefined;
  private currentState: SessionState;
  private currentLink: Link | undefined;
  private currentAuth: StreamAuth;

  constructor(
    readonly deps: StreamDependencies,
    readonly host: LiveSessionHost,
    origin: LiveSessionOrigin,
  ) {
    const now = this.now;
    const saved = origin.restored?.saved;
    this.id = origin.id;
    this.orgId = origin.auth.orgId;
    this.handleHash = origin.handleHash;
    this.epoch = origin.epoch;
    this.startedAtMs = now - Math.max(0, deps.clock.wallMs() - origin.startedAtMs);
    this.model = origin.model;
    this.currentAuth = origin.auth;
    this.currentState = { kind: 'handshake', sinceMs: now };
    this.agreement = new Agreement(
      origin.config,
      saved?.configRevision ?? 1,
      saved?.isConsentRenewed ?? false,
    );
    this.continuity = new Continuity(saved);
    this.told = new ToldWarnings(saved?.told);
    this.corrections = new Corrections(saved?.corrections ?? []);
    this.steps = new SerialQueue((error) => this.caught(error));
    this.feed = feedFor(this, origin);
    this.outbox = outboxFor(this, saved?.seq ?? 0);
    this.payments = host.biller === undefined ? undefined : paymentsOf(origin, now);
    this.paymentGate = new PaymentGate(
      this.payments,
      (result) => takeResult(this, result),
      () => host.biller?.soon(),
      () => this.now,
    );
    this.turnRecorder = turnRecorderFor(this, saved);
    this.audio = audioFor(this, origin.restored);
    this.words = waitingWords(this, saved?.words);
    this.pageActivity = new PageActivity(saved?.pageActivity?.filter((event) => this.audio.isAhead(event)));
    this.acknowledgements = new Acknowledgements({
      ingest: () => this.ingest,
      nowMs: () => this.now,
      send: (value) => this.outbox.post({ kind: 'audio.ack', value }),
    });
    // Audio can have a result that the checkpoint does not know yet. It was still received, and processed where it may be.
    const { analysed } = saved ?? {};
    const unsavedMs = analysed === undefined ? 0 : this.ingest.msSince(analysed);
    const unsavedResultsMs =
      analysed === undefined ? 0 : this.ingest.msSince(analysed, ({ analyse }) => analyse);
    this.ingest.receivedMs = (saved?.receivedMs ?? 0) + unsavedMs;
    this.progress = new AnalysisProgress(
      (saved?.processedMs ?? 0) + unsavedResultsMs,
      saved?.noiseDb,
      // Later results of a relay that was killed may have ended the speech.
      unsavedMs === 0 ? saved?.speaking : undefined,
    );
    const ids = { newId: (prefix: string) => deps.ids.newId(prefix) };
    this.call =
      saved?.conversation === undefined
        ? deps.calls.create(callConfig(this.id, this.config, this.auth.agentAnalysis), ids)
        : deps.calls.restore(saved.conversation, ids);
    const hears = this.config.privacy !== 'features';
    this.voices =
      hears && deps.voices !== undefined ? voicesFor(this, deps.voices, saved?.voices) : undefined;
    this.directiveTurns = new DirectiveTurns(this.call.latest().openTurns);
    this.trace = deps.traces?.began({
      orgId: this.orgId,
      sessionId: this.id,
      keyId: origin.auth.keyId,
      parent: origin.trace,
    });
  }

  get state(): SessionState {
    return this.currentState;
  }

  /** The connection that holds the session. Undefined while the session waits for one. */
  get link(): Link | undefined {
    return this.currentLink;
  }

  get auth(): StreamAuth {
    return this.currentAuth;
  }

  get config(): SessionConfig {
    return this.agreement.config;
  }

  get ingest(): Ingest {
    return this.audio.ingest;
  }

  get isOver(): boolean {
    return this.state.kind === 'ending' || this.state.kind === 'ended';
  }

  get now(): number {
    return this.deps.clock.monotonicMs();
  }

  /** Milliseconds on the audio clock of channel 0. */
  get audioMs(): number {
    return this.audio.audioMs;
  }

  /** Applies an event to the state machine. @returns false when the event means nothing in this state */
  apply(event: SessionEvent): boolean {
    const change = transition(this.state, event, this.now);
    if (change === undefined) return false;
    this.audio.restartClocks();
    this.currentState = change.to;
    this.checkpointNeed.changed();
    this.turnRecorder?.moved(change.to);
    // Observers see when the client leaves and when it is back.
    if (change.to.kind === 'detached' || change.from === 'detached') this.feed.restate();
    this.deps.log.info(
      { session: this.id, from: change.from, to: change.to.kind, code: change.code },
      change.reason,
    );
    return true;
  }

  /** Goes back to the end of the results. The client sends the audio without results again. */
  rewind(): void {
    this.paymentGate.clear();
    this.audio.rewind();
  }

  /** From now on the session uses another credential. */
  authorize(auth: StreamAuth): void {
    this.currentAuth = auth;
  }

  attach(link: Link): void {
    this.currentLink = link;
    link.ping();
    this.audio.expectAudio();
    this.outbox.attach(link.socket, link.codec);
  }

  /** Gives up the socket. Later messages wait for the next one. @returns the link that held the session */
  release(): Link | undefined {
    const link = this.currentLink;
    this.currentLink = undefined;
    this.outbox.detach();
    return link;
  }

  /** Handles one message from the attached socket. */
  receive(incoming: Said): void {
    if (this.state.kind !== 'live' && this.state.kind !== 'paused') return;
    try {
      takeIncoming(this, incoming);
    } catch (error) {
      this.caught(error, incoming.kind === 'message' ? incoming.message.seq : undefined);
    }
  }

  /** The socket closed without a goodbye: the session waits for its client, if that is one that comes back. */
  lost(closeCode: number): void {
    const link = this.release();
    if (link?.codec.resumes === false) {
      endSession(this, { code: 'client_gone', reason: 'the socket closed before the call was over' });
    } else if (this.apply({ kind: 'socket_lost', closeCode })) this.host.checkpointSoon(this);
  }

  /**
   * Reports a fault to the client. After a retryable fault the session can be resumed; any other fault ends
   * it.
   */
  fail(fault: SessionFault, refSeq?: number): void {
    const link = this.release();
    link?.fail(fault, refSeq);
    if (fault.retryable && link?.codec.resumes !== false) {
      if (this.apply({ kind: 'socket_lost', closeCode: fault.close.code })) this.host.checkpointSoon(this);
    } else {
      endSession(this, { code: fault.code, reason: fault.message });
    }
  }

  /** Reports an error that does not end the session. */
  complain(fault: SessionFault, refSeq?: number): void {
    this.outbox.post({ kind: 'error', value: errorMessage(fault, false, refSeq) });
  }

  warn(code: WarningCode, message: string, detail: Record<string, string> = {}): void {
    this.checkpointNeed.changed();
    this.outbox.post({ kind: 'warning', value: { code, message, detail } });
  }

  /** Sends the messages of the call analysis. */
  say(bodies: readonly ServerBody[]): void {
    if (bodies.length === 0) return;
    this.checkpointNeed.changed();
    const said = [...bodies, ...(this.turnRecorder?.watch(bodies) ?? [])];
    this.outbox.cork(() => said.forEach((body) => this.outbox.post(body)));
  }

  /** Another process or another socket holds the session now: this one writes nothing more. */
  supersede(): void {
    this.release()?.fail(
      new SessionFault('session_superseded', 'the session was taken over by another connection'),
    );
    this.deps.metrics.count('sessions_superseded');
    this.feed.close('elsewhere');
    this.apply({ kind: 'superseded' });
    this.dispose();
  }

  /** The end is saved: releases everything the session holds. */
  dispose(): void {
    this.ingest.inference?.close();
    this.ingest.inference = undefined;
    this.paymentGate.clear();
    this.payments?.abandon();
    this.feed.close('ended');
    this.trace?.ended('code' in this.state ? this.state.code : 'moved');
    this.currentLink = undefined;
    this.host.ended(this);
  }

  /** Runs the work of an event. A fault goes to the client; a bug ends only this connection. */
  guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.caught(error);
    }
  }

  private caught(error: unknown, refSeq?: number): void {
    if (!(error instanceof SessionFault)) {
      const message = error instanceof Error ? `${error.name}: ${error.message}` : 'a value was thrown';
      this.deps.log.error({ session: this.id, state: this.state.kind, error: message }, 'a session broke');
    }
    this.fail(toSessionFault(error), refSeq);
  }
}
