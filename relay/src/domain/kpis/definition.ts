import { z } from 'zod';
import { checkDistinct } from '../distinct-list.js';
import { Fault } from '../fault.js';

const KPI_LIMITS = {
  /** Per organization. Each KPI has its own model, which must be stored and trained. */
  perOrganization: 20,
  categories: { min: 2, max: 12 },
} as const;

const name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _, at most 40')
  .describe('As in `kpi_predictions`; unique in the organization.');
const direction = z
  .enum(['higher_is_better', 'lower_is_better', 'neutral'])
  .describe('Which way is good; it gives the first guess its sign.');
const description = z.string().max(200).optional().describe('For people.');

/**
 * A measure by which an organization judges its conversations. `direction` says which way is good, and gives
 * the first guess its sign. For a scalar that is the sign of the value, for a binary the sign of the yes.
 */
export const kpiDefinitionSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('scalar').describe('A number between `min` and `max`.'),
      name,
      description,
      direction,
      min: z.number().describe('The smallest value.'),
      max: z.number().describe('The largest value.'),
    }),
    z.strictObject({ kind: z.literal('binary').describe('Yes or no.'), name, description, direction }),
    z.strictObject({
      kind: z.literal('categorical').describe('One of `categories`.'),
      name,
      description,
      categories: z
        .array(z.string().min(1).max(40))
        .min(KPI_LIMITS.categories.min)
        .max(KPI_LIMITS.categories.max)
        .describe('The values that it may have.'),
    }),
  ])
  .superRefine((kpi, context) => {
    if (kpi.kind === 'scalar' && !(kpi.max - kpi.min > 0 && Number.isFinite(kpi.max - kpi.min))) {
      context.addIssue({ code: 'custom', path: ['max'], message: 'must be above min' });
    }
    if (kpi.kind === 'categorical' && new Set(kpi.categories).size < kpi.categories.length) {
      context.addIssue({ code: 'custom', path: ['categories'], message: 'must differ from each other' });
    }
  });
export type KpiDefinition = z.infer<typeof kpiDefinitionSchema>;

/** A number for a scalar, yes or no for a binary, a category for a categorical. */
export type KpiValue = number | boolean | string;

/** The outcome of a conversation, per KPI. */
export type KpiOutcome = Readonly<Record<string, KpiValue>>;

/**
 * Checks all KPIs of an organization.
 * @throws Fault `validation_error` if two have the same name, or there are too many
 */
export const checkDefinitions = (definitions: readonly KpiDefinition[]): void => {
  const names = definitions.map(({ name }) => name);
  checkDistinct('kpis', 'a name', names, KPI_LIMITS.perOrganization);
};

/**
 * Checks submitted outcomes against the definitions.
 * @throws Fault `validation_error` with the error of each KPI under `kpis.NAME`
 */
export const checkOutcome = (
  definitions: readonly KpiDefinition[],
  values: Readonly<Record<string, unknown>>,
): KpiOutcome => {
  const details: Record<string, string[]> = {};
  const outcome: [string, KpiValue][] = [];
  for (const [kpi, value] of Object.entries(values)) {
    const definition = definitions.find((known) => known.name === kpi);
    const read = definition === undefined ? undefined : readValue(definition, value);
    if (read !== undefined) outcome.push([kpi, read]);
    else details[`kpis.${kpi}`] = [definition === undefined ? 'is not defined' : expected(definition)];
  }
  if (Object.keys(details).length > 0) {
    throw new Fault('validation_error', 'an outcome does not fit its KPI', { details });
  }
  return Object.fromEntries(outcome);
};

const readValue = (definition: KpiDefinition, value: unknown): KpiValue | undefined => {
  switch (definition.kind) {
    case 'scalar': {
      const inRange = typeof value === 'number' && value >= definition.min && value <= definition.max;
      return inRange ? value : undefined;
    }
    case 'binary':
      return typeof value === 'boolean' ? value : undefined;
    case 'categorical':
      return definition.categories.find((category) => category === value);
  }
};

const expected = (definition: KpiDefinition): string => {
  switch (definition.kind) {
    case 'scalar':
      return `must be a number from ${definition.min} to ${definition.max}`;
    case 'binary':
      return 'must be true or false';
    case 'categorical':
      return `must be one of ${definition.categories.join(', ')}`;
  }
};
