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

/** The texts of one language. */
export interface PredictionTexts {
  /** BCP 47, primary subtag. */
  language: string;
  actions: Readonly<Record<RecommendedAction, string>>;
  /** What was heard, for a feature above its ordinary value and for one below. */
  factors: Readonly<Record<FeatureName, { above: string; below: string }>>;
}

const CATALOGS: readonly [PredictionTexts, ...PredictionTexts[]] = [en, de, es, fr, it, nl, pl, pt, tr];

/** The texts for a BCP 47 tag, by its primary language; English when there are none. */
export const textsFor = (language: string): PredictionTexts => inLanguage(CATALOGS, language);

/** The primary languages that have texts. */
export const TEXT_LANGUAGES = CATALOGS.map(({ language }) => language);
