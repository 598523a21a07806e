import { z } from 'zod';
import type { AlertRule } from './alert-rule.js';

/**
 * Where a value stands relative to its threshold. `pendingSinceMs` is the time since which it has been beyond
 * the limit that it must cross.
 */
export const thresholdSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('inside'), pendingSinceMs: z.number().nullable() }),
  z.strictObject({ kind: z.literal('over'), pendingSinceMs: z.number().nullable() }),
]);
export type ThresholdState = z.infer<typeof thresholdSchema>;

export const freshThreshold = (): ThresholdState => ({ kind: 'inside', pendingSinceMs: null });

export type Crossing = 'entered' | 'left';

/** The only place where a threshold changes its state. `crossing` is reported once per crossing. */
export const transitionThreshold = (
  state: ThresholdState,
  rule: Pick<AlertRule, 'direction' | 'enter' | 'leave' | 'dwell_ms'>,
  value: number,
  atMs: number,
): { state: ThresholdState; crossing?: Crossing } => {
  if (!isBeyond(state, rule, value)) return { state: { kind: state.kind, pendingSinceMs: null } };
  const since = state.pendingSinceMs ?? atMs;
  if (atMs - since < rule.dwell_ms) return { state: { kind: state.kind, pendingSinceMs: since } };
  switch (state.kind) {
    case 'inside':
      return { state: { kind: 'over', pendingSinceMs: null }, crossing: 'entered' };
    case 'over':
      return { state: { kind: 'inside', pendingSinceMs: null }, crossing: 'left' };
  }
};

/**
 * Whether the value is beyond the limit that would change the state. A value equal to `enter` enters, but a
 * value equal to `leave` does not leave, because both limits may be the same number.
 */
const isBeyond = (
  { kind }: ThresholdState,
  { direction, enter, leave }: Pick<AlertRule, 'direction' | 'enter' | 'leave'>,
  value: number,
): boolean => {
  const sign = direction === 'above' ? 1 : -1;
  return kind === 'inside' ? sign * value >= sign * enter : sign * value < sign * leave;
};
