import { html, nothing, type TemplateResult } from 'lit';
import { isOver, type MoodView } from '../mood/mood-view.js';
import type { CallState } from '../state/call-state.js';
import { channelsOf } from '../state/channels.js';
import { isLost } from '../state/lost-sound.js';
import { personOf } from '../state/people.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { moodOf } from '../state/voices.js';
import { isStopped } from '../status/status-view.js';
import type { Texts } from '../text/texts.js';
import { roleName, voiceName } from '../turns/turns-view.js';
import { detailsPart } from './details-part.js';

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
  const { people, speakers } = call;
  const channels = channelsOf(speakers);
  const voice = { speakerId: speaker.directive?.speakerId, channel: speaker.channel };
  const role = roleName(people, voice, channels, texts);
  const known = personOf(people, voice.speakerId)?.name !== undefined;
  const name = voiceName(people, voice, channels, texts);
  const head = html`<div class="speaker-head">
    <h3 class="speaker-name"><bdi>${name}</bdi></h3>
    ${
      known
        ? html`<span class="small muted" part="role" title=${texts.text('speaker.recognizedWhy')}
            >${role}, ${texts.text('speaker.recognized')}</span
          >`
        : nothing
    }
    ${speakingPart(speaker, call, texts)}
  </div>`;
  if (!speaker.analyzed) {
    return html`<section class="speaker" part="speaker" aria-label=${name}>
      ${head}
      <p class="small muted">${texts.text('speaker.notAnalyzedWhy')}</p>
    </section>`;
  }
  return html`<section class="speaker" part="speaker" data-analyzed aria-label=${name}>
    ${head}
    ${
      call.connection === 'ended'
        ? html`<undertone-summary
            .lang=${language}
            .spans=${moodOf(speaker).spans}
            .stopped=${isStopped(call)}
          ></undertone-summary>`
        : html`<undertone-mood .lang=${language} .view=${view} .cued=${isCued}></undertone-mood>`
    }
    ${
      // After the call nobody sounds like anything: the picture tells what was.
      isOpen && call.connection !== 'ended' ? detailsPart(speaker, view, call, floor, language) : nothing
    }
  </section>`;
};

/** Whether somebody speaks now. After the call nobody does. */
const speakingPart = (
  speaker: SpeakerState,
  call: CallState,
  texts: Texts,
): TemplateResult | typeof nothing => {
  if (!speaker.analyzed) return html`<span class="speaking">${texts.text('speaker.notAnalyzed')}</span>`;
  if (isOver(call)) return nothing;
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
