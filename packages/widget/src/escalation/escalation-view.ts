import type { Directive, SteeringMode } from '@undertone/protocol';
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
  /** What the relay's steering mode says about the call; empty in the normal mode. */
  readonly mode: string;
}

/** The level of a risk from 0 to 1. */
export const escalationLevel = (risk: number | undefined): EscalationLevel => {
  if (risk === undefined || Number.isNaN(risk)) return 'unknown';
  if (risk >= ESCALATION.high) return 'high';
  return risk >= ESCALATION.raised ? 'raised' : 'low';
};

/** The escalation risk of a directive; undefined when it has none. */
export const escalationRisk = (directive: Directive | undefined): number | undefined =>
  directive?.signals['escalation'];

/** Puts a risk into words. */
export const escalationView = (
  risk: number | undefined,
  mode: SteeringMode,
  texts: Texts,
): EscalationView => {
  const level = escalationLevel(risk);
  // The steering keeps a mode until it has surely ended. With a low risk nobody is "getting" upset any more.
  const isPast = mode === 'caller_escalating' && level === 'low';
  const saying = texts.textOr(isPast ? 'mode.caller_escalated' : `mode.${mode}`, '');
  // The steering mode still holds while the risk is unknown for a moment.
  const word = texts.text(
    level === 'unknown' && saying !== '' ? 'escalation.unclear' : `escalation.${level}`,
  );
  return {
    level,
    word,
    valueText:
      level === 'unknown'
        ? word
        : texts.text('escalation.value', { word, percent: texts.percent(share(risk)) }),
    mode: saying,
  };
};
