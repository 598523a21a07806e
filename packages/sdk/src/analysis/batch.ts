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

export interface BatchRequest {
  /** At most 100. */
  readonly items: readonly BatchItem[];
  readonly vertical?: string;
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

export interface BatchOptions {
  readonly onProgress?: (progress: ManyProgress) => void;
  readonly signal?: AbortSignal;
  /** Time between two requests for the state of the job. Default 1,000. */
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
