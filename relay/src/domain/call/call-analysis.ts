import type { Directive, ServerBody, TurnSummary } from '@undertone/protocol';
import { isActive, mergeActivity, type ActivityKind, type ActivitySource } from './turns/activity.js';
import type { AnalysisResult } from './analysis-result.js';
import type { Baseline } from './emotion/baseline.js';
import { mayAnalyze, roleOn } from './channel-roles.js';
import type { ChannelState } from './channel-state.js';
import { closeCall } from './call-end.js';
import { freshState, parseState, toJson, type CallState } from './call-state.js';
import type {
  ClientVadEvent,
  CallConfig,
  CallDependencies,
  CallEngine,
  CallSummary,
  CallUpdate,
  CueAction,
  Json,
  RevisedSpan,
  TranscriptItem,
} from './call-types.js';
import { learnFromFeedback } from './steering/cue-budget.js';
import { DirectiveFeed } from './steering/directive-feed.js';
import { speechMsIn, tallySpeech } from './speech-time.js';
import { baselineOf, handOver, hasSpoken, setBaseline } from './mixed-channel.js';
import { SteeringFeed } from './steering/steering-feed.js';
import { forgetVoice } from './tally.js';
import { overlap } from './turns/overlap.js';
import { TurnLog } from './turns/turn-log.js';
import { TURNS } from './thresholds.js';
import { freshTurn, type TurnInput } from './turns/turns.js';
import { vocalInput } from './emotion/vocal-events.js';
import { hearVocal, toneShift } from './emotion/speaker-messages.js';
import { advanceSpeaker } from './emotion/speaker-state.js';
import { watchAudio } from './audio-warnings.js';

export type * from './call-types.js';
export { SnapshotError } from './call-state.js';

/** See {@link CallEngine}: the rules of one call, from results and client events to messages. */
export class CallAnalysis implements CallEngine {
  private readonly turns: TurnLog;
  private readonly directives: DirectiveFeed;
  private readonly steering: SteeringFeed;

  private constructor(
    private readonly state: CallState,
    dependencies: CallDependencies,
  ) {
    this.turns = new TurnLog(state, () => dependencies.newId('turn'));
    this.directives = new DirectiveFeed(state, () => dependencies.newId('dir'));
    this.steering = new SteeringFeed(state, () => dependencies.newId('cue'));
  }

  /** @throws ZodError when the configuration is invalid (a bug in the calling code) */
  static create(config: CallConfig, dependencies: CallDependencies): CallAnalysis {
    return new CallAnalysis(freshState(config), dependencies);
  }

  /** @throws SnapshotError when `json` is not a snapshot of this version */
  static restore(json: unknown, dependencies: CallDependencies): CallAnalysis {
    return new CallAnalysis(parseState(json), dependencies);
  }

  advance(result: AnalysisResult): ServerBody[] {
    const { state } = this;
    const index = result.channel;
    const channel = this.channel(index);
    if (result.startMs < channel.clockMs && result.endMs <= channel.clockMs)
      return this.again(channel, result);
    const missed = this.goOn(channel, result);
    channel.clockMs = Math.max(channel.clockMs, result.endMs);
    const turnover = this.turnover(channel, result);
    if (!mayAnalyze(state, index)) return [...missed, ...turnover];
    const spokeBefore = isActive(channel.activity, state.config.vadMode);
    const bodies = [...missed, ...turnover, ...this.takeServerActivity(channel, result)];
    // A turn's start is sent before its first directive, and its end after its last.
    if (channel.turn.kind === 'candidate') bodies.push(...this.turns.move(index, tickOf(channel, result)));
    const speechMs = speechMsIn(state, channel, result, spokeBefore);
    const step = advanceSpeaker(channel.voice, result, speechMs, {
      role: roleOn(state, index),
      steering: state.config.steering.enabled,
    });
    channel.voice = step.speaker;
    tallySpeech(state, result, speechMs, step.reading);
    bodies.push(
      ...this.directives.tell(channel, result, speechMs, step.reading),
      ...hearVocal(state, channel, index, vocalInput(result)),
      ...toneShift(state, channel, index, step.toneEvent),
      ...this.steering.tell(channel, result, step, this.clockMs()),
    );
    const watched = watchAudio(channel.monitor, result);
    channel.monitor = watched.monitor;
    for (const warning of watched.warnings) bodies.push({ kind: 'warning', value: warning });
    bodies.push(...this.turns.move(index, tickOf(channel, result)));
    return bodies;
  }

  vadEvent({ channel, kind, atMs }: ClientVadEvent): ServerBody[] {
    return mayAnalyze(this.state, channel) ? this.takeActivity(channel, 'client', kind, atMs) : [];
  }

  transcript(item: TranscriptItem): ServerBody[] {
    return this.turns.take(item, this.clockMs());
  }

  feedback(cueId: string, action: CueAction): void {
    this.state.cues = learnFromFeedback(this.state.cues, cueId, action, this.clockMs());
  }

  forceEndTurn(channel?: number): ServerBody[] {
    const { config, channels } = this.state;
    return this.indices(channel).flatMap((index) => {
      const { activity, clockMs } = channels[index] as ChannelState;
      const bodies = this.turns.move(index, { kind: 'close', atMs: clockMs });
      // If the speaker continues, the next turn begins at once.
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
        ...hearVocal(this.state, channel, index, { kind: 'none' }),
        ...this.turns.move(index, { kind: 'close', atMs: Math.max(atMs, channel.clockMs) }),
      ];
    });
  }

  update(change: CallUpdate): ServerBody[] {
    const before = this.state.config;
    this.state.config = { ...before, ...change } as CallState['config'];
    return this.state.channels.flatMap(({ activity, clockMs }, index) => {
      const after = isActive(activity, this.state.config.vadMode);
      if (after === isActive(activity, before.vadMode)) return [];
      return this.turns.move(index, { kind: after ? 'start' : 'end', atMs: clockMs });
    });
  }

  end(): ServerBody[] {
    return this.indices().flatMap((index) => {
      const channel = this.channel(index);
      return [
        ...hearVocal(this.state, channel, index, { kind: 'none' }),
        ...this.turns.move(index, { kind: 'close', atMs: channel.clockMs }),
      ];
    });
  }

  summary(): CallSummary {
    return closeCall(this.state, this.clockMs());
  }

  latest(): ReturnType<CallEngine['latest']> {
    const { config, channels } = this.state;
    const cue = this.steering.latest(this.clockMs());
    return {
      sessionId: config.sessionId,
      directives: this.directives.latest(),
      modes: channels.map(({ voice }) => voice.steering.mode),
      openTurns: this.turns.open(),
      ...(cue === undefined ? {} : { cue }),
    };
  }

  recentDirectives(): Directive[] {
    return this.directives.recent();
  }

  endedTurns(most: number): TurnSummary[] {
    return this.turns.ended(most);
  }

  holds(turnId: string): boolean {
    return this.turns.holds(turnId);
  }

  label(turnId: string, emotion: string | null, revised: boolean): ServerBody[] {
    return this.turns.label(turnId, emotion, revised);
  }

  correct(turnId: string, emotion: string | undefined): boolean {
    return this.turns.correct(turnId, emotion);
  }

  reviseSpeakers(
    index: number,
    spans: readonly RevisedSpan[],
    speakerOf: (startMs: number, endMs: number) => string | undefined,
  ): ReturnType<CallEngine['reviseSpeakers']> {
    const { turn, clockMs } = this.channel(index);
    const toldMs = turn.kind === 'idle' ? clockMs : Math.min(clockMs, turn.startMs);
    const unknown: RevisedSpan[] = [];
    const bodies = this.turns.give(index, spans, (startMs, endMs) => {
      const speaker = speakerOf(startMs, endMs);
      if (speaker === undefined || hasSpoken(this.state, speaker)) return speaker;
      // `new_speaker` comes first, with the speaker's first result.
      unknown.push({ startMs, endMs });
      return undefined;
    });
    const isEarly = (span: RevisedSpan): boolean =>
      span.endMs > toldMs || unknown.some((each) => overlap(each, span));
    return { bodies, waiting: spans.filter(isEarly) };
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
    if (this.state.config.agentAnalysis) return;
    this.directives.forgetSpeaker(speaker);
    this.state.tally = forgetVoice(this.state.tally, speaker);
    // The summary leaves out readings from before this was known.
    this.state.turns = this.state.turns.map((turn) =>
      turn.speakerId === speaker ? { ...turn, emotion: null } : turn,
    );
  }

  agents(): readonly string[] {
    return this.state.agents ?? [];
  }

  snapshot(): Json {
    return toJson(this.state);
  }

  private channel(index: number): ChannelState {
    const channel = this.state.channels[index];
    if (channel === undefined) throw new RangeError(`the call has no channel ${index}`);
    return channel;
  }

  /** The speaker of a mixed channel changes. One turn ends, and another begins if the new speaker is already speaking. */
  private turnover(
    channel: ChannelState,
    { channel: index, speaker, startMs }: AnalysisResult,
  ): ServerBody[] {
    if (speaker === undefined || speaker === channel.speaker) return [];
    // What was not told as a turn yet is the new speaker's, whom the voices place a little late.
    const isUntold = channel.turn.kind === 'candidate';
    const closed = isUntold ? [] : this.turns.move(index, { kind: 'close', atMs: startMs });
    this.directives.forget(index);
    const handedOver = handOver(this.state, index, speaker, startMs);
    const goesOn = mayAnalyze(this.state, index) && isActive(channel.activity, this.state.config.vadMode);
    if (isUntold && !goesOn) channel.turn = freshTurn();
    return [
      ...closed,
      ...handedOver,
      ...(goesOn ? this.turns.move(index, { kind: 'start', atMs: startMs }) : []),
    ];
  }

  private indices(only?: number): number[] {
    return only === undefined ? this.state.channels.map((_, index) => index) : [only];
  }

  /** The session's clock: the clock of the channel that is furthest ahead. */
  private clockMs(): number {
    return Math.max(...this.state.channels.map(({ clockMs }) => clockMs));
  }

  /**
   * Continues when the checkpoint is older (or newer) than the audio. The audio between them was answered before. A turn
   * that is open in the checkpoint is closed if the gap is at least as long as the pause that ends a turn: the former relay
   * has already sent its end.
   */
  private goOn(channel: ChannelState, { channel: index, startMs }: AnalysisResult): ServerBody[] {
    if (startMs === channel.clockMs) return [];
    channel.directiveEndMs = null;
    // What its client was told last may be of speech: if that is over, it is told so, too.
    channel.speaking = true;
    const { endSilenceMs, vadMode } = this.state.config;
    if (startMs - channel.clockMs < endSilenceMs) return [];
    channel.activity = { ...channel.activity, server: false };
    const ended = this.turns.move(index, { kind: 'close', atMs: channel.clockMs });
    if (!isActive(channel.activity, vadMode)) return ended;
    return [...ended, ...this.turns.move(index, { kind: 'start', atMs: startMs })];
  }

  /**
   * The former relay has heard this span, and its client has not seen the result. It is told how the span sounded, unless the
   * channel's speaker changed since. Turns, moods and sums have the span already.
   */
  private again(channel: ChannelState, result: AnalysisResult): ServerBody[] {
    const isOthers = result.speaker !== undefined && result.speaker !== channel.speaker;
    if (isOthers || !mayAnalyze(this.state, result.channel)) return [];
    if ((channel.directiveEndMs ?? 0) > result.startMs) {
      channel.directiveEndMs = null;
      // What its client was told last may be of speech: if that is over, it is told so, too.
      channel.speaking = true;
    }
    return this.directives.tell(channel, result, speechMsIn(this.state, channel, result, false), undefined);
  }

  private takeServerActivity(channel: ChannelState, result: AnalysisResult): ServerBody[] {
    const bodies = result.vadEvents.flatMap(({ kind, atMs }) =>
      this.takeActivity(result.channel, 'server', kind, atMs),
    );
    // After a restart the worker's voice activity starts again, so its current state replaces ours.
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
}

/**
 * A result ends a turn that is silent, and begins one that is long enough: of several people's later, while nobody was told apart yet
 * or the page alone hears somebody.
 */
const tickOf = ({ turn, activity, speaker }: ChannelState, { endMs, mixed }: AnalysisResult): TurnInput => {
  const isOpen = mixed === true && (speaker === undefined || !activity.server);
  return { kind: 'tick', atMs: isOpen && turn.kind === 'candidate' ? endMs - TURNS.doubtMs : endMs };
};
