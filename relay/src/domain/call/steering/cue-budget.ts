import type { CueAction } from '@undertone/protocol';
import { z } from 'zod';
import { CUE_TRAITS, cueTypes, type CueType } from '../cues/catalog.js';
import { clamp } from '../emotion/smoothing.js';
import { CUES } from '../thresholds.js';

const cueTypeSchema = z.enum(cueTypes);

/** Which cues were shown and how the agent answered. One per conversation, because the agent reads all cues. */
export const cueBudgetSchema = z.strictObject({
  /** The newest cues, oldest first. */
  given: z
    .array(
      z.strictObject({
        cueId: z.string(),
        type: cueTypeSchema,
        atMs: z.number().min(0),
        /** The agent's answers to the cue; each kind counts once. */
        said: z.array(z.string()).optional(),
      }),
    )
    .max(32),
  /** How welcome a type of cue is, 0 to 1. */
  share: z.record(cueTypeSchema, z.number().min(0).max(1)),
  /** Audio time until which a type of cue is silent. */
  snoozedUntilMs: z.record(cueTypeSchema, z.number().min(0)),
});
export type CueBudget = z.infer<typeof cueBudgetSchema>;

const REMEMBERED = 32;

export const freshCueBudget = (): CueBudget => ({
  given: [],
  share: { escalation: 1, calming: 1, agent_overheated: 1, caller_low: 1 },
  snoozedUntilMs: { escalation: 0, calming: 0, agent_overheated: 0, caller_low: 0 },
});

/**
 * Whether a cue may be given now: at most `perWindow` in any window of five minutes, at least `apartMs` after any other
 * cue, and at least `apartMs` / the type's share after the last cue of its type.
 * @param alertBudget the limit the client asked for; it can lower the limit but not raise it
 */
export const mayCue = (
  budget: CueBudget,
  type: CueType,
  nowMs: number,
  alertBudget: number | undefined,
): boolean => {
  const limit = Math.min(CUES.perWindow, alertBudget ?? CUES.perWindow);
  if (budget.given.filter(({ atMs }) => nowMs - atMs < CUES.windowMs).length >= limit) return false;
  const last = budget.given.at(-1);
  if (last !== undefined && nowMs - last.atMs < CUES.apartMs) return false;
  const lastOfType = budget.given.filter((cue) => cue.type === type).at(-1);
  if (lastOfType !== undefined && nowMs - lastOfType.atMs < CUES.apartMs / budget.share[type]) return false;
  return nowMs >= budget.snoozedUntilMs[type];
};

/** Records a cue. `supersedes` is the cue still on the screen, if any. */
export const recordCue = (
  budget: CueBudget,
  cueId: string,
  type: CueType,
  atMs: number,
): { budget: CueBudget; supersedes?: string } => {
  const last = budget.given.at(-1);
  const live = last !== undefined && atMs - last.atMs < CUE_TRAITS[last.type].ttlMs;
  const next = { ...budget, given: [...budget.given, { cueId, type, atMs }].slice(-REMEMBERED) };
  return live ? { budget: next, supersedes: last.cueId } : { budget: next };
};

/**
 * Learns from the agent's answer to a cue. The same answer counts once, whichever route it comes by. An unknown id changes
 * nothing, because the cue may be older than the memory.
 */
export const learnFromFeedback = (
  budget: CueBudget,
  cueId: string,
  action: CueAction,
  nowMs: number,
): CueBudget => {
  const cue = budget.given.find((given) => given.cueId === cueId);
  if (cue === undefined || action === 'unspecified' || cue.said?.includes(action) === true) return budget;
  const share = clamp(budget.share[cue.type] * CUES.feedbackFactor[action], CUES.share.min, CUES.share.max);
  const said = [...(cue.said ?? []), action];
  const given = budget.given.map((each) => (each === cue ? { ...cue, said } : each));
  const next = { ...budget, given, share: { ...budget.share, [cue.type]: share } };
  if (action !== 'snoozed') return next;
  return { ...next, snoozedUntilMs: { ...budget.snoozedUntilMs, [cue.type]: nowMs + CUES.snoozeMs } };
};
