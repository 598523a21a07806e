import { html, type TemplateResult } from 'lit';
import type { FineTuneReport } from '@undertone/sdk';
import { formatNumber } from '../shell/format.js';
import { t } from '../language/text.js';

type Comparison = Pick<FineTuneReport['evaluation'], 'base' | 'tuned'>;

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** How much better each label is found than by the base model, in whole points of recall. */
export const gainsOf = ({ base, tuned }: Comparison): readonly { label: string; points: number }[] =>
  tuned.recall.map(({ label, recall }) => {
    const before = base.recall.find((each) => each.label === label)?.recall ?? 0;
    return { label, points: Math.round(100 * (recall - before)) };
  });

/** What a model gains and what it loses, in one sentence: "Gains angry +12. Loses sad −5." */
export const gainSentence = (comparison: Comparison): string => {
  const gains = [...gainsOf(comparison)].sort((one, other) => other.points - one.points);
  const list = (some: typeof gains): string =>
    some.map(({ label, points }) => `${label} ${signed(points)}`).join(', ');
  const won = gains.filter(({ points }) => points > 0);
  const lost = gains.filter(({ points }) => points < 0).reverse();
  if (won.length + lost.length === 0) return t('Gains and loses nothing.');
  return [
    won.length === 0 ? t('Gains nothing.') : t('Gains {won}.', { won: list(won) }),
    lost.length === 0 ? t('Loses nothing.') : t('Loses {lost}.', { lost: list(lost) }),
  ].join(' ');
};

/** How often each label was found by both models, and what that gains. */
export const gainTable = (title: string, { base, tuned }: Comparison): TemplateResult => {
  const gains = gainsOf({ base, tuned });
  return html`<div class="scroll" role="group" aria-label=${title} tabindex="0">
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t('Label')}</th>
          <th scope="col">${t('Found by the base model')}</th>
          <th scope="col">${t('Found by this one')}</th>
          <th scope="col">${t('Gain, points')}</th>
          <th scope="col">${t('95 % interval')}</th>
          <th scope="col">${t('Samples')}</th>
        </tr>
      </thead>
      <tbody>
        ${tuned.recall.map(({ label, recall, interval, samples }, index) => {
          const before = base.recall.find((each) => each.label === label)?.recall ?? 0;
          const points = gains[index]?.points ?? 0;
          return html`<tr>
            <th scope="row">${label}</th>
            <td class="number">${percent(before)}</td>
            <td class="number">${percent(recall)}</td>
            <td class="number ${points < 0 ? 'lost' : ''}">${signed(points)}</td>
            <td class="number">
              ${t('{low} to {high}', { low: percent(interval.low), high: percent(interval.high) })}
            </td>
            <td class="number">${formatNumber(samples)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
};

const signed = (points: number): string => `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points)}`;
