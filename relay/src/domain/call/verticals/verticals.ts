import { Fault } from '../../fault.js';
import { assess, type Moment, type VerticalAssessment } from './assess.js';
import { contactCenter } from './contact-center.js';
import type { VerticalDefinition } from './definition.js';
import { general } from './general.js';
import { healthcare } from './healthcare.js';
import { sales } from './sales.js';
import type { Trend } from './trend.js';

/** All verticals. A new one needs a data file and an entry here. */
export const VERTICALS: readonly VerticalDefinition[] = [contactCenter, healthcare, sales, general];

export const VERTICAL_NAMES = [contactCenter.name, healthcare.name, sales.name, general.name] as const;
export type VerticalName = (typeof VERTICAL_NAMES)[number];

/** Used when a request names no vertical. */
export const DEFAULT_VERTICAL: VerticalName = 'general';

export const isVerticalName = (name: string): name is VerticalName =>
  VERTICAL_NAMES.some((known) => known === name);

/** @throws Fault `validation_error` with the names of all verticals */
export const verticalNamed = (name: string): VerticalDefinition => {
  const found = VERTICALS.find((vertical) => vertical.name === name);
  if (found !== undefined) return found;
  const expected = `must be one of ${VERTICAL_NAMES.join(', ')}`;
  throw new Fault('validation_error', `there is no such vertical: vertical ${expected}`, {
    details: { vertical: [expected] },
  });
};

/**
 * State and metrics of a vertical, as in `POST /v1/analyze` and in directives.
 * @param trend the person's last sentences; omit it for a single utterance
 * @throws Fault `validation_error` for an unknown vertical
 */
export const assessVertical = (vertical: string, moment: Moment, trend?: Trend): VerticalAssessment =>
  assess(verticalNamed(vertical), moment, trend);
