import { LABELS } from '@undertone/protocol';
import { z } from 'zod';
import { activitySchema, freshActivity } from './activity.js';
import { freshTurn, turnSchema } from './turns.js';
import { freshVoice, voiceSchema } from './voice.js';
import { freshMonitor, monitorSchema } from './warnings.js';

/** One channel of the conversation: who speaks on it, and where it stands. */
export const channelSchema = z.strictObject({
  /** How far its audio was analysed, ms. */
  clockMs: z.number().min(0),
  activity: activitySchema,
  turn: turnSchema,
  voice: voiceSchema,
  monitor: monitorSchema,
  /** Smoothed probabilities summed over the open turn's speech, and that speech, ms. */
  turnProbabilities: z.array(z.number().min(0)).length(LABELS.length),
  turnSpeechMs: z.number().min(0),
  /** Whether the last directive told of speech. */
  speaking: z.boolean(),
  /** End of the last directive's span; null before the first. */
  directiveEndMs: z.number().min(0).nullable(),
});
export type ChannelState = z.infer<typeof channelSchema>;

export function freshChannel(): ChannelState {
  return {
    clockMs: 0,
    activity: freshActivity(),
    turn: freshTurn(),
    voice: freshVoice(),
    monitor: freshMonitor(),
    turnProbabilities: LABELS.map(() => 0),
    turnSpeechMs: 0,
    speaking: false,
    directiveEndMs: null,
  };
}
