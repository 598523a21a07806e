import { html, type TemplateResult } from 'lit';
import type { AnalysisResult } from '@undertone/sdk';
import { clock } from '../words/words.js';
import { t } from '../language/text.js';

/**
 * What an agent would have been told during the recording, in the panel's words.
 * @param show shows a moment on the time axis
 */
export const cuesThere = (
  { cues = [] }: AnalysisResult,
  show: (seconds: number) => void,
): TemplateResult => html`
  <h3>${t('Cues an agent would have got')}</h3>
  ${
    cues.length === 0
      ? html`<p class="quiet">
          ${t('None: nobody’s voice turned away from its usual for long enough. Before there is a usual, the first seconds of a voice give no cue.')}
        </p>`
      : html`<ul class="events moments">
          ${cues.map(
            ({ at, title, body, tips }) =>
              html`<li>
                <span
                  ><button type="button" class="number" @click=${() => show(at)}>
                    ${clock(at)}<span class="unseen"> ${t('show this moment')}</span>
                  </button></span
                >
                <span><strong>${title}.</strong> ${body} <span class="quiet">${tips.join(' · ')}</span></span>
              </li>`,
          )}
        </ul>`
  }
  <p class="quiet">
    ${t('By the rules of a live call. Which voice is the agent’s is not known from a recording, so each is taken for a customer’s.')}
  </p>
`;
