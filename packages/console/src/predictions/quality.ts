import type { PredictionQuality, PredictionVersions } from '@undertone/sdk';
import { decimal } from '../shell/format.js';
import { t } from '../language/text.js';

export type { PredictionQuality, PredictionVersions };

type TargetQuality = PredictionQuality['targets'][string];
export type ChanceQuality = Extract<TargetQuality, { readonly kind: 'chance' }>;
export type NumberQuality = Extract<TargetQuality, { readonly kind: 'number' }>;

/** Formats a lift, such as `12 % better` or `3 % worse`. */
export const formatLift = (lift: number | null): string => {
  if (lift === null) return '–';
  const percent = Math.round(lift * 100);
  return percent >= 0 ? t('{percent} % better', { percent }) : t('{percent} % worse', { percent: -percent });
};

export const formatFigure = (value: number | null): string => (value === null ? '–' : decimal(value, 3));
