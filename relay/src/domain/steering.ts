import type { SteeringMode } from '@undertone/protocol';
import { z } from 'zod';
import { STEERING } from './thresholds.js';

/** The mode of one speaker on one channel, with the counts of its hysteresis. */
export const steeringSchema = z.strictObject({
  mode: z.enum(['normal', 'caller_escalating', 'mirror_calm', 'agent_overheated']),
  /** Updates in a row. */
  hot: z.number().int().min(0),
  cool: z.number().int().min(0),
  /** Speech since the last update, ms. */
  pendingMs: z.number().min(0),
});
export type Steering = z.infer<typeof steeringSchema>;
export type Mode = Steering['mode'] & SteeringMode;

export interface SteeringInput {
  /** An agent can overheat, anybody else can escalate. */
  role: 'caller' | 'agent';
  speechMs: number;
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
  /** No change of mode: a cue about a caller whose voice lost its spirit. */
  | 'caller_disheartened';

export interface ModeChange {
  previous: Mode;
  mode: Mode;
  reason: SteeringReason;
}

export function freshSteering(): Steering {
  return { mode: 'normal', hot: 0, cool: 0, pendingMs: 0 };
}

/** Moves the mode on by one span of speech; counts only on every {@link STEERING.updateMs} of it. */
export function transitionSteering(
  steering: Steering,
  input: SteeringInput,
): { steering: Steering; change?: ModeChange } {
  const pendingMs = steering.pendingMs + input.speechMs;
  if (pendingMs < STEERING.updateMs) return { steering: { ...steering, pendingMs } };
  const counted: Steering = {
    mode: steering.mode,
    hot: isHot(input) ? steering.hot + 1 : 0,
    cool: input.escalation < STEERING.coolEscalation ? steering.cool + 1 : 0,
    pendingMs: 0,
  };
  const mode = nextMode(counted, input.role);
  if (mode === steering.mode) return { steering: counted };
  const change = { previous: steering.mode, mode, reason: reasonFor(mode, input) };
  return { steering: { mode, hot: 0, cool: 0, pendingMs: 0 }, change };
}

function isHot({ escalation, hasBaseline, arousalZ, valenceZ }: SteeringInput): boolean {
  if (escalation >= STEERING.hotEscalationAlone) return true;
  if (escalation < STEERING.hotEscalation || !hasBaseline) return false;
  return arousalZ >= STEERING.hotZ || valenceZ <= -STEERING.hotZ;
}

function nextMode({ mode, hot, cool }: Steering, role: SteeringInput['role']): Mode {
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
}

function reasonFor(mode: Mode, input: SteeringInput): SteeringReason {
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
}
