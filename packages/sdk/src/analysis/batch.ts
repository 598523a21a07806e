import type { AnalysisResult, AnalyzeSettings, Feature } from './analysis.js';
import type { ManyProgress } from './analyze-many.js';

/** One recording of a batch, from exactly one source. */
export type BatchItem = Pick<
  AnalyzeSettings,
  'line' | 'transcript' | 'speaker_id' | 'session_id' | 'metadata'
> & {
  /** Returned with the result. Must be unique within the batch. */
  readonly id: string;
} & (
    | { readonly audio_url: string; readonly audio_base64?: never }
    | { readonly audio_base64: string; readonly audio_url?: never }
  );

/** Recordings by URL or base64, in one request. The fields beside `items` are for all of them. */
export interface BatchRequest {
  /** At most 100. */
  readonly items: readonly BatchItem[];
  /** The rules that judge state and metrics; `general` by default. */
  readonly vertical?: string;
  /** What to compute; all by default. */
  readonly features?: readonly Feature[];
  /** The line of the items that name none. Default: they are one line that nobody else knows. */
  readonly line?: string;
  /** Adds `turns` with prosody to each result. */
  readonly diarize?: boolean;
}

/** A failure concerns only its item. */
export type BatchResult = { readonly id: string } & (
  | AnalysisResult
  | { readonly error: { readonly code: string; readonly message: string; readonly details?: object } }
);

/** How a batch is followed. */
export interface BatchOptions {
  /** Called after each look at the job, and at the end. */
  readonly onProgress?: (progress: ManyProgress) => void;
  /** Gives up following; the job itself goes on. */
  readonly signal?: AbortSignal;
  /** Time between two looks at the state of the job, ms. Default 1,000. */
  readonly pollIntervalMs?: number;
}

/** Small batches are answered at once. Larger ones become a job. */
export interface BatchAnswer {
  readonly results?: readonly BatchResult[];
  readonly job?: {
    readonly id: string;
    readonly status: 'running' | 'completed';
    readonly total: number;
    readonly finished: number;
  };
}
