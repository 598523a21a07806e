import {
  hearMood,
  levelOf,
  moodsOfCue,
  steerMood,
  UNHEARD,
  type CallMood,
  type MoodKind,
  type MoodLevel,
} from '@undertone/protocol';
import type { PlacedLine } from './call-audio.js';
import type { CallKind } from './call-plan.js';
import { SCORING } from './score.js';
import type { Told } from './rehearse.js';

/** What the parts of a screen claim about the caller at one instant. `unknown`: that they cannot say. */
type Claim = 'heated' | 'raised' | 'even' | 'unknown' | 'none';

/** A screen that shows a call. Each of its parts claims something at every instant. */
interface Screen {
  /** The headline in words; undefined before there is one. */
  readonly headline: string | undefined;
  /** Whether anything on it says in red that the caller is heated. */
  readonly isAlarmed: boolean;
  readonly claims: readonly Claim[];
}

/** Figures of one call on one screen. Times in seconds. */
export interface PanelScore {
  readonly kind: CallKind;
  readonly minutes: number;
  readonly calmMinutes: number;
  readonly headlineChanges: number;
  /** From the first angry word to the first alarm; undefined where none came while the caller was angry. */
  readonly delayS: number | undefined;
  /** Alarms that began while the caller was calm. */
  readonly falseAlarms: number;
  /** Stretches in which two parts disagreed, and their share of the call. */
  readonly disagreements: number;
  readonly disagreementMinutes: number;
}

/** A screen that follows messages. */
export interface PanelFollower {
  take(told: Told): Screen;
}

const HEATED_LABELS = ['angry', 'frustrated', 'contempt', 'disgusted'];
const EVEN_LABELS = ['neutral', 'happy', 'content', 'amused', 'excited'];

const claimOfLabel = (label: string): Claim => {
  if (HEATED_LABELS.includes(label)) return 'heated';
  return EVEN_LABELS.includes(label) ? 'even' : 'none';
};

const levelClaims: Readonly<Record<MoodLevel, Claim>> = {
  unknown: 'unknown',
  low: 'even',
  raised: 'raised',
  high: 'heated',
};

const cueClaim = (kinds: readonly MoodKind[] | undefined): Claim =>
  kinds?.includes('upset') === true ? 'heated' : 'none';

/** Each part reads the newest message by its own rule, as the panel did before the mood. */
export const newestMessages = (): PanelFollower => {
  let label: string | undefined;
  let heat: number | undefined;
  let isEscalating = false;
  let cueUntilMs = -Infinity;
  return {
    take: ({ atMs, body }) => {
      if (body.kind === 'directive' && body.value.speech) {
        label = body.value.emotion ?? 'uncertain';
        heat = body.value.signals['escalation'];
      } else if (body.kind === 'agent_steering') {
        isEscalating = body.value.mode === 'caller_escalating';
        if (body.value.cue?.severity === 'warning') cueUntilMs = atMs + body.value.cue.ttlMs;
        if (body.value.mode === 'normal') cueUntilMs = -Infinity;
      }
      const isHeatedLabel = label !== undefined && HEATED_LABELS.includes(label);
      const named: Claim = isHeatedLabel
        ? 'heated'
        : label === undefined || label === 'uncertain'
          ? 'unknown'
          : 'even';
      const level: Claim =
        heat === undefined ? 'unknown' : heat >= 0.65 ? 'heated' : heat >= 0.35 ? 'raised' : 'even';
      return {
        headline: label,
        isAlarmed: isEscalating || isHeatedLabel || level === 'heated',
        claims: [named, level, isEscalating ? 'heated' : 'none', cueUntilMs > atMs ? 'heated' : 'none'],
      };
    },
  };
};

/** Every part follows the mood. */
export const oneMood = (): PanelFollower => {
  let mood: CallMood = UNHEARD;
  let cue: { readonly kinds: readonly MoodKind[] | undefined; readonly untilMs: number } | undefined;
  return {
    take: ({ atMs, body }) => {
      if (body.kind === 'directive') mood = hearMood(mood, body.value);
      else if (body.kind === 'agent_steering') {
        mood = steerMood(mood, body.value);
        const { cue: told } = body.value;
        if (told !== undefined) cue = { kinds: moodsOfCue(body.value), untilMs: atMs + told.ttlMs };
      }
      const isCued = cue !== undefined && cue.untilMs > atMs && cue.kinds?.includes(mood.kind) !== false;
      const claim = claimOf(mood);
      const labelClaim = mood.label === undefined ? 'none' : claimOfLabel(mood.label);
      return {
        headline: mood.kind === 'unheard' ? undefined : mood.kind,
        isAlarmed: mood.kind === 'upset',
        claims: [claim, labelClaim, levelClaims[levelOf(mood.kind)], isCued ? cueClaim(cue?.kinds) : 'none'],
      };
    },
  };
};

const claimOf = ({ kind }: CallMood): Claim => {
  if (kind === 'upset') return 'heated';
  if (kind === 'tense' || kind === 'calming') return 'raised';
  return kind === 'unheard' ? 'unknown' : 'even';
};

const disagree = (claims: readonly Claim[]): boolean =>
  claims.includes('heated') && (claims.includes('even') || claims.includes('unknown'));

/** Plays what was told about the caller to a screen, and compares what it shows with what was played. */
export const scorePanel = (
  kind: CallKind,
  lines: readonly Pick<PlacedLine, 'role' | 'tone' | 'startMs' | 'endMs'>[],
  durationMs: number,
  told: readonly Told[],
  follower: PanelFollower,
): PanelScore => {
  const angry = lines.filter(({ role, tone }) => role === 'caller' && tone === 'angry');
  const onsetMs = angry[0]?.startMs ?? Infinity;
  const overMs = angry.at(-1)?.endMs ?? -Infinity;
  let before: Screen = { headline: undefined, isAlarmed: false, claims: [] };
  let beforeMs = 0;
  let [headlineChanges, falseAlarms, disagreements, disagreementMs] = [0, 0, 0, 0];
  let delayS: number | undefined;
  for (const each of told) {
    if (each.channel !== 0 || !isShown(each)) continue;
    const now = follower.take(each);
    if (disagree(before.claims)) disagreementMs += each.atMs - beforeMs;
    if (before.headline !== undefined && now.headline !== before.headline) headlineChanges++;
    if (disagree(now.claims) && !disagree(before.claims)) disagreements++;
    const isAngry = each.atMs >= onsetMs && each.atMs <= overMs + SCORING.graceMs;
    if (now.isAlarmed && isAngry) delayS ??= (each.atMs - onsetMs) / 1000;
    if (now.isAlarmed && !before.isAlarmed && !isAngry) falseAlarms++;
    [before, beforeMs] = [now, each.atMs];
  }
  return {
    kind,
    minutes: durationMs / 60_000,
    calmMinutes: (durationMs - Math.max(0, overMs - onsetMs)) / 60_000,
    headlineChanges,
    delayS,
    falseAlarms,
    disagreements,
    disagreementMinutes: disagreementMs / 60_000,
  };
};

const isShown = ({ body }: Told): boolean => body.kind === 'directive' || body.kind === 'agent_steering';

/** Figures over many calls. */
export interface PanelFigures {
  readonly calls: number;
  readonly minutes: number;
  readonly changesPerMinute: number;
  readonly shown: string;
  readonly delayMedianS: number;
  readonly delayP90S: number;
  readonly falseAlarmsPerHour: number;
  readonly disagreementsPerMinute: number;
  readonly disagreementShare: number;
}

export const panelFigures = (scores: readonly PanelScore[]): PanelFigures => {
  const total = (of: (score: PanelScore) => number): number =>
    scores.reduce((sum, score) => sum + of(score), 0);
  const minutes = total((score) => score.minutes);
  const flares = scores.filter(({ kind }) => kind === 'flare');
  const delays = flares.flatMap(({ delayS }) => delayS ?? []).sort((a, b) => a - b);
  const quantile = (share: number): number =>
    delays[Math.max(0, Math.ceil(share * delays.length) - 1)] ?? NaN;
  return {
    calls: scores.length,
    minutes,
    changesPerMinute: total((score) => score.headlineChanges) / minutes,
    shown: `${delays.length} of ${flares.length}`,
    delayMedianS: quantile(0.5),
    delayP90S: quantile(0.9),
    falseAlarmsPerHour: (60 * total((score) => score.falseAlarms)) / total((score) => score.calmMinutes),
    disagreementsPerMinute: total((score) => score.disagreements) / minutes,
    disagreementShare: total((score) => score.disagreementMinutes) / minutes,
  };
};
