import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from '@undertone/sdk';
import { clock, cueAnswerWord } from '../words/words.js';
import { t } from '../language/text.js';
import { decimal } from '../shell/format.js';

/** The cues that the agent got, and what the agent did with each. */
export const cueList = ({ cues }: Session): TemplateResult | typeof nothing =>
  cues.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="cues-title">
        <h2 id="cues-title">${t('Cues to the agent')}</h2>
        <ul class="events">
          ${cues.map(
            (cue) =>
              html`<li>
                <span class="number">${clock(cue.at_s)}</span>
                <span
                  ><strong>${cue.title}.</strong> ${cue.body}
                  <span class="quiet">${sentence(answered(cue))}.</span></span
                >
              </li>`,
          )}
        </ul>
      </section>`;

const answered = (cue: Session['cues'][number]): string => {
  const { answered_after_s: after } = cue;
  const answer = cueAnswerWord(cue);
  return after === null ? answer : t('{answer} after {seconds} s', { answer, seconds: decimal(after, 1) });
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
