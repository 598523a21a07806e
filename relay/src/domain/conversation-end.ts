import type { ConversationState } from './conversation-state.js';
import type { ConversationSummary } from './conversation-types.js';
import { summarizeTally } from './tally.js';
import { turnSummary } from './transcript.js';

/** What `session_end` says about the whole call. The callers' emotions count; an agent's only when nobody else spoke. */
export function closeConversation(state: ConversationState, clockMs: number): ConversationSummary {
  const { config, turns, utterances, tally } = state;
  const callers = config.channels.some(({ subject }) => subject !== 'agent');
  const trajectory = turns
    .filter(({ channel }) => !callers || config.channels[channel]?.subject !== 'agent')
    .flatMap(({ emotion }) => (emotion === null ? [] : [emotion]));
  const { summary, prosody } = summarizeTally(tally);
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
