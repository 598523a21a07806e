import type { AnalysisResult, AnalyzeSettings, Feature } from './analysis.js';
import type { ManyProgress } from './analyze-many.js';

/** One recording of a batch: exactly one source. */
export type BatchItem = Pick<AnalyzeSettings, 'transcript' | 'speaker_id' | 'session_id' | 'metadata'> & {
  /** Echoed with the result; unique within the batch. */
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
  /** Adds `turns` with prosody to each result. */
  readonly diarize?: boolean;
}

/** An item's failure is its own. */
export type BatchResult = { readonly id: string } & (
  | AnalysisResult
  | { readonly error: { readonly code: string; readonly message: string; readonly details?: object } }
);

export interface BatchOptions {
  readonly onProgress?: (progress: ManyProgress) => void;
  readonly signal?: AbortSignal;
  /** How often a job is asked for. Default 1,000. */
  readonly pollIntervalMs?: number;
}

/** Small batches are answered at once, larger ones become a job. */
export interface BatchAnswer {
  readonly results?: readonly BatchResult[];
  readonly job?: {
    readonly id: string;
    readonly status: 'running' | 'completed';
    readonly total: number;
    readonly finished: number;
  };
}
