import { type HeardMood, longestMood } from '../call/emotion/heard-mood.js';
import { labelAlone } from '../call/emotion/shown-label.js';
import { callersMoods } from './callers-moods.js';
import { answerTo, type GivenCue } from './conversation-cues.js';
import type { Utterance } from './utterances/utterance.js';

/** Into how many equal spans the line of a whole call is cut, whatever its length. */
const LINE_SPANS = 24;
/** A conference has more voices than a list can show. */
const SPEAKERS_SHOWN = 8;

/** What a list shows of a call that is over; written once, when it ends, so that no list reads utterances. */
export interface ConversationOverview {
  readonly speakers: readonly {
    readonly id: string;
    readonly role: Utterance['role'];
    readonly talk_s: number;
  }[];
  /** Mean valence of the callers in equal spans of the call; null where none of them spoke. */
  readonly valence: readonly (number | null)[];
  /** Seconds of the callers' speech under each label. */
  readonly emotions: Readonly<Record<string, number>>;
  /** Seconds of each of the callers' moods, as the panel counted them and without the time in which another caller spoke, and the last one; absent in data from an earlier release. */
  readonly moods?: Readonly<Partial<Record<HeardMood, number>>>;
  readonly finalMood?: HeardMood | null;
  /** How often the escalation risk rose above the usual threshold, and how often it came back. */
  readonly escalations: number;
  readonly calmed: number;
  /** Cues that were given, and what the agent did with them. */
  readonly cues: Readonly<Record<'given' | 'seen' | 'accepted' | 'dismissed' | 'not_useful', number>>;
}

/**
 * @param utterances in order
 * @param durationMs of the whole call
 */
export const overviewOf = (
  utterances: readonly Utterance[],
  durationMs: number,
  cues: readonly GivenCue[],
): ConversationOverview => ({
  speakers: speakersOf(utterances),
  valence: valenceLine(utterances, durationMs),
  emotions: emotionsOf(utterances),
  moods: moodsOf(utterances),
  finalMood: lastMoodOf(utterances),
  ...heatOf(utterances),
  cues: cueCounts(cues),
});

/** The thresholds of the default rule, whatever the organization's own are: then days and organizations compare. */
const HEATED = 0.6;
const CALMED = 0.4;

const heatOf = (utterances: readonly Utterance[]): Pick<ConversationOverview, 'escalations' | 'calmed'> => {
  let escalations = 0;
  let calmed = 0;
  for (const { expected } of utterances) {
    if (expected === undefined) continue;
    if (escalations === calmed && expected.escalation_risk >= HEATED) escalations += 1;
    else if (escalations > calmed && expected.escalation_risk <= CALMED) calmed += 1;
  }
  return { escalations, calmed };
};

const cueCounts = (cues: readonly GivenCue[]): ConversationOverview['cues'] => {
  const withLast = (action: string): number => cues.filter((cue) => answerTo(cue)?.action === action).length;
  return {
    given: cues.length,
    seen: cues.filter(({ answers }) => answers.length > 0).length,
    accepted: withLast('accepted'),
    dismissed: withLast('dismissed'),
    not_useful: withLast('not_useful'),
  };
};

const speakersOf = (utterances: readonly Utterance[]): ConversationOverview['speakers'] => {
  const found = new Map<string, { id: string; role: Utterance['role']; ms: number }>();
  for (const { speakerId: id, role, startMs, endMs } of utterances) {
    const key = `${role} ${id}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { id, role, ms: endMs - startMs });
    else known.ms += endMs - startMs;
  }
  return [...found.values()]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SPEAKERS_SHOWN)
    .map(({ id, role, ms }) => ({ id, role, talk_s: Math.round(ms / 100) / 10 }));
};

const valenceLine = (utterances: readonly Utterance[], durationMs: number): readonly (number | null)[] => {
  const spanMs = Math.max(durationMs, 1) / LINE_SPANS;
  const spans = Array.from({ length: LINE_SPANS }, () => ({ sum: 0, ms: 0 }));
  for (const { role, tone, startMs, endMs } of utterances) {
    if (role !== 'caller' || tone === null) continue;
    const last = Math.min(LINE_SPANS - 1, Math.floor(endMs / spanMs));
    for (let at = Math.min(last, Math.floor(startMs / spanMs)); at <= last; at += 1) {
      // At least a moment, so that an utterance without length still shows.
      const ms = Math.max(1, Math.min(endMs, (at + 1) * spanMs) - Math.max(startMs, at * spanMs));
      const span = spans[at];
      if (span === undefined) continue;
      span.sum += tone.valence * ms;
      span.ms += ms;
    }
  }
  return spans.map(({ sum, ms }) => (ms === 0 ? null : Math.round((sum / ms) * 100) / 100));
};

const emotionsOf = (utterances: readonly Utterance[]): Readonly<Record<string, number>> => {
  const heardMs = new Map<string, number>();
  for (const utterance of utterances) {
    const label = labelAlone(utterance);
    if (utterance.role !== 'caller' || label === null) continue;
    heardMs.set(label, (heardMs.get(label) ?? 0) + utterance.endMs - utterance.startMs);
  }
  return Object.fromEntries([...heardMs].map(([label, ms]) => [label, Math.round(ms / 100) / 10]));
};

const moodsOf = (utterances: readonly Utterance[]): Readonly<Partial<Record<HeardMood, number>>> =>
  Object.fromEntries([...callersMoods(utterances)].map(([mood, ms]) => [mood, Math.round(ms / 100) / 10]));

/** The callers' last mood that is known. */
export const lastMoodOf = (utterances: readonly Utterance[]): HeardMood | null =>
  utterances.filter(({ role, mood }) => role === 'caller' && mood !== undefined).at(-1)?.mood ?? null;

/** The mood that lasted longest; the last one of a call in which none lasted, and null where none is known. */
export const dominantMoodOf = (overview: ConversationOverview | undefined): HeardMood | null =>
  longestMood(overview?.moods ?? {}) ?? overview?.finalMood ?? null;
