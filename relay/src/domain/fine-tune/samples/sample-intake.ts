import { mapConcurrently } from '../../../concurrency/map-concurrently.js';
import type { GivenSample } from '../jobs/job-orders.js';
import { readSample, type SampleReader } from './read-sample.js';
import { type LabelSpec, whyUnknown } from '../labels.js';
import { type FineTuneSample, type Refusal, refusal, type SampleState } from './sample.js';

/** Samples processed at a time, per request or job. A file waits behind every live chunk anyway. */
const AT_A_TIME = 2;

interface Intake {
  readonly id: string;
  readonly orgId: string;
  readonly labels: readonly LabelSpec[];
  readonly signal: AbortSignal;
  /** The state that all audio gets if the job has no room for any. */
  readonly instead?: SampleState;
}

/**
 * Takes in samples when they arrive. Audio that was sent is analyzed at once and then dropped, so it is never
 * stored. Audio behind a URL waits for the job.
 */
export const takeIn = (
  ears: SampleReader,
  order: Intake,
  samples: readonly GivenSample[],
): Promise<FineTuneSample[]> =>
  mapConcurrently(samples, AT_A_TIME, async (sample, position) => {
    order.signal.throwIfAborted();
    const { id, label, speaker } = sample;
    return { id, position, label, speaker, state: await stateOf(ears, order, sample, position) };
  });

/** What is wrong with a sample before it is analyzed. Undefined if nothing is. */
export const refusalAtDoor = (
  { label, source }: GivenSample,
  labels: readonly LabelSpec[],
): Refusal | undefined => {
  if (!labels.some(({ name }) => name === label)) {
    return refusal('unknown_label', whyUnknown(labels));
  }
  return source.kind === 'refused' ? source.refusal : undefined;
};

const stateOf = async (
  ears: SampleReader,
  { id, orgId, labels, signal, instead }: Intake,
  sample: GivenSample,
  position: number,
): Promise<SampleState> => {
  const { source } = sample;
  const wrong = refusalAtDoor(sample, labels);
  if (wrong !== undefined) return { kind: 'refused', refusal: wrong };
  if (instead !== undefined) return instead;
  switch (source.kind) {
    case 'refused':
      return source;
    case 'url':
      return { kind: 'waiting', url: source.url };
    case 'bytes': {
      const outcome = await readSample(
        ears,
        { id: `${id}/${position}`, orgId },
        { bytes: source.bytes },
        signal,
      );
      return outcome.kind === 'heard' ? { kind: 'ready', heard: outcome.heard } : outcome;
    }
  }
};
