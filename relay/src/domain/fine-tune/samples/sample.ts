import type { Example } from '@undertone/fine-tune';

/** Why a sample is not used for training. */
export const REFUSALS = [
  'unknown_label',
  'no_audio',
  'bad_url',
  'unreachable',
  'too_large',
  'unsupported_audio_format',
  'undecodable_audio',
  'too_long',
  'too_short',
  'silent',
  'not_speech',
  'duplicate',
  'over_budget',
  'withdrawn',
] as const;
export type RefusalCode = (typeof REFUSALS)[number];

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** What the frozen readers heard of a sample: the shared part of each one's embedding. */
export type ReaderOutputs = Example['heard'] & { readonly live: readonly number[] };

/** Everything that is kept of a sample's audio. */
export interface AnalyzedSample {
  readonly seconds: number;
  /**
   * SHA-256 of the decoded samples, in hex. It finds duplicates: the same recording twice could be on both
   * sides of a held-out split.
   */
  readonly digest: string;
  readonly readings: ReaderOutputs;
}

export type SampleState =
  | { readonly kind: 'waiting'; readonly url: string }
  | { readonly kind: 'ready'; readonly heard: AnalyzedSample }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface FineTuneSample {
  /** The caller's name for the sample, or its number. */
  readonly id: string;
  readonly position: number;
  readonly label: string;
  readonly speaker: string | undefined;
  readonly state: SampleState;
}

/** From 0.4 to 60 s. A shorter sample holds no sentence, and a longer one does not have one single label. */
export const SAMPLE_SECONDS = { least: 0.4, most: 60 } as const;
/** The least speech in a sample. With less, the network has not heard enough to say anything. */
export const LEAST_SPEECH_MS = 250;

/** The limits of one job. */
export const JOB_LIMITS = {
  samples: 2_000,
  seconds: 7_200,
  labels: 20,
  /** Jobs of one organization that are not over. */
  open: 8,
} as const;

export const refusal = (code: RefusalCode, message: string): Refusal => ({ code, message });

/** The seconds that a job may use. */
interface Budget {
  readonly maxSeconds: number;
}

/** Whether a job is full, so that another sample of the usual length does not fit. */
export const isSpent = (
  { maxSeconds }: Budget,
  { ready, seconds }: { readonly ready: number; readonly seconds: number },
): boolean => seconds + Math.max(SAMPLE_SECONDS.least, ready === 0 ? 0 : seconds / ready) > maxSeconds;

export const overBudget = ({ maxSeconds }: Budget): SampleState => ({
  kind: 'refused',
  refusal: refusal('over_budget', `the job’s ${maxSeconds} s are used up: see max_seconds`),
});
