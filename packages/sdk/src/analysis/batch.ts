import type { Schema } from '../api.js';
import type { AnalysisResult } from './analysis.js';
import type { ManyProgress } from './analyze-many.js';

type Ordered = Schema<'BatchRequest'>;

/** One recording of a batch, from exactly one source. Its `id` is returned with the result, and must be unique within the batch. */
export type BatchItem = Omit<Ordered['items'][number], 'audio_url' | 'audio_base64'> &
  (
    | { readonly audio_url: string; readonly audio_base64?: never }
    | { readonly audio_base64: string; readonly audio_url?: never }
  );

/** Recordings by URL or base64, in one request. The fields beside `items` are for all of them. */
export type BatchRequest = Omit<Ordered, 'items'> & {
  /** At most 100. */
  readonly items: readonly BatchItem[];
};

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
