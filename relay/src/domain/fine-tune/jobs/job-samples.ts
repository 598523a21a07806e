import { missingFor } from '@undertone/fine-tune';
import { mapConcurrently } from '../../../concurrency/map-concurrently.js';
import { Fault } from '../../fault.js';
import { readSample, type SampleReader } from '../samples/read-sample.js';
import { type FineTuneSample, isSpent, overBudget, type SampleState } from '../samples/sample.js';
import type { FineTuneStore } from './fine-tune-store.js';
import type { FineTuneJob } from './job.js';
import { JobFailure } from './job-orders.js';

export interface JobSamplesOptions {
  readonly store: FineTuneStore;
  readonly ears: SampleReader;
  /** Resolves after this time, or at once when the signal is given. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const SAMPLES_AT_A_TIME = 2;
/** If the relay is busy, a sample is retried this many times, with this delay. */
const RETRY = { times: 60, afterMs: 5_000 };

/** The totals of a job's usable samples. */
interface Used {
  ready: number;
  seconds: number;
}

const countReady = (samples: readonly FineTuneSample[]): Used => {
  const used: Used = { ready: 0, seconds: 0 };
  for (const { state } of samples) {
    if (state.kind !== 'ready') continue;
    used.ready++;
    used.seconds += state.heard.seconds;
  }
  return used;
};

/** The samples of a job that is run: those that wait are analyzed, those that are usable train it. */
export class JobSamples {
  constructor(private readonly options: JobSamplesOptions) {}

  /** Analyzes the samples that wait. @throws the signal's reason; a Fault that the samples did not cause */
  async hear(job: FineTuneJob, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
    const all = await this.options.store.samples(job.orgId, job.id);
    const waiting = all.filter(({ state }) => state.kind === 'waiting');
    let done = all.length - waiting.length;
    const used = countReady(all);
    await mapConcurrently(waiting, SAMPLES_AT_A_TIME, async (sample) => {
      const kept = await this.hearOne(job, sample, used, signal);
      if (kept.kind === 'ready') {
        used.ready++;
        used.seconds += kept.heard.seconds;
      }
      onProgress(++done / all.length);
    });
  }

  /**
   * The job's usable samples. Each stage reads them again, because samples whose consent was withdrawn are
   * removed.
   * @returns undefined if somebody else moved the job: when a job ends, the results of its samples are
   *   deleted
   * @throws JobFailure
   */
  async usable({ orgId, id, state }: FineTuneJob): Promise<readonly FineTuneSample[] | undefined> {
    const { store } = this.options;
    const samples = await store.samples(orgId, id);
    // Checked after reading the samples: if the state is unchanged, all samples were still there when they
    // were read.
    if ((await store.find(orgId, id))?.job.state.kind !== state.kind) return undefined;
    const ready = samples.filter((sample) => sample.state.kind === 'ready');
    const missing = missingFor(ready.map(({ label }) => label));
    if (missing.length === 0) return samples;
    const message = `${missing.join('; ')} (${samples.length - ready.length} samples were refused)`;
    throw new JobFailure({ code: 'too_few_samples', message });
  }

  /**
   * Analyzes one sample. No caller waits for it, so it waits for a busy relay. A sample that does not fit
   * into the job is not even fetched.
   */
  private async hearOne(
    job: FineTuneJob,
    { state, position }: FineTuneSample,
    used: Used,
    signal: AbortSignal,
  ): Promise<SampleState> {
    const { store, ears, wait } = this.options;
    if (state.kind !== 'waiting') return state;
    const finish = (became: SampleState): Promise<SampleState> => store.finishSample(job, position, became);
    if (isSpent(job, used)) return finish(overBudget(job));
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      try {
        const outcome = await readSample(
          ears,
          { id: `${job.id}/${position}`, orgId: job.orgId },
          { url: state.url },
          signal,
        );
        return await finish(outcome.kind === 'heard' ? { kind: 'ready', heard: outcome.heard } : outcome);
      } catch (error) {
        if (!(error instanceof Fault) || attempt > RETRY.times) throw error;
        await wait(RETRY.afterMs, signal);
      }
    }
  }
}
