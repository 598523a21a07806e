import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Session } from '@undertone/sdk';
import { isShare } from '../rules/rule.js';
import { percent, spelledOut, toneWord, trajectoryWord } from '../words/words.js';
import { t } from '../language/text.js';
import { decimal } from '../shell/format.js';

type Predictions = Session['predictions'];
type Target = keyof Predictions['intervals'];

interface Scale {
  readonly title: string;
  readonly low: number;
  readonly high: number;
}

const SCALES: Readonly<Record<Target, Scale>> = {
  escalation_risk: { title: t('Escalation risk'), low: 0, high: 1 },
  churn_risk: { title: t('Churn risk'), low: 0, high: 1 },
  resolution_probability: { title: t('Resolution probability'), low: 0, high: 1 },
  predicted_csat: { title: t('Predicted CSAT'), low: 1, high: 5 },
  sentiment_forecast: { title: t('Sentiment forecast'), low: -1, high: 1 },
};

/**
 * The predictions for a conversation: each figure, a drawing of its interval, and the factor with the most effect.
 * @param advises whether it also says what to do: not where the agent's panel says it, nor after the call
 */
export const forecast = (
  { state, predictions, kpi_predictions: kpis }: Session,
  advises: boolean,
): TemplateResult =>
  html`<section class="card" aria-labelledby="forecast-title">
    <h2 id="forecast-title">
      ${state === 'ended' || state === 'expired' ? t('What was expected at the end') : t('What is expected')}
    </h2>
    <div class="scroll" role="group" aria-labelledby="forecast-title" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${t('Figure')}</th>
            <th scope="col">${t('Expected')}</th>
            <th scope="col">
              ${t('{percent} % interval', { percent: Math.round(predictions.interval_level * 100) })}
            </th>
            <th scope="col">${t('What moved it most')}</th>
          </tr>
        </thead>
        <tbody>
          ${(Object.keys(SCALES) as Target[]).map((target) => row(predictions, target))}
          ${Object.entries(kpis).map(
            ([name, { value, interval }]) =>
              html`<tr>
                <th scope="row">${spelledOut(name)}</th>
                <td class="number">${kpiValue(value)}</td>
                <td class="number">
                  ${interval === undefined ? '–' : t('{low} to {high}', { low: decimal(interval.low, 2), high: decimal(interval.high, 2) })}
                </td>
                <td></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="quiet">
      ${t(
        predictions.utterances_seen === 1
          ? 'After 1 utterance; {trajectory}.'
          : 'After {count} utterances; {trajectory}.',
        { count: predictions.utterances_seen, trajectory: trajectoryWord(predictions.trajectory) },
      )}
      ${
        advises
          ? t('Recommended tone: {tone}. {actions}', {
              tone: toneWord(predictions.recommended_tone),
              actions: predictions.recommended_actions.join(' '),
            })
          : nothing
      }
    </p>
  </section>`;

const kpiValue = (value: number | boolean | string): string => {
  if (typeof value === 'number') return decimal(value, 2);
  return typeof value === 'boolean' ? (value ? t('yes') : t('no')) : value;
};

const row = (predictions: Predictions, target: Target): TemplateResult => {
  const { low, high } = predictions.intervals[target];
  const factor = predictions.impact_factors[target][0];
  return html`<tr>
    <th scope="row">${SCALES[target].title}</th>
    <td class="number">${figureOf(target, predictions[target])}</td>
    <td>${intervalBar(target, predictions[target], low, high)}</td>
    <td>${factor?.explanation ?? '–'}</td>
  </tr>`;
};

/** A share as a percentage, as everywhere else. */
const figureOf = (target: Target, value: number): string =>
  isShare(target) ? percent(value) : decimal(value, 2);

const WIDTH = 160;
const HEIGHT = 16;

const intervalBar = (target: Target, value: number, low: number, high: number): TemplateResult => {
  const scale = SCALES[target];
  const told = (figure: number): string => figureOf(target, figure);
  const at = (figure: number): number => {
    const share = (figure - scale.low) / (scale.high - scale.low);
    return Math.min(1, Math.max(0, share)) * WIDTH;
  };
  return html`<svg
    class="interval"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label=${t('{low} to {high}, of {lowest} to {highest}', { low: told(low), high: told(high), lowest: told(scale.low), highest: told(scale.high) })}
  >
    ${svg`<rect class="track" x="0" y="6" width=${WIDTH} height="4" rx="2"></rect>
      <rect x=${at(low)} y="5" width=${Math.max(2, at(high) - at(low))} height="6" rx="3"></rect>
      <circle cx=${Math.min(WIDTH - 4, Math.max(4, at(value)))} cy="8" r="4"></circle>`}
  </svg>`;
};
