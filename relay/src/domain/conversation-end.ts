import { countedAs, isFelt } from './channel-roles.js';
import type { ConversationState } from './conversation-state.js';
import type { ConversationSummary } from './conversation-types.js';
import { summarizeTally } from './tally.js';
import { turnSummary } from './transcript.js';

/** What `session_end` says about the whole call. The callers' emotions count, as {@link isFelt} says. */
export function closeConversation(state: ConversationState, clockMs: number): ConversationSummary {
  const { turns, utterances, tally } = state;
  const counts = (counted: string): boolean => isFelt(state, counted);
  const trajectory = turns
    .filter(({ channel, speakerId }) => counts(countedAs(state, channel, speakerId)))
    .flatMap(({ emotion }) => (emotion === null ? [] : [emotion]));
  const { summary, prosody } = summarizeTally(tally, counts);
  const finalEmotion = trajectory.at(-1);
  return {
    durationS: clockMs / 1000,
    utteranceCount: utterances,
    transcript: {
      turns: turns.map((turn) => turnSummary(turn, clockMs)),
    },
    emotionTrajectory: trajectory,
    ...(finalEmotion === undefined ? {} : { finalEmotion }),
    summary,
    ...(prosody === undefined ? {} : { prosodySummary: prosody }),
  };
}
