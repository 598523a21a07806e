import { countedAs, isFelt } from './channel-roles.js';
import type { CallState } from './call-state.js';
import type { CallSummary } from './call-types.js';
import { summarizeTally } from './tally.js';
import { dominantLabel } from './emotion/shown-label.js';
import { turnSummary } from './turns/transcript.js';

/** What `session_end` says about the whole call. Only emotions for which {@link isFelt} is true count. */
export const closeCall = (state: CallState, clockMs: number): CallSummary => {
  const { turns, utterances, tally } = state;
  const counts = (counted: string): boolean => isFelt(state, counted);
  const felt = turns.filter(({ channel, speakerId }) => counts(countedAs(state, channel, speakerId)));
  const trajectory = felt.flatMap(({ emotion }) => (emotion === null ? [] : [emotion]));
  const { summary, prosody } = summarizeTally(tally, counts);
  const dominantEmotion = dominantLabel(
    felt.map(({ emotion, startMs, endMs }) => ({ label: emotion, ms: (endMs ?? clockMs) - startMs })),
  );
  const finalEmotion = trajectory.at(-1);
  return {
    durationS: clockMs / 1000,
    utteranceCount: utterances,
    transcript: {
      turns: turns.map((turn) => turnSummary(turn, clockMs)),
    },
    emotionTrajectory: trajectory,
    ...(finalEmotion === undefined ? {} : { finalEmotion }),
    summary: trajectory.length === 0 ? summary : { dominantEmotion, ...summary },
    ...(prosody === undefined ? {} : { prosodySummary: prosody }),
  };
};
