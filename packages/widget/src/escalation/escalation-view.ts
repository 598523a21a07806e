import { share } from '../meter/share.js';
import type { Texts } from '../text/texts.js';

/** The risks at which "raised" and "high" begin. The word changes at these values; the bar moves continuously. */
export const ESCALATION = { raised: 0.35, high: 0.65 } as const;

/** How tense a call is. */
export type EscalationLevel = 'unknown' | 'low' | 'raised' | 'high';

/** What the escalation element shows. */
export interface EscalationView {
  readonly level: EscalationLevel;
  readonly word: string;
  readonly valueText: string;
}

/** The level of a risk from 0 to 1. */
export const escalationLevel = (risk: number | undefined): EscalationLevel => {
  if (risk === undefined || Number.isNaN(risk)) return 'unknown';
  if (risk >= ESCALATION.high) return 'high';
  return risk >= ESCALATION.raised ? 'raised' : 'low';
};

/** Puts a risk into words. */
export const escalationView = (risk: number | undefined, texts: Texts): EscalationView => {
  const level = escalationLevel(risk);
  const word = texts.text(`escalation.${level}`);
  return {
    level,
    word,
    valueText:
      level === 'unknown'
        ? word
        : texts.text('escalation.value', { word, percent: texts.percent(share(risk)) }),
  };
};
