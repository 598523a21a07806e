import { z } from 'zod';
import { alertBoardSchema, freshAlertBoard } from '../alerts/alert-board.js';
import { storedOutcomeSchema } from '../predictions/outcome.js';
import { freshTrajectory, trajectorySchema } from '../predictions/trajectory.js';
import { HEARD_MOODS } from '../call/emotion/heard-mood.js';
import { CUE_ACTIONS, givenCueSchema } from './conversation-cues.js';
import type { Lifecycle } from './lifecycle.js';
import type { ConversationOverview } from './conversation-overview.js';
import type { ConversationSummaryView } from './conversation-summary.js';

export const CONVERSATION_LIMITS = {
  /** About four hours at one utterance every three seconds. Each is a row that is read again when a late one comes. */
  utterances: 5_000,
  idCharacters: 128,
  /** A conversation without anything new for this long expires. It is one day, because callers call back. */
  idleMs: 24 * 3_600_000,
  page: { default: 20, most: 100 },
  utterancePage: { default: 200, most: 1_000 },
} as const;

/** What every new utterance changes. Plain data of bounded size. */
export const progressSchema = z.strictObject({
  schema: z.literal(1),
  trajectory: trajectorySchema,
  board: alertBoardSchema,
  utterances: z.number().int().min(0),
  /** The conversation's end so far, with the silence after the last words. An utterance without times begins here. */
  clockMs: z.number().min(0).default(0),
  /** Where its live stream's audio begins; null before there was one. */
  streamStartMs: z.number().min(0).nullable().default(null),
  /** Start of the last utterance in order. One that begins later can be added without reading the others again. */
  lastStartMs: z.number().min(0),
  lastIndex: z.number().nullable(),
  /** Whether every utterance so far came without a time. */
  untimed: z.boolean(),
  lastEmotion: z.string().nullable(),
  /** Of the callers; null where no stream was heard, and in data from an earlier release. */
  lastMood: z.enum(HEARD_MOODS).nullable().default(null),
  /** Rises with every utterance, correction and answer to a cue, so that a stream can ask for what is newer. */
  revision: z.number().int().min(0).default(0),
  /** Answers to cues that came over REST, for the stream that gave them; the newest, oldest first. */
  cueAnswers: z
    .array(
      z.strictObject({
        cueId: z.string(),
        action: z.enum(CUE_ACTIONS),
        afterMs: z.number().min(0).nullable(),
        revision: z.number().int().min(1),
      }),
    )
    .default([]),
  /** Cues that its stream gave, oldest first. */
  cues: z.array(givenCueSchema).default([]),
  peakEscalationRisk: z.number().min(0).max(1),
  /** Version of the organization's learning behind the newest prediction. */
  modelVersion: z.number().int().min(0),
  outcome: z
    .strictObject({
      targets: storedOutcomeSchema,
      kpis: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
      observedAt: z.string(),
    })
    .nullable(),
});
export type ConversationProgress = z.infer<typeof progressSchema>;

export const freshProgress = (): ConversationProgress => ({
  schema: 1,
  trajectory: freshTrajectory(),
  board: freshAlertBoard(),
  utterances: 0,
  clockMs: 0,
  streamStartMs: null,
  lastStartMs: 0,
  lastIndex: null,
  untimed: true,
  lastEmotion: null,
  lastMood: null,
  revision: 0,
  cueAnswers: [],
  cues: [],
  peakEscalationRisk: 0,
  modelVersion: 0,
  outcome: null,
});

/** The predictions that were sent when the conversation ended; later learning does not change them. */
export interface FinalWord {
  readonly predictions: Readonly<Record<string, unknown>>;
  readonly kpiPredictions: Readonly<Record<string, unknown>>;
  readonly summary: ConversationSummaryView;
  /** What lists show; absent in data from an earlier release. */
  readonly overview?: ConversationOverview;
}

/** A conversation of an organization. The id is the organization's own: another organization may use the same text. */
export interface ConversationRecord {
  readonly orgId: string;
  readonly id: string;
  readonly lifecycle: Lifecycle;
  readonly vertical: string;
  /** The language of texts, BCP 47. */
  readonly language: string;
  /** The organization's own reference: of a caller, a case, a ticket. Several sessions may share one. */
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly progress: ConversationProgress;
  readonly final: FinalWord | null;
}
