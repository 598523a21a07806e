import type { Payer } from '../../billing/payer.js';
import type { Activation, JobError } from './job.js';
import type { LabelSpec } from '../labels.js';
import type { Refusal } from '../samples/sample.js';

/** A sample as somebody sent it. */
export interface GivenSample {
  readonly id: string;
  readonly label: string;
  readonly speaker: string | undefined;
  /** What is wrong with it can be seen at once. */
  readonly source:
    | { readonly kind: 'url'; readonly url: string }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'refused'; readonly refusal: Refusal };
}

/** A job as somebody asks for it. */
export interface NewJob {
  readonly payer: Payer;
  readonly name: string;
  readonly vertical: string | undefined;
  readonly labels: readonly LabelSpec[];
  readonly activation: Activation;
  /** Absent, 10 s for each sample of the request, at least 600 s. */
  readonly maxSeconds: number | undefined;
  readonly samples: readonly GivenSample[];
  /** Corrected utterances whose speakers agreed to `training` are added. */
  readonly corrections: boolean;
  /** False: more samples come, and `start` begins with them. */
  readonly start: boolean;
  readonly signal: AbortSignal;
}

/** A job that went wrong in a way that its customer is told. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  constructor(readonly error: JobError) {
    super(error.message);
  }
}
