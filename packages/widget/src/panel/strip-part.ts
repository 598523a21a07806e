import { html, nothing, type TemplateResult } from 'lit';
import type { MoodView } from '../mood/mood-view.js';
import type { CallState } from '../state/call-state.js';
import { channelsOf } from '../state/channels.js';
import { silenceOf } from '../state/lost-sound.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { isStopped, statusView } from '../status/status-view.js';
import { overText } from '../summary/summary-view.js';
import type { Texts } from '../text/texts.js';
import { voiceName } from '../turns/turns-view.js';
import { inOrder } from './person-part.js';
import { toldVoices } from './told-voices.js';

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
  if (speaker !== undefined && call.connection === 'ended') return afterCall(speaker, call, language, texts);
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

/** The picture of the call; of a line that several share, the picture of each voice under its name. */
const afterCall = (
  speaker: SpeakerState,
  call: CallState,
  language: string,
  texts: Texts,
): TemplateResult => {
  const { channel } = speaker;
  const voices = toldVoices(speaker, call);
  const isShared = voices.length > 1;
  const pictures = voices.map(({ id, spans }) => {
    const picture = html`<undertone-summary
      .lang=${language}
      .spans=${spans}
      .stopped=${isStopped(call)}
      .another=${isShared}
      .strip=${true}
    ></undertone-summary>`;
    if (!isShared) return picture;
    const name = voiceName(call.people, { speakerId: id, channel }, channelsOf(call.speakers), texts);
    return html`<div class="strip-voice" title=${name}>
      <bdi class="small muted">${name}</bdi>${picture}
    </div>`;
  });
  return isShared
    ? html`<div class="strip-voices">
        <p>${overText(isStopped(call), texts)}</p>
        ${pictures}
      </div>`
    : html`${pictures}`;
};
