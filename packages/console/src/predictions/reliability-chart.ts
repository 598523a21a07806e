import { html, svg, type TemplateResult } from 'lit';
import type { ChanceQuality } from './quality.js';
import { decimal } from '../shell/format.js';
import { t } from '../language/text.js';

const SIZE = 180;
const EDGE = 22;

/** Predicted chance against observed share. On the diagonal, a chance of 70 % came true 7 times in 10. */
export const reliabilityChart = (title: string, bins: ChanceQuality['reliability_curve']): TemplateResult => {
  const at = (share: number): number => EDGE + share * (SIZE - 2 * EDGE);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const filled = bins.filter(({ count }) => count > 0);
  return html`<svg
    class="reliability"
    viewBox="0 0 ${SIZE} ${SIZE}"
    role="img"
    aria-label="${title}: ${filled
      .map(({ predicted, observed }) =>
        t('predicted {predicted}, came {observed}', {
          predicted: decimal(predicted, 2),
          observed: decimal(observed, 2),
        }),
      )
      .join('; ')}"
  >
    ${svg`<line class="axis" x1=${at(0)} y1=${SIZE - at(0)} x2=${at(1)} y2=${SIZE - at(1)}></line>
      <polyline points=${filled.map((bin) => `${at(bin.predicted).toFixed(1)},${(SIZE - at(bin.observed)).toFixed(1)}`).join(' ')}></polyline>
      ${filled.map(
        (bin) => svg`<circle
          cx=${at(bin.predicted)}
          cy=${SIZE - at(bin.observed)}
          r=${2 + 4 * Math.sqrt(bin.count / most)}
        ><title>${t('{count} conversations: predicted {predicted}, came {observed}', { count: bin.count, predicted: decimal(bin.predicted, 2), observed: decimal(bin.observed, 2) })}</title></circle>`,
      )}
      <text x=${at(0)} y=${SIZE - 6}>0</text>
      <text x=${at(1)} y=${SIZE - 6} text-anchor="end">${t('predicted 1')}</text>
      <text x=${at(0)} y="14">${t('came 1')}</text>`}
  </svg>`;
};
