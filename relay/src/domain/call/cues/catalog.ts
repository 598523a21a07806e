import type { Mode } from '../steering/steering.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { inLanguage } from './languages.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { tr } from './tr.js';

export const cueTypes = ['escalation', 'calming', 'agent_overheated', 'caller_low'] as const;
export type CueType = (typeof cueTypes)[number];

export interface CueText {
  title: string;
  body: string;
  tips: readonly string[];
}

/**
 * The texts of one language. A line of evidence says in people's words what was heard, and in brackets how much: `{value}` is replaced by a
 * number in that language's notation, `{deviations}` by a number of deviations from the speaker's usual.
 */
export interface CueCatalog {
  /** BCP 47 tag; also sets the notation of numbers. */
  language: string;
  cues: Readonly<Record<CueType, CueText>>;
  evidence: Readonly<Record<EvidenceKind, string>>;
  /** "1 standard deviation", "2.5 standard deviations", by the language's own forms of the plural. */
  deviations: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
  /** System prompts for a language model that answers as the agent. */
  prompts: Readonly<Record<Mode, string>>;
}

export type EvidenceKind = 'arousalAbove' | 'valenceBelow' | 'escalation' | 'cooled';

/** How a cue is shown, in every language. */
export const CUE_TRAITS: Readonly<
  Record<CueType, { severity: 'info' | 'notice' | 'warning'; ttlMs: number }>
> = {
  escalation: { severity: 'warning', ttlMs: 20_000 },
  calming: { severity: 'info', ttlMs: 12_000 },
  agent_overheated: { severity: 'notice', ttlMs: 15_000 },
  caller_low: { severity: 'notice', ttlMs: 15_000 },
};

const CATALOGS: readonly [CueCatalog, ...CueCatalog[]] = [en, de, es, fr, it, nl, pl, pt, tr];

/** The catalog for a BCP 47 tag, by its primary language ("de-AT" gives de); English when there is no such catalog. */
export const catalogFor = (language: string): CueCatalog => inLanguage(CATALOGS, language);

/** The primary languages that have texts. */
export const CUE_LANGUAGES = CATALOGS.map(({ language }) => language);

/** Made once, because making one costs more than all other work for one result of the model. */
const formats = new Map(
  CATALOGS.map(({ language }) => [language, new Intl.NumberFormat(language, { maximumFractionDigits: 1 })]),
);

const plurals = new Map(CATALOGS.map(({ language }) => [language, new Intl.PluralRules(language)]));

export const evidenceLine = (catalog: CueCatalog, kind: EvidenceKind, value: number): string => {
  const { language, evidence, deviations } = catalog;
  const number = formats.get(language)?.format(value) ?? value.toFixed(1);
  // The form follows the number that is written: 1.04 is written as 1.
  const form = plurals.get(language)?.select(Number(value.toFixed(1))) ?? 'other';
  const counted = deviations[form] ?? deviations.other;
  return evidence[kind].replace('{deviations}', counted).replace('{value}', number);
};
