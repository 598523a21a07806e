import type { RecommendedAction } from '../advice-names.js';
import type { FeatureName } from '../features.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';

/** One language's words. */
export interface PredictionTexts {
  /** BCP 47, primary subtag. */
  language: string;
  actions: Readonly<Record<RecommendedAction, string>>;
  /** What was heard, for a feature above its ordinary value and for one below. */
  factors: Readonly<Record<FeatureName, { above: string; below: string }>>;
}

const CATALOGS: readonly PredictionTexts[] = [en, de, es];

/** The texts of a BCP 47 tag by its primary language; English where we have none. */
export function textsFor(language: string): PredictionTexts {
  const primary = language.toLowerCase().split('-')[0];
  return CATALOGS.find((catalog) => catalog.language === primary) ?? en;
}
