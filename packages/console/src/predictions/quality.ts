import type { PredictionQuality, PredictionVersions } from '@undertone/sdk';

export type { PredictionQuality, PredictionVersions };

type TargetQuality = PredictionQuality['targets'][string];
export type ChanceQuality = Extract<TargetQuality, { readonly kind: 'chance' }>;
export type NumberQuality = Extract<TargetQuality, { readonly kind: 'number' }>;

/** Formats a lift, such as `12 % better` or `3 % worse`. */
export const formatLift = (lift: number | null): string => {
  if (lift === null) return '–';
  const percent = Math.round(lift * 100);
  return percent >= 0 ? `${percent} % better` : `${-percent} % worse`;
};

export const formatFigure = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

/** `escalation_risk` as a heading. */
export const titleOf = (target: string): string => {
  const words = target.replaceAll('_', ' ').replace('csat', 'CSAT');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
