import type { SteeringMode } from '@undertone/protocol';
import { z } from 'zod';
import { STEERING } from '../thresholds.js';

/** The steering mode of one speaker on one channel, with the counts for its hysteresis. */
export const steeringSchema = z.strictObject({
  mode: z.enum(['normal', 'caller_escalating', 'mirror_calm', 'agent_overheated']),
  /** Hot or cool updates in a row. */
  hot: z.number().int().min(0),
  cool: z.number().int().min(0),
  /** Speech since the last update, ms. */
  pendingMs: z.number().min(0),
  /** The escalation that decides about cooling. It follows a rise at once and a fall slowly. */
  eased: z.number().min(0).max(1).default(0),
  /** The budget held back the cue of this mode. If the mode lasts, the cue is given later. */
  cueDue: z.boolean().default(false),
});
export type Steering = z.infer<typeof steeringSchema>;
export type Mode = Steering['mode'] & SteeringMode;

export interface SteeringInput {
  /** An agent can overheat; anybody else can escalate. */
  role: 'caller' | 'agent';
  speechMs: number;
  /** Audio behind the reading, since its stretch of speech began, ms. */
  evidenceMs: number;
  escalation: number;
  /** Whether the deviations below mean anything yet. */
  hasBaseline: boolean;
  arousalZ: number;
  valenceZ: number;
}

export type SteeringReason =
  | 'escalation_above_baseline'
  | 'escalation_high'
  | 'calming_down'
  | 'back_to_normal'
  | 'agent_above_baseline'
  /** No change of mode: a cue that the budget held back when the mode began. */
  | 'mode_continues'
  /** No change of mode: a cue about a caller who sounds discouraged. */
  | 'caller_disheartened';

export interface ModeChange {
  previous: Mode;
  mode: Mode;
  reason: SteeringReason;
}

export const freshSteering = (): Steering => ({
  mode: 'normal',
  hot: 0,
  cool: 0,
  pendingMs: 0,
  eased: 0,
  cueDue: false,
});

/**
 * Advances the mode by one span of speech. Updates are counted once per {@link STEERING.updateMs} of speech. The first
 * words of a stretch do not count: the model has heard too little to say that somebody got angry, or calm again.
 */
export const transitionSteering = (
  steering: Steering,
  input: SteeringInput,
): { steering: Steering; change?: ModeChange } => {
  if (input.evidenceMs < STEERING.settledMs) return { steering };
  const eased = ease(steering.eased, input);
  const pendingMs = steering.pendingMs + input.speechMs;
  if (pendingMs < STEERING.updateMs) return { steering: { ...steering, pendingMs, eased } };
  const counted: Steering = {
    mode: steering.mode,
    hot: isHot(input) ? steering.hot + 1 : 0,
    cool: eased < STEERING.coolEscalation ? steering.cool + 1 : 0,
    pendingMs: 0,
    eased,
    cueDue: steering.cueDue,
  };
  const mode = nextMode(counted, input.role);
  if (mode === steering.mode) return { steering: counted };
  const change = { previous: steering.mode, mode, reason: reasonFor(mode, input) };
  return { steering: { mode, hot: 0, cool: 0, pendingMs: 0, eased, cueDue: false }, change };
};

/** Anger shows at once and comes in waves: one even sentence between two angry ones does not mean calm. */
const ease = (eased: number, { escalation, speechMs }: SteeringInput): number => {
  if (escalation >= eased) return escalation;
  return escalation + (eased - escalation) * Math.exp(-speechMs / STEERING.releaseMs);
};

const isHot = ({ escalation, hasBaseline, arousalZ, valenceZ }: SteeringInput): boolean => {
  if (escalation >= STEERING.hotEscalationAlone) return true;
  if (escalation < STEERING.hotEscalation || !hasBaseline) return false;
  return arousalZ >= STEERING.hotZ || valenceZ <= -STEERING.hotZ;
};

const nextMode = ({ mode, hot, cool }: Steering, role: SteeringInput['role']): Mode => {
  const entered = hot >= STEERING.updatesToEnter;
  switch (mode) {
    case 'normal':
      if (!entered) return mode;
      return role === 'agent' ? 'agent_overheated' : 'caller_escalating';
    case 'caller_escalating':
      return cool >= STEERING.updatesToCool ? 'mirror_calm' : mode;
    case 'mirror_calm':
      if (entered) return 'caller_escalating';
      return cool >= STEERING.updatesToNormal ? 'normal' : mode;
    case 'agent_overheated':
      return cool >= STEERING.updatesToNormal ? 'normal' : mode;
  }
};

const reasonFor = (mode: Mode, input: SteeringInput): SteeringReason => {
  switch (mode) {
    case 'normal':
      return 'back_to_normal';
    case 'mirror_calm':
      return 'calming_down';
    case 'agent_overheated':
      return 'agent_above_baseline';
    case 'caller_escalating':
      return input.hasBaseline && Math.max(input.arousalZ, -input.valenceZ) >= STEERING.hotZ
        ? 'escalation_above_baseline'
        : 'escalation_high';
  }
};
