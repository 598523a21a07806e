import { isOver, moodView } from '../mood/mood-view.js';
import { statusView } from '../status/status-view.js';
import type { Announcer } from '../state/announcer.js';
import type { CallState } from '../state/call-state.js';
import { channelsOf } from '../state/channels.js';
import { silenceOf } from '../state/lost-sound.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { newestVoice } from '../state/voices.js';
import { shownWarnings } from '../state/warning-list.js';
import { soundName, voiceName } from '../turns/turns-view.js';
import { warningText } from '../warnings/warnings-view.js';
import type { Texts } from '../text/texts.js';
import { inOrder } from './person-part.js';

/** Whoever listens hums. Lists and the last minute have it; read out it would be told again and again, and say nothing. */
const HUM = 'hum';

/** Offers the state of a call to the announcer in whole sentences. A mood that is not sure is not offered. */
export const announceCall = (announcer: Announcer, call: CallState, nowMs: number, texts: Texts): void => {
  if (call.connection !== 'idle') {
    const view = statusView({ ...call, lagMs: 0, silence: silenceOf(call.lost, call.speakers) }, texts);
    const parts = [view.analysisText, view.connectionText, view.advice, view.code];
    announcer.offer('connection', sentences(parts), '', call.connection === 'failed');
  }
  announcer.forget(
    'warning',
    call.warnings.map(({ warning }) => warning.code),
  );
  for (const { warning } of shownWarnings(call.warnings)) {
    announcer.offer('warning', warningText(warning, texts), warning.code);
  }
  announcer.forget(
    'identity',
    call.people.map(({ speakerId }) => speakerId),
  );
  for (const { speakerId, name } of call.people) {
    if (name !== undefined) announcer.offer('identity', texts.text('live.identity', { name }), speakerId);
  }
  const sound = call.sounds.at(-1);
  if (sound !== undefined && sound.event !== HUM) {
    const speaker = voiceOf(call, sound, texts);
    announcer.offer('sound', texts.text('live.sound', { speaker, sound: soundName(sound.event, texts) }));
  }
  const speaker = inOrder(call.speakers).find((entry) => entry.analyzed && entry.voices.length > 0);
  if (speaker === undefined || isOver(call)) announcer.forget('mood');
  else announceMood(announcer, call, speaker, nowMs, texts);
};

const announceMood = (
  announcer: Announcer,
  call: CallState,
  speaker: SpeakerState,
  nowMs: number,
  texts: Texts,
): void => {
  const { kind, word, isDim } = moodView(speaker, call, nowMs, texts);
  if (kind === 'unheard' || isDim) return;
  const { id: speakerId } = newestVoice(speaker.voices) ?? {};
  const voice = { speakerId, channel: speaker.channel };
  // Of each voice by itself: two who take turns on one line would otherwise be told again with each turn.
  const key = speaker.sharedAs === undefined ? '' : speakerId;
  announcer.offer('mood', texts.text('live.mood', { speaker: voiceOf(call, voice, texts), word }), key);
};

const voiceOf = (
  { people, speakers }: CallState,
  voice: { readonly speakerId: string | undefined; readonly channel: number },
  texts: Texts,
): string => voiceName(people, voice, channelsOf(speakers), texts);

const sentences = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
