import { html, nothing, type TemplateResult } from 'lit';
import type { MoodView } from '../mood/mood-view.js';
import type { CallState } from '../state/call-state.js';
import { silenceOf } from '../state/lost-sound.js';
import { moodOf } from '../state/voices.js';
import { isStopped, statusView } from '../status/status-view.js';
import type { Texts } from '../text/texts.js';
import { inOrder } from './person-part.js';

/**
 * The panel in one line of a softphone's bar: the mood of the first person who is analyzed, or of the call that is over, and what
 * stands in the way of analysis.
 */
export const stripPart = (
  call: CallState,
  views: ReadonlyMap<number, MoodView>,
  language: string,
  texts: Texts,
): TemplateResult => {
  const speaker = inOrder(call.speakers).find(({ analyzed }) => analyzed);
  const view = speaker === undefined ? undefined : views.get(speaker.channel);
  if (speaker !== undefined && call.connection === 'ended') {
    return html`<undertone-summary
      .lang=${language}
      .spans=${moodOf(speaker).spans}
      .stopped=${isStopped(call)}
      .strip=${true}
    ></undertone-summary>`;
  }
  const status = statusView({ ...call, silence: silenceOf(call.lost, call.speakers) }, texts);
  const isOn = status.analysis === 'on';
  // A screen reader always hears that analysis is on; the line has room only for what is not as it should be.
  return html`${
      // Where nothing is listened to, the headline has nothing else to say.
      view === undefined || view.word === status.analysisText
        ? nothing
        : html`<undertone-mood .lang=${language} .view=${view} .strip=${true}></undertone-mood>`
    }
    <span
      class=${isOn ? 'visually-hidden' : 'strip-state'}
      title=${status.advice === '' ? nothing : status.advice}
      >${status.analysisText}</span
    >`;
};
