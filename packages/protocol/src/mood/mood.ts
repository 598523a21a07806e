import type { AgentSteering, Directive, SteeringMode } from '../generated/types.js';
import { UNCERTAIN } from '../labels.js';
import { MOOD_LIMITS } from './limits.js';
import { emotionsOf, type HeatPoint, type MoodKind } from './claims.js';

/** A stretch of the call with one mood, on the audio clock. */
export interface MoodSpan {
  /** Which mood. */
  readonly kind: MoodKind;
  /** Where it began. */
  readonly fromMs: number;
  /** Where it ended, or where it was heard last. */
  readonly toMs: number;
}

/**
 * The mood of one voice: the one state from which headline, color, cue and recommendation follow, wherever the call is shown. It
 * changes only by {@link hearMood} and {@link steerMood}. README.md of the widget describes the machine.
 */
export interface CallMood {
  /** Which mood. */
  readonly kind: MoodKind;
  /** When the mood began, on the audio clock. */
  readonly sinceMs: number;
  /** Up to where sure evidence was heard, on the audio clock; undefined before any. */
  readonly sureMs: number | undefined;
  /** The relay's steering mode of the voice. */
  readonly mode: SteeringMode;
  /** The signal `escalation`, smoothed: up at once, down slowly; 0 to 1. */
  readonly heat: number;
  /** Smoothed, -1 to 1. */
  readonly valence: number;
  /** Smoothed, -1 to 1. */
  readonly arousal: number;
  /** Smoothed probabilities of the labels. */
  readonly probabilities: Readonly<Record<string, number>>;
  /** The leading label; undefined where none leads, or where it does not go with the mood. */
  readonly label: string | undefined;
  /** Evidence for another mood, and for how long it has lasted. */
  readonly rival: { readonly kind: MoodKind; readonly ms: number } | undefined;
  /** Speech since the stretch began, and where it ended, ms. */
  readonly stretch: { readonly ms: number; readonly endMs: number };
  /** Heat over the last seconds. */
  readonly trace: readonly HeatPoint[];
  /** The whole call so far. */
  readonly spans: readonly MoodSpan[];
}

/** The mood of a voice that was not heard yet. */
export const UNHEARD: CallMood = {
  kind: 'unheard',
  sinceMs: 0,
  sureMs: undefined,
  mode: 'normal',
  heat: 0,
  valence: 0,
  arousal: 0,
  probabilities: {},
  label: undefined,
  rival: undefined,
  stretch: { ms: 0, endMs: -Infinity },
  trace: [],
  spans: [],
};

/** Takes a result into account. A revision of an earlier stretch is ignored: it is about the past. */
export const hearMood = (mood: CallMood, directive: Directive): CallMood => {
  const { audioStartMs, audioEndMs, speech, modulationMode } = directive;
  if (audioEndMs <= mood.stretch.endMs) return mood;
  const steered = modulationMode === undefined ? mood : { ...mood, mode: modulationMode };
  const values = valuesOf(directive);
  if (!speech || values === undefined) return steered;
  const isNew = audioStartMs - mood.stretch.endMs > MOOD_LIMITS.stretchGapMs;
  const spanMs = Math.min(
    MOOD_LIMITS.maxSpanMs,
    audioEndMs - Math.max(audioStartMs, isNew ? audioStartMs : mood.stretch.endMs),
  );
  const stretch = { ms: (isNew ? 0 : mood.stretch.ms) + spanMs, endMs: audioEndMs };
  if (stretch.ms < MOOD_LIMITS.settledMs && mood.sureMs !== undefined) return { ...steered, stretch };
  const eased = ease({ ...steered, stretch }, directive, values, spanMs);
  const sure = directive.emotion !== UNCERTAIN || values.heat >= MOOD_LIMITS.sureHeat;
  if (sure && stretch.ms >= MOOD_LIMITS.settledMs) return settle(eased, audioEndMs, spanMs);
  // The last sure mood stays, and so does its stretch of the call. Its label goes once another leads.
  const label = labelOf(eased, eased.kind) === eased.label ? eased.label : undefined;
  return eased.spans.length === 0
    ? { ...eased, label }
    : { ...eased, label, spans: withSpan(eased.spans, eased.kind, audioEndMs) };
};

/** Takes a steering message about this voice into account. */
export const steerMood = (mood: CallMood, { mode, timestampMs }: SteeringNews): CallMood => {
  const steered = { ...mood, mode };
  // Nothing was told of the voice yet: the relay has heard more of it than the viewer. Or the voice is as
  // hot as the relay says, or calms down, and the relay has waited already.
  const untold = mood.kind === 'unheard' && mode !== 'normal';
  const kind = wanted(steered);
  // After a lost link the call's clock is ahead of the audio that is caught up with: what was heard last made the mode.
  const atMs = mood.stretch.endMs === -Infinity ? timestampMs : Math.min(timestampMs, mood.stretch.endMs);
  return untold || kind === 'upset' || kind === 'calming'
    ? enter({ ...steered, rival: undefined }, kind, atMs)
    : steered;
};

type SteeringNews = Pick<AgentSteering, 'mode' | 'timestampMs'>;

interface Values {
  readonly heat: number;
  readonly valence: number;
  readonly arousal: number;
}

/** What a result says about a voice; undefined where it could not be read or is hardly like speech. */
const valuesOf = ({ signals, valence, arousal, emotion, quality }: Directive): Values | undefined => {
  const heat = signals['escalation'];
  if (heat === undefined || valence === undefined || arousal === undefined || emotion === undefined)
    return undefined;
  return quality.doubts.includes('out_of_domain') ? undefined : { heat, valence, arousal };
};

const ease = (mood: CallMood, directive: Directive, values: Values, spanMs: number): CallMood => {
  const { easing, trend } = MOOD_LIMITS;
  const first = mood.sureMs === undefined && mood.trace.length === 0;
  const toward = (from: number, to: number, constantMs: number): number =>
    first ? to : to + (from - to) * Math.exp(-spanMs / constantMs);
  const heat = toward(
    mood.heat,
    values.heat,
    values.heat > mood.heat ? easing.heatRiseMs : easing.heatFallMs,
  );
  const probabilities: Record<string, number> = { ...directive.emotionProbabilities };
  for (const label in probabilities) {
    const p = probabilities[label] ?? 0;
    probabilities[label] = toward(mood.probabilities[label] ?? p, p, easing.labelsMs);
  }
  const timeMs = directive.audioEndMs;
  const trace = mood.trace.filter(
    (point) =>
      point.timeMs > timeMs - trend.windowMs - trend.pointMs && point.timeMs <= timeMs - trend.pointMs,
  );
  return {
    ...mood,
    heat,
    valence: toward(mood.valence, values.valence, easing.valenceMs),
    arousal: toward(mood.arousal, values.arousal, easing.valenceMs),
    probabilities,
    trace: [...trace, { timeMs, heat }],
  };
};

/** Counts evidence, and changes the mood when it has lasted. */
const settle = (mood: CallMood, atMs: number, spanMs: number): CallMood => {
  const sure = { ...mood, sureMs: atMs };
  const kind = wanted(sure);
  if (kind === sure.kind) return enter({ ...sure, rival: undefined }, kind, atMs);
  const ms = (sure.rival?.kind === kind ? sure.rival.ms : 0) + spanMs;
  // That somebody is calm needs no proof when nothing was said of them yet. Anything else would alarm by a guess at first words.
  const heldMs = sure.kind === 'unheard' && kind === 'calm' ? 0 : MOOD_LIMITS.heldMs[kind];
  return ms >= heldMs
    ? enter({ ...sure, rival: undefined }, kind, atMs)
    : enter({ ...sure, rival: { kind, ms } }, sure.kind, atMs);
};

/** The mood that the smoothed values and the steering ask for. What holds already is left only at its lower limit. */
const wanted = ({ kind, sureMs, mode, heat, valence, arousal }: CallMood): MoodKind => {
  const { upset, tense, pleased, low } = MOOD_LIMITS;
  const isHot = mode === 'caller_escalating' || mode === 'agent_overheated';
  if (isHot) return kind === 'upset' || sureMs === undefined || heat >= upset.enter ? 'upset' : 'tense';
  const wasHot = kind === 'upset' || kind === 'tense' || kind === 'calming';
  if (mode === 'mirror_calm' && (wasHot || sureMs === undefined)) return 'calming';
  if (heat >= (kind === 'tense' || kind === 'upset' ? tense.hold : tense.enter)) return 'tense';
  const isLow = valence <= (kind === 'low' ? low.hold : low.enter);
  if (isLow && arousal <= low.mostArousal && heat <= low.mostHeat) return 'low';
  const isPleased = valence >= (kind === 'pleased' ? pleased.hold : pleased.enter);
  return isPleased && heat <= pleased.mostHeat ? 'pleased' : 'calm';
};

const enter = (mood: CallMood, kind: MoodKind, atMs: number): CallMood => {
  const sinceMs = kind === mood.kind ? mood.sinceMs : atMs;
  return { ...mood, kind, sinceMs, label: labelOf(mood, kind), spans: withSpan(mood.spans, kind, atMs) };
};

const labelOf = ({ probabilities, label }: CallMood, kind: MoodKind): string | undefined => {
  const { least, lead } = MOOD_LIMITS.label;
  let top: string | undefined;
  let share = 0;
  for (const each in probabilities) {
    const own = probabilities[each] ?? 0;
    if (own <= share) continue;
    top = each;
    share = own;
  }
  if (top === undefined || share < least || !emotionsOf(kind).includes(top)) return undefined;
  return label !== undefined && emotionsOf(kind).includes(label) && share < (probabilities[label] ?? 0) + lead
    ? label
    : top;
};

const withSpan = (spans: readonly MoodSpan[], kind: MoodKind, atMs: number): readonly MoodSpan[] => {
  const last = spans.at(-1);
  if (last?.kind === kind) return [...spans.slice(0, -1), { ...last, toMs: atMs }];
  const before = last === undefined ? [] : [...spans.slice(0, -1), { ...last, toMs: atMs }];
  const next = [...before, { kind, fromMs: atMs, toMs: atMs }];
  if (next.length <= MOOD_LIMITS.spans) return next;
  const [oldest, second, ...rest] = next;
  return oldest === undefined || second === undefined
    ? next
    : [{ ...second, fromMs: oldest.fromMs }, ...rest];
};
