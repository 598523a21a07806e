import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../language/text.js';

/** Rows: the true label, where there were samples of it. Columns: the label that the model gave. A stronger cell color means a larger share of the row. */
export const confusionTable = (
  labels: readonly string[],
  counts: readonly (readonly number[])[],
): TemplateResult =>
  html`<div class="scroll" role="group" aria-label=${t('What it was and what was said')} tabindex="0">
    <table class="confusion">
      <caption class="quiet">
        ${t('What it was (rows) and what was said (columns), in held-out samples')}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${labels.map((label) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${counts.map((row, index) => {
          const total = row.reduce((sum, count) => sum + count, 0);
          if (total === 0) return nothing;
          return html`<tr>
            <th scope="row">${labels[index]}</th>
            ${row.map((count) => html`<td class="share-${Math.round((10 * count) / total)}">${count}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
