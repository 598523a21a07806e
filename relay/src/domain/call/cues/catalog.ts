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

/** One language. `{value}` in an evidence line is a number, already in that language's notation. */
export interface CueCatalog {
  /** BCP 47, also the notation of numbers. */
  language: string;
  cues: Readonly<Record<CueType, CueText>>;
  evidence: Readonly<Record<EvidenceKind, string>>;
  /** What a language model that answers for the agent is told. */
  prompts: Readonly<Record<Mode, string>>;
}

export type EvidenceKind = 'arousalAbove' | 'valenceBelow' | 'escalation' | 'pitchAbove' | 'louder';

/** How a cue is shown, whatever its language. */
export const CUE_TRAITS: Readonly<
  Record<CueType, { severity: 'info' | 'notice' | 'warning'; ttlMs: number }>
> = {
  escalation: { severity: 'warning', ttlMs: 20_000 },
  calming: { severity: 'info', ttlMs: 12_000 },
  agent_overheated: { severity: 'notice', ttlMs: 15_000 },
  caller_low: { severity: 'notice', ttlMs: 15_000 },
};

const CATALOGS: readonly [CueCatalog, ...CueCatalog[]] = [en, de, es, fr, it, nl, pl, pt, tr];

/** The catalog of a BCP 47 tag by its primary language ("de-AT" reads de); English where we have none. */
export const catalogFor = (language: string): CueCatalog => inLanguage(CATALOGS, language);

/** Primary languages there are texts in. */
export const CUE_LANGUAGES = CATALOGS.map(({ language }) => language);

/** Making one costs more than all else that a result of the model brings about. */
const formats = new Map(
  CATALOGS.map(({ language }) => [language, new Intl.NumberFormat(language, { maximumFractionDigits: 1 })]),
);

export const evidenceLine = (catalog: CueCatalog, kind: EvidenceKind, value: number): string => {
  const number = formats.get(catalog.language)?.format(value) ?? value.toFixed(1);
  return catalog.evidence[kind].replace('{value}', number);
};
