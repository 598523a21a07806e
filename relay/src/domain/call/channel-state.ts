import { z } from 'zod';
import { activitySchema, freshActivity } from './turns/activity.js';
import { freshTurn, turnSchema } from './turns/turns.js';
import { freshVocal, vocalSchema } from './emotion/vocal-events.js';
import { freshSpeakerState, speakerStateSchema } from './emotion/speaker-state.js';
import { freshMonitor, monitorSchema } from './audio-warnings.js';

/** One channel of the call: who speaks on it, and its state. */
export const channelSchema = z.strictObject({
  /** End of the channel's analyzed audio, ms. */
  clockMs: z.number().min(0),
  activity: activitySchema,
  turn: turnSchema,
  voice: speakerStateSchema,
  /** Older snapshots do not have it. */
  vocal: vocalSchema.default(freshVocal),
  monitor: monitorSchema,
  /** Who speaks on a mixed channel; absent before anybody spoke, and on other channels. */
  speaker: z.string().exactOptional(),
  /** Earlier speakers of the channel, with their state when they stopped. */
  others: z.record(z.string(), speakerStateSchema).exactOptional(),
  /** Whether the last directive was about speech. */
  speaking: z.boolean(),
  /** End of the last directive's span; null before the first. */
  directiveEndMs: z.number().min(0).nullable(),
});
export type ChannelState = z.infer<typeof channelSchema>;

export const freshChannel = (): ChannelState => ({
  clockMs: 0,
  activity: freshActivity(),
  turn: freshTurn(),
  voice: freshSpeakerState(),
  vocal: freshVocal(),
  monitor: freshMonitor(),
  speaking: false,
  directiveEndMs: null,
});
