import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from '@undertone/sdk';
import { judged, stretchWords } from '../timeline/lane.js';
import { clock, riskWords } from '../words/words.js';
import { voiceNames, voiceOf } from './voice-names.js';
import { t } from '../language/text.js';
import { decimal } from '../shell/format.js';

const figure = (value: number | null): string => (value === null ? '–' : decimal(value, 2));

/**
 * The utterances heard, in order: the drawing's numbers.
 * @param play plays the recording from there; absent when there is none
 */
export const utteranceTable = (session: Session, play?: (seconds: number) => void): TemplateResult => {
  const names = voiceNames(session);
  return html`<div class="scroll tall" role="group" aria-label=${t('Utterances')} tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${t('Time')}</th>
          <th scope="col">${t('Who')}</th>
          <th scope="col">${t('Sounded')}</th>
          <th scope="col">${t('Valence')}</th>
          <th scope="col">${t('Energy')}</th>
          <th scope="col">${t('Escalation risk then')}</th>
          ${play === undefined ? nothing : html`<th scope="col">${t('Recording')}</th>`}
        </tr>
      </thead>
      <tbody>
        ${session.utterances.map((each) => {
          const { start, end, emotion, valence, arousal, expected } = each;
          return html`<tr>
            <td class="number date">${t('{start} to {end}', { start: clock(start), end: clock(end) })}</td>
            <td>${names.get(voiceOf(each))}</td>
            <td>${emotion === null ? t('not analyzed') : stretchWords(judged(each))}</td>
            <td class="number">${figure(valence)}</td>
            <td class="number">${figure(arousal)}</td>
            <td class="number">${expected === null ? '–' : riskWords(expected.escalation_risk)}</td>
            ${
              play === undefined
                ? nothing
                : html`<td>
                    <button type="button" @click=${() => play(start)}>
                      ${t('Play')}<span class="unseen"> ${t('from {start}', { start: clock(start) })}</span>
                    </button>
                  </td>`
            }
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
};
