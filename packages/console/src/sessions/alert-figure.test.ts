import { expect, it } from 'vitest';
import { alertFigure } from './alert-figure.js';

it.each([
  ['escalation_risk_high', 0.82, 0.6, '82%, the threshold is 60%'],
  ['predicted_csat_low', 1, 2.5, '1.00, the threshold is 2.50'],
  ['sentiment_forecast_low', -0.4, -0.2, '−0.40, the threshold is −0.20'],
  ['vip_angry', 0.5, 0.4, '0.50, the threshold is 0.40'],
])('the figures of the alert %s are read as what they are', (type, value, threshold, words) => {
  expect(alertFigure({ alert_type: type, value, threshold })).toBe(words);
});
