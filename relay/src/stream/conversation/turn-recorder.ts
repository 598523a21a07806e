import type {
  AgentSteering,
  Outcome,
  ServerBody,
  SessionPrediction,
  TurnEnd,
  TurnRevised,
} from '@undertone/protocol';
import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import { messageOf } from '../../domain/predictions/answer.js';
import type { SessionState } from '../../domain/live/session-state.js';
import {
  type ReadingCorrection,
  readingCorrection,
} from '../../domain/conversations/utterances/reading-correction.js';
import type { CueAnswer } from '../../domain/conversations/conversation-news.js';
import type { ConversationSummaryView } from '../../domain/conversations/conversation-summary.js';
import type { MetadataChange } from '../../domain/conversations/conversation-rules.js';
import type { LifecycleEvent } from '../../domain/conversations/lifecycle.js';
import type { TakenBack } from '../../domain/conversations/conversation-views.js';
import type { Observed } from '../../domain/conversations/conversations.js';
import { TurnListener } from '../../domain/conversations/utterances/turn-listener.js';
import { HeardMoods, type SavedMoods } from '../../domain/call/emotion/heard-mood.js';
import { labelAlone } from '../../domain/call/emotion/shown-label.js';
import { ConversationNews } from './conversation-news.js';
import { SerialQueue } from '../../concurrency/serial-queue.js';
import type { OpenTurnStates, TurnRecorderOptions } from './turn-recorder-options.js';
import { type News, predictionBodies } from './told-prediction.js';
import { targetsOf } from './told-outcome.js';
import { isUnnamed } from '../../domain/call/channel-id.js';
import { utteranceOf } from '../../domain/conversations/utterances/turn-utterance.js';

/** A channel's newest turn that has ended: the full reader may still read its last utterance. */
interface EndedTurn {
  readonly turnId: string;
  readonly listener: TurnListener;
}

/**
 * Adds a live stream's turns to its conversation, which also holds uploads and REST utterances of the same
 * id. After each turn it reports the prediction. Storage is slower than the audio, so everything here runs in
 * order, behind the stream.
 */
export class TurnRecorder {
  /** The newest prediction, for `session_end`. */
  latest: SessionPrediction | undefined;
  /** The figures of the whole conversation, when it is settled. */
  figures: ConversationSummaryView | undefined;
  /** What the client said when it ended the session. */
  outcome: Outcome | undefined;
  private readonly options: TurnRecorderOptions;
  private readonly ears: Map<number, TurnListener>;
  private readonly ended = new Map<number, EndedTurn>();
  /** Utterances whose name differs from their turn. */
  private readonly names = new Map<string, string>();
  private readonly heardMoods: HeardMoods;
  private isOpen = false;
  private readonly steps: SerialQueue;
  private readonly news: ConversationNews;

  constructor(options: TurnRecorderOptions) {
    this.options = options;
    const heard = options.heard ?? [];
    this.ears = new Map(heard.map(({ channel, state }) => [channel, new TurnListener(state)]));
    this.heardMoods = new HeardMoods(options.moods);
    this.steps = new SerialQueue(options.onFailed);
    this.news = new ConversationNews({
      ...options,
      revision: options.revision,
      turnOf: (utteranceId) => this.turnOf(utteranceId),
    });
  }

  /**
   * Loads the conversation before anything is streamed into it.
   * @throws Fault `conflict` when the conversation is over
   */
  async open(): Promise<void> {
    const { sessions, orgId, sessionId, config } = this.options;
    const { vertical, language, metadata } = config();
    this.news.begin(await sessions.openStream({ orgId, id: sessionId, vertical, language, metadata }));
    this.isOpen = true;
    // The previous relay may have died after it knew the agent and before it saved that.
    for (const speaker of this.options.agents()) this.knowAgent(speaker);
  }

  /** A voice is the agent's. This also changes what was stored of the voice before. */
  knowAgent(speaker: string): void {
    if (!this.isOpen) return;
    const { sessions, orgId, sessionId, config, agentAnalysis } = this.options;
    const channel = config().channels.findIndex(({ id }, index) => id === speaker && isUnnamed(id, index));
    const voice = {
      mayBeRead: agentAnalysis,
      ...(channel < 0 ? { speakerId: speaker } : { speakerId: 'caller', channel }),
    };
    this.steps.add(async () => {
      await this.takenBack(await sessions.knowAgent(orgId, sessionId, voice));
    });
  }

  private isAgent(speaker: string): boolean {
    return this.options.agents().includes(speaker);
  }

  private roleOf(speaker: string, channel: number): 'agent' | 'caller' {
    const isAgents = this.options.config().channels[channel]?.subject === 'agent';
    return isAgents || this.isAgent(speaker) ? 'agent' : 'caller';
  }

  /** Every change of the conversation up to here was reported. */
  get revision(): number {
    return this.news.revision;
  }

  /** The conversation changed, maybe over another route. This is reported after everything before it. */
  hasNews(revision: number): void {
    if (!this.isOpen) return;
    this.steps.add(async () => {
      const told = await this.news.upTo(revision);
      if (told !== undefined) this.tell({ ...told.news, alerts: told.alerts });
    });
  }

  /** Puts the stream's own changes after the earlier changes of others. */
  private async own(observed: Observed): Promise<Observed> {
    if (observed.duplicate) return observed;
    const alerts = await this.news.own(observed.record.progress.revision);
    return { ...observed, alerts: [...alerts, ...observed.alerts] };
  }

  /** Utterances changed owners. Alerts that others raised before are told even where nothing else is new. */
  private async takenBack(after: TakenBack): Promise<void> {
    const alerts = await this.news.own(after.record.progress.revision);
    if (after.changed || alerts.length > 0) this.tell({ ...after, alerts });
  }

  /** Under which id a turn is stored. */
  private utteranceIdOf = (turnId: string): string => this.names.get(turnId) ?? turnId;

  private turnOf(utteranceId: string): string {
    return [...this.names].find(([, name]) => name === utteranceId)?.[0] ?? utteranceId;
  }

  /** The stream paused or continued; the conversation follows. */
  moved(state: SessionState): void {
    if (state.kind === 'live') this.move({ kind: 'stream_resumed' });
    if (state.kind === 'paused') this.move({ kind: 'stream_paused', reason: state.pause });
  }

  /** The client says anew what the call is about. */
  describe(change: MetadataChange): void {
    if (!this.isOpen) return;
    const { sessions, orgId, sessionId } = this.options;
    this.steps.add(() => sessions.describe(orgId, sessionId, change));
  }

  /** The stream never began; the conversation goes on without it. */
  leave(): void {
    this.move({ kind: 'stream_left' });
  }

  private move(event: LifecycleEvent): void {
    if (!this.isOpen) return;
    const { sessions, orgId, sessionId } = this.options;
    this.steps.add(() => sessions.move(orgId, sessionId, event).then(() => undefined));
  }

  /**
   * Takes a result and the messages that the stream sends for it.
   * @returns what it sends after them
   */
  take(result: AnalysisResult, bodies: readonly ServerBody[]): ServerBody[] {
    const { channel, speaker } = result;
    // A result that begins a turn is not part of the turn that it ends.
    const ends = ({ kind, value }: ServerBody): boolean =>
      kind === 'turn.end' && value.channel === channel && value.speakerId !== speaker;
    const isHandedOver = speaker !== undefined && bodies.some(ends);
    const before = isHandedOver ? this.watch(bodies) : [];
    const revised = this.hear(result);
    return [...before, ...revised, ...(isHandedOver ? [] : this.watch(bodies))];
  }

  /**
   * Takes a result, before the stream's messages for it are handled.
   * @returns what is told of the turn before
   */
  hear(result: AnalysisResult): readonly ServerBody[] {
    const { agentAnalysis, config } = this.options;
    const speaker = result.speaker ?? config().channels[result.channel]?.id;
    if (!agentAnalysis && speaker !== undefined && this.isAgent(speaker)) return [];
    const ear = this.ears.get(result.channel) ?? new TurnListener();
    const revised = result.utterance !== undefined && ear.isEmpty ? this.revise(result) : [];
    this.options.training?.hear(result, ear.isEmpty);
    ear.hear(result);
    this.ears.set(result.channel, ear);
    return revised;
  }

  /**
   * Handles the stream's messages: its turns become utterances.
   * @returns what is told after them
   */
  watch(bodies: readonly ServerBody[]): ServerBody[] {
    this.heardMoods.hear(bodies);
    for (const body of bodies) if (body.kind === 'agent_steering') this.noteCue(body.value);
    const told = bodies.flatMap((body) => (body.kind === 'turn.end' ? this.close(body.value) : []));
    const revised = bodies.flatMap((body) => (body.kind === 'turn.revised' ? [body.value] : []));
    if (revised.length > 0) this.give(revised);
    return told;
  }

  /** Turns that have ended are other speakers' than was told: their utterances follow. */
  private give(turns: readonly TurnRevised[]): void {
    const { sessions, orgId, sessionId, agentAnalysis } = this.options;
    const owners = turns.map(({ turnId, speakerId, channel }) => {
      const mayBeRead = agentAnalysis || !this.isAgent(speakerId);
      // The full reader may still read the turn, of which nothing may be kept then.
      if (!mayBeRead && this.ended.get(channel)?.turnId === turnId) this.ended.delete(channel);
      return { turnId, speakerId, role: this.roleOf(speakerId, channel), mayBeRead };
    });
    this.steps.add(async () => {
      const given = owners.map(({ turnId, ...owner }) => {
        return { ...owner, utteranceId: this.utteranceIdOf(turnId) };
      });
      await this.takenBack(await sessions.give(orgId, sessionId, given));
    });
  }

  /** A cue stays with its conversation, for those who look at the call later. */
  private noteCue({ cueId, cue, mode, timestampMs }: AgentSteering): void {
    if (cue === undefined || !this.isOpen) return;
    const { sessions, orgId, sessionId } = this.options;
    const { severity, title, body } = cue;
    const told = { cueId, atMs: timestampMs, mode, severity, title, body };
    this.steps.add(() => sessions.noteCue(orgId, sessionId, told));
  }

  /** The agent did something with a cue. */
  noteCueAction(answer: CueAnswer): void {
    if (!this.isOpen) return;
    const { sessions, orgId, sessionId } = this.options;
    this.steps.add(() => sessions.noteCueAction(orgId, sessionId, answer));
  }

  /** Words that came after the end of their turn: most transcription servers are slower than the turn. An open turn brings its own. */
  noteWords(bodies: readonly ServerBody[]): void {
    if (!this.isOpen) return;
    const { sessions, orgId, sessionId } = this.options;
    for (const body of bodies) {
      if (body.kind !== 'turn.update') continue;
      const { turnId, endMs, text } = body.value;
      if (endMs === undefined || text === undefined) continue;
      this.steps.add(() =>
        sessions.noteWords(orgId, sessionId, { utteranceId: this.utteranceIdOf(turnId), text }),
      );
    }
  }

  /** The full reader was done after the turn's end. */
  private revise(result: AnalysisResult): readonly ServerBody[] {
    const turn = this.ended.get(result.channel);
    if (turn === undefined) return [];
    this.ended.delete(result.channel);
    const { turnId, listener } = turn;
    listener.hearWhole(result);
    if (!listener.isRevised) return [];
    const reading = listener.read();
    const { sessions, orgId, sessionId } = this.options;
    this.steps.add(async () => {
      const revised = await sessions.revise(orgId, sessionId, this.utteranceIdOf(turnId), reading);
      this.tell(await this.own(revised));
    });
    return this.options.onRead(turnId, labelAlone(reading), true);
  }

  /**
   * The stream is over, and so is the conversation. It is settled after everything before it.
   * @param audioMs how far the audio came
   */
  end(code: string, audioMs: number): void {
    if (!this.isOpen) return;
    const { sessions, orgId, sessionId, config, wallMs } = this.options;
    this.steps.add(async () => {
      const { foresight, record } = await sessions.endStream(orgId, sessionId, code, audioMs);
      this.figures = record.final?.summary;
      this.latest = messageOf(foresight.prediction, config().language);
      const { outcome } = this;
      if (outcome === undefined || Object.keys(outcome).length === 0) return;
      const observedAt = new Date(wallMs()).toISOString();
      await sessions.submitOutcome(orgId, sessionId, { targets: targetsOf(outcome), kpis: {}, observedAt });
    });
  }

  /** What a checkpoint keeps of the open turns, by channel. */
  snapshot(): OpenTurnStates {
    return [...this.ears].flatMap(([channel, ear]) => {
      const state = ear.snapshot();
      return state === undefined ? [] : [{ channel, state }];
    });
  }

  /** What a checkpoint keeps of the voices' moods. */
  get moods(): SavedMoods {
    return this.heardMoods.snapshot();
  }

  /**
   * Corrects a turn that has ended. This runs after everything before it, so its utterance exists by then.
   * @param done gets the fault when there is no such turn or it could not be stored
   */
  correct(turnId: string, correction: ReadingCorrection, done: (fault?: unknown) => void): void {
    const { sessions, orgId, sessionId, training, correctNow } = this.options;
    const stored = correctNow ?? sessions.correct.bind(sessions);
    this.steps.add(async () => {
      const utteranceId = this.utteranceIdOf(turnId);
      let observed: Observed;
      try {
        const said = readingCorrection(correction);
        observed = await this.own(await stored(orgId, sessionId, utteranceId, said));
      } catch (error) {
        done(error);
        return;
      }
      done();
      this.tell(observed);
      await training?.label(utteranceId, correction.emotion);
    });
  }

  /** The consent to training was withdrawn: nothing of the stream's turns is kept for training any more. */
  withdrawTraining(): void {
    const { training } = this.options;
    if (training === undefined) return;
    training.withdraw();
    this.steps.add(() => training.forget());
  }

  /** Resolves when everything so far is stored. */
  settled(): Promise<void> {
    return this.steps.settled();
  }

  private close(end: TurnEnd): readonly ServerBody[] {
    const { sessions, orgId, sessionId, correctionsOf, training, agentAnalysis } = this.options;
    const corrections = correctionsOf(end.turnId);
    const sample = training?.take(end.channel, end.endMs - end.startMs);
    const heard = this.ears.get(end.channel) ?? new TurnListener();
    this.ears.delete(end.channel);
    const role = this.roleOf(end.speakerId, end.channel);
    const isUnread = this.isAgent(end.speakerId) && !agentAnalysis;
    const listener = isUnread ? new TurnListener() : heard;
    const reading = listener.read();
    this.ended.delete(end.channel);
    if (!listener.isEmpty) this.ended.set(end.channel, { turnId: end.turnId, listener });
    const told = this.options.onRead(end.turnId, labelAlone(reading), listener.isRevised);
    const mood = this.heardMoods.atTurnEnd(end.channel, end.speakerId);
    const utterance = utteranceOf(end, reading, role, isUnread ? undefined : mood);
    this.steps.add(async () => {
      const added = await this.own(await sessions.add(orgId, sessionId, utterance, end.text));
      const { utteranceId } = added.utterance;
      // Another relay stored this turn before, under a different name.
      if (utteranceId !== end.turnId) this.names.set(end.turnId, utteranceId);
      if (sample !== undefined && !isUnread && !added.duplicate)
        await training?.keep(utteranceId, added.utterance.speakerId, sample);
      let observed = added;
      for (const correction of added.duplicate || isUnread ? [] : corrections) {
        const said = readingCorrection(correction);
        const after = await this.own(await sessions.correct(orgId, sessionId, utteranceId, said));
        observed = { ...after, alerts: [...observed.alerts, ...after.alerts], duplicate: false };
        await training?.label(utteranceId, correction.emotion);
      }
      this.tell(observed);
    });
    return told;
  }

  private tell(news: News & Partial<Pick<Observed, 'duplicate'>>): void {
    const { config, say } = this.options;
    const { features, language } = config();
    this.latest = messageOf(news.foresight.prediction, language);
    if (news.duplicate === true || !features.includes('prediction')) return;
    say(predictionBodies(this.latest, news));
  }
}
