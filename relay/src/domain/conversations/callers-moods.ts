import type { HeardMood } from '../call/emotion/heard-mood.js';
import type { Utterance } from './utterances/utterance.js';

type Turn = Pick<Utterance, 'role' | 'speakerId' | 'channel' | 'startMs' | 'endMs' | 'mood' | 'moodMs'>;

/**
 * How long each of the callers' moods lasted, ms. The mood of a voice lasts over its pauses, until another caller speaks: who listens
 * calmly to the end counts for the time spoken, not for the time on the line.
 * @param utterances in order
 */
export const callersMoods = (utterances: readonly Turn[]): ReadonlyMap<HeardMood, number> => {
  const lastedMs = new Map<HeardMood, number>();
  const callers = utterances.filter(({ role }) => role === 'caller');
  const newest = new Map<string, number>();
  callers.forEach((turn, at) => {
    const key = keyOf(turn);
    const before = newest.get(key);
    newest.set(key, at);
    const former = before === undefined ? undefined : callers[before];
    const listenedMs = former === undefined ? 0 : othersMs(callers.slice(before, at), former, turn.startMs);
    for (const [mood, ms] of Object.entries(turn.moodMs ?? {}) as [HeardMood, number][]) {
      const ownMs = mood === former?.mood ? Math.max(0, ms - listenedMs) : ms;
      lastedMs.set(mood, (lastedMs.get(mood) ?? 0) + ownMs);
    }
  });
  return lastedMs;
};

/** From when another caller spoke after a turn until its voice spoke again. */
const othersMs = (turns: readonly Turn[], former: Turn, untilMs: number): number => {
  const begins = turns
    .filter((turn) => keyOf(turn) !== keyOf(former) && turn.endMs > former.endMs)
    .map(({ startMs }) => Math.max(startMs, former.endMs));
  return Math.max(0, untilMs - Math.min(untilMs, ...begins));
};

const keyOf = ({ channel, speakerId }: Turn): string => `${String(channel)} ${speakerId}`;
