import { html, type TemplateResult } from 'lit';

/** Rows: the true label. Columns: the label that the model gave. A stronger cell color means a larger share of the row. */
export const confusionTable = (
  labels: readonly string[],
  counts: readonly (readonly number[])[],
): TemplateResult =>
  html`<div class="scroll" role="group" aria-label="What it was and what was said" tabindex="0">
    <table class="confusion">
      <caption class="quiet">
        What it was (rows) and what was said (columns), in held-out samples
      </caption>
      <thead>
        <tr>
          <td></td>
          ${labels.map((label) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${counts.map((row, index) => {
          const total = Math.max(
            1,
            row.reduce((sum, count) => sum + count, 0),
          );
          return html`<tr>
            <th scope="row">${labels[index]}</th>
            ${row.map((count) => html`<td class="share-${Math.round((10 * count) / total)}">${count}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
