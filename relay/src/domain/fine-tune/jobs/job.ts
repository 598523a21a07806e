import type { LabelSpec } from '../labels.js';

/** The state of a job. A `queued` job that is open still takes samples and waits for its start. */
export const JOB_STATES = [
  'queued',
  'preparing',
  'training',
  'evaluating',
  'completed',
  'failed',
  'cancelled',
] as const;
export type JobStateName = (typeof JOB_STATES)[number];

export type JobState =
  | { readonly kind: 'queued'; readonly open: boolean }
  | { readonly kind: 'preparing' | 'training' | 'evaluating' | 'completed' | 'cancelled' }
  | { readonly kind: 'failed'; readonly error: JobError };

export interface JobError {
  readonly code: 'too_few_samples' | 'crashed' | 'base_model_changed' | 'training_failed';
  readonly message: string;
}

export type JobStep =
  | { readonly kind: 'start' | 'take' | 'prepared' | 'trained' | 'evaluated' | 'cancel' }
  | { readonly kind: 'fail'; readonly error: JobError };

export interface JobMove {
  readonly state: JobState;
  /** For the job's log: what happened, and why. */
  readonly message: string;
}

/** The only place where a job changes its state. @returns undefined if the step does not fit the state */
export const transition = (state: JobState, step: JobStep): JobMove | undefined => {
  if (isOver(state)) return undefined;
  switch (step.kind) {
    case 'start':
      return state.kind === 'queued' && state.open
        ? { state: { kind: 'queued', open: false }, message: 'queued: no more samples are taken' }
        : undefined;
    case 'take':
      return state.kind === 'queued' && !state.open
        ? { state: { kind: 'preparing' }, message: 'preparing: samples are fetched and heard' }
        : undefined;
    case 'prepared':
      return from(state, 'preparing', 'training', 'training: every usable sample was heard');
    case 'trained':
      return from(state, 'training', 'evaluating', 'evaluating: the head is trained');
    case 'evaluated':
      return from(state, 'evaluating', 'completed', 'completed');
    case 'cancel':
      return { state: { kind: 'cancelled' }, message: `cancelled while ${state.kind}` };
    case 'fail':
      return { state: { kind: 'failed', error: step.error }, message: `failed: ${step.error.message}` };
  }
};

const from = (
  state: JobState,
  wanted: JobState['kind'],
  next: 'training' | 'evaluating' | 'completed',
  message: string,
): JobMove | undefined => (state.kind === wanted ? { state: { kind: next }, message } : undefined);

export const isOver = ({ kind }: JobState): boolean =>
  kind === 'completed' || kind === 'failed' || kind === 'cancelled';

/** A line of a job's log. */
export interface LogLine {
  readonly at: Date;
  readonly stage: JobStateName;
  readonly message: string;
}

/** When the tuned model becomes what requests without a `model` use. */
export const ACTIVATIONS = ['if_better', 'never'] as const;
export type Activation = (typeof ACTIVATIONS)[number];

/** The network that a head is trained on. */
export interface BaseModel {
  readonly id: string;
  readonly version: string;
  readonly sha256: string;
  /** Its trained classes, in the order of the network. */
  readonly classes: readonly string[];
}

export interface FineTuneJob {
  readonly id: string;
  readonly orgId: string;
  readonly keyId: string;
  readonly name: string;
  readonly vertical: string | undefined;
  readonly base: BaseModel;
  readonly labels: readonly LabelSpec[];
  readonly activation: Activation;
  /**
   * Seconds of samples that the job may use. This amount is set aside, and it is the most that is charged.
   */
  readonly maxSeconds: number;
  readonly state: JobState;
  /** The progress of the current stage, 0 to 1. */
  readonly progress: number;
  readonly log: readonly LogLine[];
  /** How often a relay has taken the job. After three relays died on it, it is given up. */
  readonly attempts: number;
  readonly holdId: string;
  readonly holdMicroCredits: number;
  /** Whether the hold was settled or given back. */
  readonly settled: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  /** When the current stage began. */
  readonly stageAt: Date;
  readonly finishedAt: Date | undefined;
  /** Set after training. */
  readonly artifact: unknown;
  /** Set after evaluation. */
  readonly report: unknown;
  /** Name and version of the model that the job made. */
  readonly model: { readonly name: string; readonly version: number } | undefined;
}

/** Counts of a job's samples. */
export interface SampleCounts {
  readonly total: number;
  readonly ready: number;
  readonly refused: number;
  readonly waiting: number;
  /** Total seconds of the ready samples. */
  readonly seconds: number;
}
