import { html, nothing, type TemplateResult } from 'lit';
import { isOver, type MoodView } from '../mood/mood-view.js';
import type { CallState } from '../state/call-state.js';
import { channelsOf } from '../state/channels.js';
import { isLost } from '../state/lost-sound.js';
import { personOf } from '../state/people.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { isStopped } from '../status/status-view.js';
import type { Texts } from '../text/texts.js';
import { roleName, voiceName } from '../turns/turns-view.js';
import { detailsPart } from './details-part.js';
import { toldVoices } from './told-voices.js';

/** What the panel knows when it draws a person. */
export interface PersonContext {
  readonly call: CallState;
  readonly floor: number;
  readonly language: string;
  readonly texts: Texts;
  /** Whether details are shown. */
  readonly isOpen: boolean;
  /** Whether a cue about the person is on screen. */
  readonly isCued: boolean;
}

/** One person's part of the panel: who it is, and how they sound if they may be analyzed. */
export const personPart = (speaker: SpeakerState, view: MoodView, context: PersonContext): TemplateResult => {
  const { call, floor, language, texts, isOpen, isCued } = context;
  if (call.connection === 'ended') return afterCall(speaker, context);
  const name = nameOf(speaker, speaker.directive?.speakerId, context);
  const head = headPart(speaker, speaker.directive?.speakerId, context);
  if (!speaker.analyzed) return notAnalyzed(name, head, texts);
  return html`<section class="speaker" part="speaker" data-analyzed aria-label=${name}>
    ${head}
    <undertone-mood .lang=${language} .view=${view} .cued=${isCued}></undertone-mood>
    ${isOpen ? detailsPart(speaker, view, call, floor, language) : nothing}
  </section>`;
};

/**
 * After the call nobody sounds like anything: a picture tells what was. Each voice of a shared line has its own, so that none
 * hides behind the one that spoke last.
 */
const afterCall = (speaker: SpeakerState, context: PersonContext): TemplateResult => {
  const { call, language, texts } = context;
  const last = speaker.directive?.speakerId;
  if (!speaker.analyzed)
    return notAnalyzed(nameOf(speaker, last, context), headPart(speaker, last, context), texts);
  return html`${toldVoices(speaker, call).map(
    ({ id, spans }, index) =>
      html`<section class="speaker" part="speaker" data-analyzed aria-label=${nameOf(speaker, id, context)}>
        ${headPart(speaker, id, context)}
        <undertone-summary
          .lang=${language}
          .spans=${spans}
          .stopped=${isStopped(call)}
          .another=${index > 0}
        ></undertone-summary>
      </section>`,
  )}`;
};

const notAnalyzed = (name: string, head: TemplateResult, texts: Texts): TemplateResult =>
  html`<section class="speaker" part="speaker" aria-label=${name}>
    ${head}
    <p class="small muted">${texts.text('speaker.notAnalyzedWhy')}</p>
  </section>`;

const nameOf = (
  { channel }: SpeakerState,
  speakerId: string | undefined,
  { call, texts }: PersonContext,
): string => voiceName(call.people, { speakerId, channel }, channelsOf(call.speakers), texts);

/** The name of a voice, the role of a recognized one, and whether somebody speaks. */
const headPart = (
  speaker: SpeakerState,
  speakerId: string | undefined,
  context: PersonContext,
): TemplateResult => {
  const { call, texts } = context;
  const { people, speakers } = call;
  const role = roleName(people, { speakerId, channel: speaker.channel }, channelsOf(speakers), texts);
  return html`<div class="speaker-head">
    <h3 class="speaker-name"><bdi>${nameOf(speaker, speakerId, context)}</bdi></h3>
    ${
      personOf(people, speakerId)?.name === undefined
        ? nothing
        : html`<span class="small muted" part="role" title=${texts.text('speaker.recognizedWhy')}
            >${role}, ${texts.text('speaker.recognized')}</span
          >`
    }
    ${speakingPart(speaker, call, texts)}
  </div>`;
};

/** Whether somebody speaks now. After the call nobody does, and of a watched call nobody knows while no link is up. */
const speakingPart = (
  speaker: SpeakerState,
  call: CallState,
  texts: Texts,
): TemplateResult | typeof nothing => {
  if (!speaker.analyzed) return html`<span class="speaking">${texts.text('speaker.notAnalyzed')}</span>`;
  if (isOver(call) || (call.isWatched && call.connection === 'reconnecting')) return nothing;
  const unheard = isLost(call.lost, speaker.channel);
  const text = unheard ? 'speaker.noSound' : speaker.speaking ? 'speaker.speaking' : 'speaker.quiet';
  return html`<span class="speaking" ?data-on=${speaker.speaking}>
    <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
      <circle
        cx="4"
        cy="4"
        r="3"
        fill=${speaker.speaking ? 'currentColor' : 'none'}
        stroke="currentColor"
      ></circle>
    </svg>
    ${texts.text(text)}
  </span>`;
};

/** Sorts the customer first, the agent last and the others between them, each group by channel. */
export const inOrder = (speakers: readonly SpeakerState[]): readonly SpeakerState[] => {
  const rank = (speaker: SpeakerState): number =>
    speaker.subject === 'customer' ? 0 : speaker.subject === 'agent' ? 2 : 1;
  return [...speakers].sort((a, b) => rank(a) - rank(b) || a.channel - b.channel);
};
