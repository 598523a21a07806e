import { Fault } from '../../fault.js';
import { assess, type Moment, type VerticalAssessment } from './assess.js';
import { contactCenter } from './contact-center.js';
import type { VerticalDefinition } from './definition.js';
import { general } from './general.js';
import { healthcare } from './healthcare.js';
import { sales } from './sales.js';
import type { Trend } from './trend.js';

/** Every vertical there is; a new one is a data file and a line here. */
export const VERTICALS: readonly VerticalDefinition[] = [contactCenter, healthcare, sales, general];

export const VERTICAL_NAMES = [contactCenter.name, healthcare.name, sales.name, general.name] as const;
export type VerticalName = (typeof VERTICAL_NAMES)[number];

/** What applies where a request names none. */
export const DEFAULT_VERTICAL: VerticalName = 'general';

export const isVerticalName = (name: string): name is VerticalName =>
  VERTICAL_NAMES.some((known) => known === name);

/** @throws Fault `validation_error` naming the verticals there are */
export const verticalNamed = (name: string): VerticalDefinition => {
  const found = VERTICALS.find((vertical) => vertical.name === name);
  if (found !== undefined) return found;
  const expected = `must be one of ${VERTICAL_NAMES.join(', ')}`;
  throw new Fault('validation_error', `there is no such vertical: vertical ${expected}`, {
    details: { vertical: [expected] },
  });
};

/**
 * State and metrics of a vertical, as `POST /v1/analyze` and the directives tell them.
 * @param trend the person's last sentences; leave it out for a single utterance
 * @throws Fault `validation_error` for an unknown vertical
 */
export const assessVertical = (vertical: string, moment: Moment, trend?: Trend): VerticalAssessment =>
  assess(verticalNamed(vertical), moment, trend);
