import { UNCERTAIN } from '@undertone/protocol';
import { escalationLevel, escalationRisk } from '../escalation/escalation-view.js';
import { statusView } from '../status/status-view.js';
import type { Announcer } from '../state/announcer.js';
import type { CallState } from '../state/call-state.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { speakerName } from '../turns/turns-view.js';
import { warningText } from '../warnings/warnings-view.js';
import type { Texts } from '../text/texts.js';

/** Offers what changed in a call to the announcer, in whole sentences. Uncertain emotions are not spoken. */
export function announceCall(announcer: Announcer, call: CallState, floor: number, texts: Texts): void {
  if (call.connection !== 'idle') {
    const view = statusView(call.connection, call.code, 0, texts);
    const parts = [view.analysisText, view.connectionText, view.advice];
    announcer.offer('connection', sentences(parts));
  }
  const warning = call.warnings[0]?.warning;
  if (warning !== undefined) {
    announcer.offer('warning', warningText(warning, texts));
  }
  const speaker = call.speakers.find((entry) => entry.analyzed && entry.directive !== undefined);
  if (speaker !== undefined) {
    announceSpeaker(announcer, speaker, floor, texts);
  }
}

function announceSpeaker(announcer: Announcer, speaker: SpeakerState, floor: number, texts: Texts): void {
  const level = escalationLevel(escalationRisk(speaker.directive));
  if (level !== 'unknown') {
    announcer.offer('escalation', texts.text('live.escalation', { word: texts.text(`escalation.${level}`) }));
  }
  const { emotion, confidence } = speaker.directive ?? {};
  if (emotion !== undefined && emotion !== UNCERTAIN && (confidence ?? 1) >= floor) {
    announcer.offer(
      'emotion',
      texts.text('live.emotion', {
        speaker: speakerName(speaker.subject, speaker.channel, texts),
        emotion: texts.emotion(emotion),
      }),
    );
  }
}

function sentences(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
