import { html, nothing, type TemplateResult } from 'lit';
import { escalationRisk } from '../escalation/escalation-view.js';
import type { CallState } from '../state/call-state.js';
import { channelsOf } from '../state/channels.js';
import { isLost } from '../state/lost-sound.js';
import { personOf } from '../state/people.js';
import { prosodyOf, usualPitchHz, type SpeakerState } from '../state/speaker-state.js';
import type { Texts } from '../text/texts.js';
import { roleName, voiceName } from '../turns/turns-view.js';

/** One person's part of the panel: who it is, and how they sound if they may be analyzed. */
export const personPart = (
  speaker: SpeakerState,
  call: CallState,
  floor: number,
  language: string,
  texts: Texts,
): TemplateResult => {
  const { people, sounds, speakers, modelLabels } = call;
  const channels = channelsOf(speakers);
  const voice = { speakerId: speaker.directive?.speakerId, channel: speaker.channel };
  const role = roleName(people, voice, channels, texts);
  const known = personOf(people, voice.speakerId)?.name !== undefined;
  const name = voiceName(people, voice, channels, texts);
  const unheard = isLost(call.lost, speaker.channel);
  const heard = unheard ? 'speaker.noSound' : speaker.speaking ? 'speaker.speaking' : 'speaker.quiet';
  const head = html`<div class="speaker-head">
    <h3 class="speaker-name"><bdi>${name}</bdi></h3>
    ${
      known
        ? html`<span class="small muted" part="role" title=${texts.text('speaker.recognizedWhy')}
            >${role}, ${texts.text('speaker.recognized')}</span
          >`
        : nothing
    }
    ${
      speaker.analyzed
        ? html`<span class="speaking" ?data-on=${speaker.speaking}>
            <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
              <circle
                cx="4"
                cy="4"
                r="3"
                fill=${speaker.speaking ? 'currentColor' : 'none'}
                stroke="currentColor"
              ></circle>
            </svg>
            ${texts.text(heard)}
          </span>`
        : html`<span class="speaking">${texts.text('speaker.notAnalyzed')}</span>`
    }
  </div>`;
  if (!speaker.analyzed) {
    return html`<section class="speaker" part="speaker" aria-label=${name}>
      ${head}
      <p class="small muted">${texts.text('speaker.notAnalyzedWhy')}</p>
    </section>`;
  }
  return html`<section class="speaker" part="speaker" data-analyzed aria-label=${name}>
    ${head}
    <undertone-emotion
      .lang=${language}
      .directive=${speaker.directive}
      .modelLabels=${modelLabels}
      .floor=${floor}
    ></undertone-emotion>
    <undertone-escalation
      .lang=${language}
      .risk=${escalationRisk(speaker.directive)}
      .mode=${unheard ? 'normal' : speaker.mode}
    ></undertone-escalation>
    <undertone-history
      .lang=${language}
      .points=${speaker.history}
      .sounds=${sounds.filter((sound) => sound.channel === speaker.channel)}
      .nowMs=${speaker.nowMs}
    ></undertone-history>
    <undertone-prosody
      .lang=${language}
      .prosody=${prosodyOf(speaker)}
      .trace=${speaker.trace}
      .usualPitchHz=${usualPitchHz(speaker)}
    ></undertone-prosody>
  </section>`;
};

/** Sorts the customer first, the agent last and the others between them, each group by channel. */
export const inOrder = (speakers: readonly SpeakerState[]): readonly SpeakerState[] => {
  const rank = (speaker: SpeakerState): number =>
    speaker.subject === 'customer' ? 0 : speaker.subject === 'agent' ? 2 : 1;
  return [...speakers].sort((a, b) => rank(a) - rank(b) || a.channel - b.channel);
};
