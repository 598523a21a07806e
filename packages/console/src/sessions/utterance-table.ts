import { html, type TemplateResult } from 'lit';
import type { Session } from '@undertone/sdk';

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

/** The utterances heard, in order. The words are not stored. */
export const utteranceTable = (utterances: Session['utterances']): TemplateResult =>
  html`<div class="scroll tall" role="group" aria-label="Utterances" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">From (s)</th>
          <th scope="col">To (s)</th>
          <th scope="col">Speaker</th>
          <th scope="col">Emotion</th>
          <th scope="col">Confidence</th>
          <th scope="col">Valence</th>
          <th scope="col">Arousal</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        ${utterances.map(
          (utterance) =>
            html`<tr>
              <td class="number">${utterance.start.toFixed(1)}</td>
              <td class="number">${utterance.end.toFixed(1)}</td>
              <td>${utterance.speaker_id} <span class="quiet">${utterance.role}</span></td>
              <td>${utterance.emotion ?? '–'}${utterance.uncertain === true ? ' (uncertain)' : ''}</td>
              <td class="number">${figure(utterance.confidence)}</td>
              <td class="number">${figure(utterance.valence)}</td>
              <td class="number">${figure(utterance.arousal)}</td>
              <td>${utterance.source}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
