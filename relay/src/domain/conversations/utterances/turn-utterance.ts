import type { TurnEnd } from '@undertone/protocol';
import { fingerprintOf, type NewUtterance, type UtteranceReading } from './utterance.js';
import type { TurnMood } from '../../call/emotion/heard-mood.js';
import { isUnnamed } from '../../call/channel-id.js';

/** A turn that has ended as an utterance of its conversation. */
export const utteranceOf = (
  { turnId, speakerId, channel, startMs, endMs }: TurnEnd,
  reading: UtteranceReading,
  role: NewUtterance['role'],
  mood?: TurnMood,
): NewUtterance => ({
  ...reading,
  ...mood,
  utteranceId: turnId,
  index: null,
  // A channel without a speaker name uses its role, like an upload that names no speaker.
  speakerId: isUnnamed(speakerId, channel) ? role : speakerId,
  role,
  channel,
  source: 'stream',
  startMs,
  durationMs: Math.max(0, endMs - startMs),
  fingerprint: fingerprintOf([turnId, startMs, endMs]),
});
