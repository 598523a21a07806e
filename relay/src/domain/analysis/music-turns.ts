import type { RecordingTurn } from '../recordings/recording-turns.js';
import type { RecordingSpeaker } from './recording-voices.js';

type Stretch = Pick<RecordingTurn, 'startMs' | 'endMs'>;

/** A stretch that was told to be one person's. */
export interface JudgedTurn<T> {
  readonly turn: T;
  /** By itself it has a reading, or a laugh or the like. */
  readonly hasVoice: boolean;
}

const meet = (one: Stretch, other: Stretch): boolean =>
  one.startMs < other.endMs && other.startMs < one.endMs;

/**
 * The turns that somebody has. What tells voices apart also finds one in music on hold, a dial tone or pressed keys. Such a stretch has no
 * voice by itself, and meets no turn of the whole recording that has a reading.
 */
export const withoutMusic = <T extends Stretch>(
  judged: readonly JudgedTurn<T>[],
  ofWhole: readonly (Stretch & Pick<RecordingTurn, 'emotion'>)[],
): readonly T[] => {
  const read = ofWhole.filter(({ emotion }) => emotion !== undefined);
  return judged.flatMap(({ turn, hasVoice }) =>
    hasVoice || read.some((stretch) => meet(stretch, turn)) ? [turn] : [],
  );
};

/** What is left of the speakers and of where two speak at once, when these turns are nobody's. */
export const withoutTurns = <S extends Pick<RecordingSpeaker, 'key' | 'talkMs'>, O extends Stretch>(
  { speakers, overlaps }: { readonly speakers: readonly S[]; readonly overlaps: readonly O[] },
  removed: readonly (Stretch & Pick<RecordingTurn, 'speaker'>)[],
): { readonly speakers: readonly S[]; readonly overlaps: readonly O[] } => ({
  speakers: speakers.flatMap((speaker) => {
    const own = removed.filter((turn) => turn.speaker === speaker.key);
    if (own.length === 0) return [speaker];
    const talkMs = own.reduce((left, { startMs, endMs }) => left - (endMs - startMs), speaker.talkMs);
    return talkMs > 0 ? [{ ...speaker, talkMs }] : [];
  }),
  overlaps: overlaps.filter((overlap) => !removed.some((turn) => meet(turn, overlap))),
});
