import type { Payer } from '../../billing/payer.js';
import type { Activation, JobError } from './job.js';
import type { LabelSpec } from '../labels.js';
import type { Refusal } from '../samples/sample.js';

/** A sample as it was sent. */
export interface GivenSample {
  readonly id: string;
  readonly label: string;
  readonly speaker: string | undefined;
  /** `refused` is for problems that are visible at once. */
  readonly source:
    | { readonly kind: 'url'; readonly url: string }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'refused'; readonly refusal: Refusal };
}

/** A job as it was requested. */
export interface NewJob {
  readonly payer: Payer;
  readonly name: string;
  readonly vertical: string | undefined;
  readonly labels: readonly LabelSpec[];
  readonly activation: Activation;
  /** If absent: 10 s for each sample of the request, at least 600 s. */
  readonly maxSeconds: number | undefined;
  readonly samples: readonly GivenSample[];
  /** Whether to add corrected utterances whose speakers agreed to `training`. */
  readonly corrections: boolean;
  /** False if more samples will follow. `start` then starts the job. */
  readonly start: boolean;
  readonly signal: AbortSignal;
}

/** A job failure that is reported to the customer. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  constructor(readonly error: JobError) {
    super(error.message);
  }
}
