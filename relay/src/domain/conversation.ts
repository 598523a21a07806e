import type { AgentSteering, Directive, ServerBody, TurnStart, TurnSummary } from '@undertone/protocol';
import { isActive, mergeActivity, type ActivityKind, type ActivitySource } from './activity.js';
import type { AnalysisResult } from './analysis.js';
import type { Baseline } from './baseline.js';
import type { ChannelState } from './channel-state.js';
import { closeConversation } from './conversation-end.js';
import { freshState, parseState, toJson, type ConversationState } from './conversation-state.js';
import type {
  ClientVadEvent,
  ConversationConfig,
  ConversationDependencies,
  ConversationEnd,
  ConversationPort,
  ConversationUpdate,
  CueAction,
  Json,
  TranscriptItem,
} from './conversation-types.js';
import { learnFromFeedback } from './cue-budget.js';
import { catalogFor } from './cues/catalog.js';
import { buildDirective } from './directive.js';
import { announceLate, announceLowTone, announceMode, isWorthWaiting } from './steering-message.js';
import { addEmotion, addProsody } from './tally.js';
import { STEERING } from './thresholds.js';
import { addText, findTurn, turnSummary, turnText } from './transcript.js';
import { baselineOf, handOver, isAgentOn, setBaseline, speakerOn } from './mixed-channel.js';
import { TurnBook } from './turn-book.js';
import type { TurnInput } from './turns.js';
import { transitionVocal, vocalInput, type VocalInput } from './vocal-events.js';
import { advanceVoice, readVoice, type VoiceReading, type VoiceStep } from './voice.js';
import { watchAudio } from './warnings.js';

export type * from './conversation-types.js';
export { SnapshotError } from './conversation-state.js';

/** See {@link ConversationPort}: the rules of one call, as a function from results and client events to messages. */
export class Conversation implements ConversationPort {
  /** Not part of the snapshot: the next 250 ms of speech make them anew. */
  private readonly newestDirectives = new Map<number, Directive>();
  private newestSteering: AgentSteering | undefined;
  private readonly turns: TurnBook;

  private constructor(
    private readonly state: ConversationState,
    private readonly dependencies: ConversationDependencies,
  ) {
    this.turns = new TurnBook(state, () => dependencies.newId('turn'));
  }

  /** @throws ZodError when the configuration is not one (a bug of the caller's) */
  static create(config: ConversationConfig, dependencies: ConversationDependencies): Conversation {
    return new Conversation(freshState(config), dependencies);
  }

  /** @throws SnapshotError when `json` is not a snapshot of this version */
  static restore(json: unknown, dependencies: ConversationDependencies): Conversation {
    return new Conversation(parseState(json), dependencies);
  }

  advance(result: AnalysisResult): ServerBody[] {
    const channel = this.channel(result.channel);
    const missed = this.goOn(channel, result);
    channel.clockMs = Math.max(channel.clockMs, result.endMs);
    const turnover = this.turnover(channel, result);
    if (!this.mayAnalyse(result.channel)) return [...missed, ...turnover];
    const spokeBefore = isActive(channel.activity, this.state.config.vadMode);
    const tick: TurnInput = { kind: 'tick', atMs: result.endMs };
    const bodies = [...missed, ...turnover, ...this.takeServerActivity(channel, result)];
    // A turn that begins is told before its first directive, one that ends after its last.
    if (channel.turn.kind === 'candidate') bodies.push(...this.turns.move(result.channel, tick));
    const speechMs = this.speechIn(channel, result, spokeBefore);
    const step = advanceVoice(channel.voice, result, speechMs, {
      role: this.roleOf(result.channel),
      steering: this.state.config.steering.enabled,
    });
    channel.voice = step.voice;
    this.tallySpeech(channel, result, speechMs, step.reading);
    bodies.push(
      ...this.directive(channel, result, speechMs, step.reading),
      ...this.vocalEvent(result.channel, vocalInput(result)),
      ...this.toneShift(channel, result, step),
      ...this.steer(result, step),
    );
    const watched = watchAudio(channel.monitor, result);
    channel.monitor = watched.monitor;
    for (const warning of watched.warnings) bodies.push({ kind: 'warning', value: warning });
    bodies.push(...this.turns.move(result.channel, tick));
    return bodies;
  }

  vadEvent({ channel, kind, atMs }: ClientVadEvent): ServerBody[] {
    return this.mayAnalyse(channel) ? this.takeActivity(channel, 'client', kind, atMs) : [];
  }

  transcript(item: TranscriptItem): ServerBody[] {
    const { turns } = this.state;
    const index = findTurn(turns, item, this.clockMs());
    const turn = index === undefined ? undefined : turns[index];
    if (index === undefined || turn === undefined) {
      const message = 'the transcript lies in no turn of its speaker';
      const detail = { item_id: item.itemId, start_ms: String(item.startMs), end_ms: String(item.endMs) };
      return [{ kind: 'warning', value: { code: 'transcript_out_of_range', message, detail } }];
    }
    const updated = addText(turn, item.itemId, item.text, item.startMs);
    turns[index] = updated;
    const { turnId, speakerId, channel, startMs, endMs } = updated;
    const text = turnText(updated);
    return [
      {
        kind: 'turn.update',
        value: {
          turnId,
          speakerId,
          channel,
          startMs: Math.round(startMs),
          ...(endMs === null ? {} : { endMs: Math.round(endMs) }),
          ...(text === undefined ? {} : { text }),
        },
      },
    ];
  }

  feedback(cueId: string, action: CueAction): ServerBody[] {
    this.state.cues = learnFromFeedback(this.state.cues, cueId, action, this.clockMs());
    return [];
  }

  forceEndTurn(channel?: number): ServerBody[] {
    const { config, channels } = this.state;
    return this.indices(channel).flatMap((index) => {
      const { activity, clockMs } = channels[index] as ChannelState;
      const bodies = this.turns.move(index, { kind: 'close', atMs: clockMs });
      // Whoever goes on speaking begins the next turn at once.
      const goesOn = isActive(activity, config.vadMode);
      return goesOn ? [...bodies, ...this.turns.move(index, { kind: 'start', atMs: clockMs })] : bodies;
    });
  }

  pause(atMs: number): ServerBody[] {
    return this.indices().flatMap((index) => {
      const channel = this.channel(index);
      channel.activity = { server: false, client: false };
      channel.speaking = false;
      return [
        ...this.vocalEvent(index, { kind: 'none' }),
        ...this.turns.move(index, { kind: 'close', atMs: Math.max(atMs, channel.clockMs) }),
      ];
    });
  }

  update(change: ConversationUpdate): ServerBody[] {
    const before = this.state.config;
    this.state.config = { ...before, ...change } as ConversationState['config'];
    return this.state.channels.flatMap(({ activity, clockMs }, index) => {
      const after = isActive(activity, this.state.config.vadMode);
      if (after === isActive(activity, before.vadMode)) return [];
      return this.turns.move(index, { kind: after ? 'start' : 'end', atMs: clockMs });
    });
  }

  end(): ConversationEnd {
    const messages = this.indices().flatMap((index) => [
      ...this.vocalEvent(index, { kind: 'none' }),
      ...this.turns.move(index, { kind: 'close', atMs: this.channel(index).clockMs }),
    ]);
    return { messages, summary: closeConversation(this.state, this.clockMs()) };
  }

  latest(): ReturnType<ConversationPort['latest']> {
    const { config, channels, turns } = this.state;
    const cue = this.newestSteering;
    return {
      sessionId: config.sessionId,
      directives: [...this.newestDirectives.values()].sort((a, b) => a.channel - b.channel),
      modes: channels.map(({ voice }) => voice.steering.mode),
      openTurns: turns
        .filter(({ endMs }) => endMs === null)
        .map(({ turnId, speakerId, channel, startMs }): TurnStart => ({
          turnId,
          speakerId,
          channel,
          startMs: Math.round(startMs),
        })),
      ...(cue?.cue !== undefined && this.clockMs() < cue.timestampMs + cue.cue.ttlMs ? { cue } : {}),
    };
  }

  endedTurns(most: number): TurnSummary[] {
    const ended: TurnSummary[] = [];
    for (const turn of this.state.turns.slice(-most - this.state.channels.length)) {
      if (turn.endMs !== null) ended.push(turnSummary(turn, turn.endMs));
    }
    return ended.slice(-most);
  }

  holds(turnId: string): boolean {
    return this.state.turns.some((turn) => turn.turnId === turnId);
  }

  correct(turnId: string, emotion: string | undefined): boolean {
    const { turns } = this.state;
    const at = turns.findIndex((turn) => turn.turnId === turnId);
    const turn = turns[at];
    if (turn === undefined) return false;
    // A turn that is open gets its label when it ends.
    if (emotion !== undefined) {
      turns[at] = { ...turn, corrected: emotion, emotion: turn.endMs === null ? null : emotion };
    }
    return true;
  }

  baselineOf(speaker: string): Baseline | undefined {
    return baselineOf(this.state, speaker);
  }

  resumeBaseline(speaker: string, baseline: Baseline | undefined): void {
    setBaseline(this.state, speaker, baseline);
  }

  treatAsAgent(speaker: string): void {
    const { agents = [] } = this.state;
    if (!agents.includes(speaker)) this.state.agents = [...agents, speaker];
  }

  snapshot(): Json {
    return toJson(this.state);
  }

  private channel(index: number): ChannelState {
    const channel = this.state.channels[index];
    if (channel === undefined) throw new RangeError(`the conversation has no channel ${index}`);
    return channel;
  }

  /** Somebody else speaks on a mixed channel: one turn ends and, if they are speaking already, another begins. */
  private turnover(
    channel: ChannelState,
    { channel: index, speaker, startMs }: AnalysisResult,
  ): ServerBody[] {
    if (speaker === undefined || speaker === channel.speaker) return [];
    const closed = this.turns.move(index, { kind: 'close', atMs: startMs });
    this.newestDirectives.delete(index);
    const told = handOver(this.state, index, speaker, startMs);
    const goesOn = this.mayAnalyse(index) && isActive(channel.activity, this.state.config.vadMode);
    return [...closed, ...told, ...(goesOn ? this.turns.move(index, { kind: 'start', atMs: startMs }) : [])];
  }

  private indices(only?: number): number[] {
    return only === undefined ? this.state.channels.map((_, index) => index) : [only];
  }

  /** The session's clock: the channel that is furthest. */
  private clockMs(): number {
    return Math.max(...this.state.channels.map(({ clockMs }) => clockMs));
  }

  private roleOf(channel: number): 'caller' | 'agent' {
    return isAgentOn(this.state, channel) ? 'agent' : 'caller';
  }

  /** HARDENING.md, I8: an agent is not analysed unless policy allows it, whatever arrives. */
  private mayAnalyse(channel: number): boolean {
    this.channel(channel);
    return this.roleOf(channel) === 'caller' || this.state.config.agentAnalysis;
  }

  /**
   * Taken up from a checkpoint that is older (or newer) than the audio: what lies between was answered before. A turn that
   * was open then has ended, where more lies between than the pause that ends one: the relay before told its end.
   */
  private goOn(channel: ChannelState, { channel: index, startMs }: AnalysisResult): ServerBody[] {
    if (startMs === channel.clockMs) return [];
    channel.directiveEndMs = null;
    const { endSilenceMs, vadMode } = this.state.config;
    if (startMs - channel.clockMs < endSilenceMs) return [];
    channel.activity = { ...channel.activity, server: false };
    const ended = this.turns.move(index, { kind: 'close', atMs: channel.clockMs });
    if (!isActive(channel.activity, vadMode)) return ended;
    return [...ended, ...this.turns.move(index, { kind: 'start', atMs: startMs })];
  }

  private takeServerActivity(channel: ChannelState, result: AnalysisResult): ServerBody[] {
    const bodies = result.vadEvents.flatMap(({ kind, atMs }) =>
      this.takeActivity(result.channel, 'server', kind, atMs),
    );
    // After a restart the worker's voice activity begins anew: its level corrects what we believed.
    if (result.vadEvents.length > 0 || result.speech === channel.activity.server) return bodies;
    const kind = result.speech ? 'start' : 'end';
    return [...bodies, ...this.takeActivity(result.channel, 'server', kind, result.startMs)];
  }

  private takeActivity(
    index: number,
    source: ActivitySource,
    kind: ActivityKind,
    atMs: number,
  ): ServerBody[] {
    const channel = this.channel(index);
    const merged = mergeActivity(channel.activity, this.state.config.vadMode, source, kind);
    channel.activity = merged.activity;
    if (merged.kind === undefined) return [];
    const input: TurnInput = { kind: merged.kind, atMs };
    return this.turns.move(index, input);
  }

  /** Speech in the span by whoever decides: the worker's own count where it heard any, the whole span for the page's. */
  private speechIn(channel: ChannelState, result: AnalysisResult, spokeBefore: boolean): number {
    const { vadMode } = this.state.config;
    if (vadMode !== 'client' && result.speech) return result.speechMs;
    const speaks = spokeBefore || isActive(channel.activity, vadMode);
    return vadMode !== 'server' && channel.activity.client && speaks ? result.endMs - result.startMs : 0;
  }

  private tallySpeech(
    channel: ChannelState,
    result: AnalysisResult,
    speechMs: number,
    reading: VoiceReading | undefined,
  ): void {
    if (this.roleOf(result.channel) === 'agent' && this.hasCaller()) return;
    const { state } = this;
    if (result.prosody !== undefined && speechMs > 0)
      state.tally = addProsody(state.tally, result.prosody, speechMs);
    if (reading === undefined) return;
    const { emotion, dimensions, signals } = reading;
    const { valence, arousal } = dimensions;
    state.tally = addEmotion(state.tally, {
      speechMs,
      emotion: emotion.emotion,
      valence,
      arousal,
      escalation: signals.escalation,
    });
    const { probabilities } = channel.voice.smoothing;
    channel.turnProbabilities = channel.turnProbabilities.map(
      (sum, i) => sum + speechMs * (probabilities[i] ?? 0),
    );
    channel.turnSpeechMs += speechMs;
  }

  private hasCaller(): boolean {
    return this.state.config.channels.some((_, index) => this.roleOf(index) === 'caller');
  }

  /** One per result that holds speech, within the rate asked for, and one more when speech is over. */
  private directive(
    channel: ChannelState,
    result: AnalysisResult,
    speechMs: number,
    reading: VoiceReading | undefined,
  ): ServerBody[] {
    const speech = speechMs > 0;
    if (!speech && !channel.speaking) return [];
    const { config } = this.state;
    const sinceMs = result.endMs - (channel.directiveEndMs ?? -Infinity);
    const tooSoon = config.outputs.maxRateHz !== undefined && sinceMs < 1000 / config.outputs.maxRateHz;
    if (speech && channel.speaking && tooSoon) return [];
    const value = buildDirective({
      directiveId: this.dependencies.newId('dir'),
      speakerId: speakerOn(this.state, result.channel),
      result,
      startMs: channel.speaking ? (channel.directiveEndMs ?? result.startMs) : result.startMs,
      speech,
      voice: channel.voice,
      // A sound that is no speech has no reading, and what was said before is not said again for it.
      reading: reading ?? (result.notSpeech === true ? undefined : readVoice(channel.voice, result)),
      config,
      role: this.roleOf(result.channel),
      catalog: catalogFor(config.language),
    });
    channel.speaking = speech;
    channel.directiveEndMs = result.endMs;
    this.newestDirectives.set(result.channel, value);
    return [{ kind: 'directive', value }];
  }

  private vocalEvent(index: number, input: VocalInput): ServerBody[] {
    const channel = this.channel(index);
    const { vocal, event } = transitionVocal(channel.vocal, input);
    channel.vocal = vocal;
    const { config } = this.state;
    if (event === undefined || !config.features.includes('emotion')) return [];
    const value = {
      ...event,
      speakerId: speakerOn(this.state, index),
      channel: index,
      startMs: Math.round(event.startMs),
      endMs: Math.round(event.endMs),
    };
    return [{ kind: 'vocal_event', value }];
  }

  private toneShift(
    channel: ChannelState,
    { channel: index }: AnalysisResult,
    { toneEvent }: VoiceStep,
  ): ServerBody[] {
    if (toneEvent === undefined) return [];
    const { updates, valence, arousal } = channel.voice.baseline;
    const value = {
      speakerId: speakerOn(this.state, index),
      onsetMs: Math.round(toneEvent.onsetMs),
      commitMs: Math.round(toneEvent.commitMs),
      durationMs: Math.round(toneEvent.durationMs),
      magnitude: toneEvent.magnitude,
      direction: toneEvent.direction,
      baseline: { n: updates, valence: valence.mean, arousal: arousal.mean },
      resolved: toneEvent.resolved,
    };
    return [{ kind: 'tone_shift', value }];
  }

  private steer(
    { channel, endMs }: AnalysisResult,
    { reading, toneEvent, modeChange }: VoiceStep,
  ): ServerBody[] {
    const { config, cues } = this.state;
    if (reading === undefined || !config.steering.enabled) return [];
    const moment = {
      atMs: Math.max(endMs, this.clockMs()),
      reading,
      catalog: catalogFor(config.language),
      alertBudget: config.steering.alertBudget,
      newCueId: () => this.dependencies.newId('cue'),
    };
    const own = this.channel(channel).voice;
    const { mode, cueDue } = own.steering;
    const announced =
      modeChange !== undefined
        ? announceMode(cues, modeChange, moment)
        : cueDue && reading.signals.escalation >= STEERING.hotEscalation
          ? announceLate(cues, mode, moment)
          : this.losesHeart(channel, reading, toneEvent)
            ? announceLowTone(cues, mode, moment)
            : undefined;
    const due = announced?.message.cue === undefined && (cueDue || modeChange !== undefined);
    own.steering = { ...own.steering, cueDue: due && isWorthWaiting(mode) };
    if (announced === undefined) return [];
    this.state.cues = announced.budget;
    this.newestSteering = announced.message;
    return [{ kind: 'agent_steering', value: announced.message }];
  }

  /** A caller whose voice got darker without getting hotter: anger is dark too, and has a cue of its own. */
  private losesHeart(channel: number, { z, signals }: VoiceReading, event: VoiceStep['toneEvent']): boolean {
    return (
      event?.direction === 'darkening' &&
      !event.resolved &&
      this.roleOf(channel) === 'caller' &&
      z.arousal < STEERING.lowArousalZ &&
      signals.escalation < STEERING.coolEscalation
    );
  }
}
