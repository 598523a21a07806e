import type { Answer, Body, Schema } from '../api.js';
import { type AudioInput, toBlob } from '../audio/audio-input.js';
import { AUDIO_TIMEOUT_MS, type CallOptions, type HttpCall, type HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';
import { wait } from '../http/wait.js';

/** A training: its state and progress, and when it is over its report and model. */
export type FineTuneJob = Schema<'FineTuneJob'>;
/** What a trained model gains and loses, on recordings that it never heard and on other people’s. */
export type FineTuneReport = NonNullable<FineTuneJob['report']>;
/** The outcome of one sample. */
export type SampleState = Schema<'FineTuneSample'>;
type SampleFields = NonNullable<Body<'createFineTune'>['samples']>[number];
/** One labeled recording, from one source. */
export type FineTuneSample = Omit<SampleFields, 'audio'> & { readonly audio?: AudioInput };
/** A training to begin: its name, and samples, which may also come later. */
export type NewFineTune = Omit<Body<'createFineTune'>, 'samples'> & {
  readonly samples?: readonly FineTuneSample[];
};

/** How a training is followed. */
export interface FollowOptions {
  /** Called after each look at the job, also the last. */
  readonly onProgress?: (job: FineTuneJob) => void;
  /** Gives up following; the job itself goes on. */
  readonly signal?: AbortSignal;
  /** Time between two looks at the state of the job, ms. Default 2,000. */
  readonly pollIntervalMs?: number;
}

const POLL_INTERVAL_MS = 2_000;
const OVER: ReadonlySet<FineTuneJob['status']> = new Set(['completed', 'failed', 'cancelled']);

/** The organization's own models, trained from labeled recordings. */
export class FineTunes {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** At most 50 MB of audio in one request. For more, use `start: false`, then `addSamples` and `start`. */
  async create({ samples = [], ...fields }: NewFineTune, options?: CallOptions): Promise<FineTuneJob> {
    const body = await withFiles({ ...fields }, samples);
    return this.job('POST', '/v1/fine-tune', { ...body, timeoutMs: AUDIO_TIMEOUT_MS }, options);
  }

  /** Adds samples to a job that was made with `start: false`: at most 50 MB and 500 files in one request. */
  async addSamples(
    id: string,
    samples: readonly FineTuneSample[],
    options?: CallOptions,
  ): Promise<Answer<'addFineTuneSamples'>> {
    const body = await withFiles({}, samples);
    const call = { method: 'POST', path: `${pathOf(id)}/samples`, timeoutMs: AUDIO_TIMEOUT_MS } as const;
    return this.http.call({ ...call, ...body }, options);
  }

  /** Starts a job with the samples that it has. */
  start(id: string, options?: CallOptions): Promise<FineTuneJob> {
    return this.job('POST', `${pathOf(id)}/start`, {}, options);
  }

  /** How far a job is, and its report when it is over. */
  get(id: string, options?: CallOptions): Promise<FineTuneJob> {
    return this.job('GET', pathOf(id), {}, options);
  }

  /** Every job, page by page, the newest first. */
  list(options?: CallOptions): AsyncGenerator<FineTuneJob, void> {
    const call = { method: 'GET', path: '/v1/fine-tune' } as const;
    return readPages<FineTuneJob>(this.http, call, 'jobs', options);
  }

  /** What became of each sample. */
  async samples(id: string, options?: CallOptions): Promise<readonly SampleState[]> {
    const call = { method: 'GET', path: `${pathOf(id)}/samples` } as const;
    return (await this.http.call<Answer<'listFineTuneSamples'>>(call, options)).samples;
  }

  /** Possible in every state before the end. Nothing is charged. */
  cancel(id: string, options?: CallOptions): Promise<FineTuneJob> {
    return this.job('POST', `${pathOf(id)}/cancel`, {}, options);
  }

  /** Deletes a finished job with its samples and its model. */
  remove(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** Follows a job until it ends, in whatever state. */
  async follow(id: string, options: FollowOptions = {}): Promise<FineTuneJob> {
    const { signal, onProgress, pollIntervalMs = POLL_INTERVAL_MS } = options;
    for (;;) {
      const job = await this.get(id, signal === undefined ? {} : { signal });
      onProgress?.(job);
      if (OVER.has(job.status)) return job;
      await wait(pollIntervalMs, signal);
    }
  }

  private async job(
    method: 'GET' | 'POST',
    path: string,
    body: Pick<HttpCall, 'json' | 'form' | 'timeoutMs'>,
    options: CallOptions | undefined,
  ): Promise<FineTuneJob> {
    return (await this.http.call<{ readonly job: FineTuneJob }>({ method, path, ...body }, options)).job;
  }
}

const pathOf = (id: string): string => `/v1/fine-tune/${encodeURIComponent(id)}`;

/** Sent as JSON when every sample has an address or base64, otherwise as a form with the files. */
const withFiles = async (
  fields: Readonly<Record<string, unknown>>,
  samples: readonly FineTuneSample[],
): Promise<{ readonly json: object } | { readonly form: () => FormData }> => {
  const files: { readonly name: string; readonly blob: Blob }[] = [];
  const named: SampleFields[] = [];
  for (const [position, { audio, ...sample }] of samples.entries()) {
    if (audio === undefined) named.push(sample);
    else {
      const name = `file-${position + 1}`;
      files.push({ name, blob: await toBlob(audio) });
      named.push({ ...sample, audio: name });
    }
  }
  const all = { ...fields, ...(samples.length > 0 && { samples: named }) };
  if (files.length === 0) return { json: all };
  const form = (): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(all)) {
      data.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    for (const { name, blob } of files) data.set(name, blob, name);
    return data;
  };
  return { form };
};
