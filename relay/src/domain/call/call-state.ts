import { FEATURES } from '@undertone/protocol';
import { z } from 'zod';
import { baselineSchema } from './emotion/baseline.js';
import { channelSchema, freshChannel } from './channel-state.js';
import type { CallConfig, Json } from './call-types.js';
import { cueBudgetSchema, freshCueBudget } from './steering/cue-budget.js';
import { segmentSchema } from './turns/overlap.js';
import { freshTally, tallySchema } from './tally.js';
import { TURNS } from './thresholds.js';
import { turnRecordSchema } from './turns/transcript.js';

const configSchema = z.strictObject({
  sessionId: z.string(),
  vertical: z.string(),
  language: z.string(),
  channels: z
    .array(
      z.strictObject({
        id: z.string(),
        subject: z.enum(['unspecified', 'customer', 'agent', 'self', 'unknown']),
      }),
    )
    .min(1),
  features: z.array(z.enum(['unspecified', ...FEATURES])),
  outputs: z.strictObject({
    probabilities: z.boolean(),
    prosody: z.boolean(),
    maxRateHz: z.number().positive().exactOptional(),
  }),
  vadMode: z.enum(['unspecified', 'client', 'server', 'both']),
  endSilenceMs: z.number().positive(),
  steering: z.strictObject({ enabled: z.boolean(), alertBudget: z.number().min(0).exactOptional() }),
  agentAnalysis: z.boolean(),
});

/** The whole state of a call analysis. Plain data: the snapshot is this as JSON. */
const callStateSchema = z
  .strictObject({
    version: z.literal(1),
    config: configSchema,
    channels: z.array(channelSchema),
    /** Speakers of mixed channels who are employees. */
    agents: z.array(z.string()).exactOptional(),
    /** Baselines from earlier calls, for speakers who are known before their first result. */
    usual: z.record(z.string(), baselineSchema).exactOptional(),
    /** Finished stretches of speech per channel, for overlaps. */
    segments: z.array(z.array(segmentSchema)),
    turns: z.array(turnRecordSchema).max(TURNS.maximumTurns),
    /** Turns that have ended since the start, including those no longer kept. */
    utterances: z.number().int().min(0),
    cues: cueBudgetSchema,
    tally: tallySchema,
  })
  .refine(
    ({ config, channels, segments }) =>
      channels.length === config.channels.length && segments.length === config.channels.length,
    'the number of channels differs',
  );
export type CallState = z.infer<typeof callStateSchema>;

/** The checkpoint is damaged or of another version, so the call cannot continue from it. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  readonly code = 'snapshot_invalid';
  readonly retryable = false;
}

export const freshState = (config: CallConfig): CallState => ({
  version: 1,
  config: configSchema.parse(config),
  channels: config.channels.map(freshChannel),
  segments: config.channels.map(() => []),
  turns: [],
  utterances: 0,
  cues: freshCueBudget(),
  tally: freshTally(),
});

/** @throws SnapshotError */
export const parseState = (json: unknown): CallState => {
  const parsed = callStateSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new SnapshotError(`not a snapshot of this version: ${z.prettifyError(parsed.error)}`, {
    cause: parsed.error,
  });
};

/** The state as JSON: a deep copy. */
export const toJson = (state: CallState): Json => JSON.parse(JSON.stringify(state)) as Json;
