import { inLanguage } from '../../call/cues/languages.js';
import type { RecommendedAction } from '../advice-names.js';
import type { FeatureName } from '../features.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { tr } from './tr.js';

/** One language's words. */
export interface PredictionTexts {
  /** BCP 47, primary subtag. */
  language: string;
  actions: Readonly<Record<RecommendedAction, string>>;
  /** What was heard, for a feature above its ordinary value and for one below. */
  factors: Readonly<Record<FeatureName, { above: string; below: string }>>;
}

const CATALOGS: readonly [PredictionTexts, ...PredictionTexts[]] = [en, de, es, fr, it, nl, pl, pt, tr];

/** The texts of a BCP 47 tag by its primary language; English where we have none. */
export const textsFor = (language: string): PredictionTexts => inLanguage(CATALOGS, language);

/** Primary languages there are texts in. */
export const TEXT_LANGUAGES = CATALOGS.map(({ language }) => language);
