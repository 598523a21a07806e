import type { Body, Schema } from './api.js';
import { ApiKeys } from './account/api-keys.js';
import { Credits } from './account/credits.js';
import { Logs } from './account/logs.js';
import { Members } from './account/members.js';
import { Organization } from './account/organization.js';
import type { BatchAnswer, BatchOptions, BatchRequest, BatchResult } from './analysis/batch.js';
import { type Outcome, forMany, type ManyOptions } from './analysis/analyze-many.js';
import type { AnalysisResult, AnalyzeRequest, Vertical } from './analysis/analysis.js';
import { toBlob } from './audio/audio-input.js';
import {
  AUDIO_TIMEOUT_MS,
  type CallOptions,
  HttpClient,
  type HttpClientOptions,
} from './http/http-client.js';
import { UndertoneError } from './http/errors.js';
import { formOf } from './http/form.js';
import { wait } from './http/wait.js';
import { AlertRules } from './sessions/alert-rules.js';
import { Kpis } from './sessions/kpis.js';
import { Predictions } from './sessions/predictions.js';
import { Sessions } from './sessions/sessions.js';
import { FineTunes } from './models/fine-tunes.js';
import { Models } from './models/models.js';
import { Lines } from './speakers/lines.js';
import { Speakers } from './speakers/speakers.js';
import { WebhookSettings } from './webhooks/webhook-settings.js';
import { LiveStream, type OpenSocket, type StreamSocket } from './stream/live-stream.js';

/** What a live stream sends, and how its socket is opened. */
export interface StreamOptions {
  /** Hz, 8,000 to 48,000. */
  readonly sample_rate: number;
  /** The rules that judge state and metrics; by default those of the conversation, else `general`. */
  readonly vertical?: Vertical;
  /** A name of yours for the microphone, trunk or queue. Default: that of the API key. */
  readonly line?: string;
  /** Further fields of the protocol's `session.hello`. */
  readonly hello?: Readonly<Record<string, unknown>>;
  /** Opens the socket. Without a global WebSocket: `(url, protocols) => new WebSocket(url, protocols)` of the `ws` package. */
  readonly open?: OpenSocket;
  /** When it aborts, the stream is over at once, without its summary, whether open or not yet. */
  readonly signal?: AbortSignal;
  /** How long the token and the opening may take, each. Default 60,000 and 15,000. */
  readonly timeoutMs?: number;
}

const POLL_INTERVAL_MS = 1_000;

/**
 * The REST API, for a server or an edge runtime. Never use it in a page: an API key gives access to the whole organization.
 * Methods throw `ApiError` and its subclasses, `ConnectionError`, `TimeoutError`, or the given signal's reason.
 */
export class Undertone {
  /** Thresholds of predictions. */
  readonly alertRules: AlertRules;
  /** Keys of the organization. */
  readonly apiKeys: ApiKeys;
  /** Wallet, limits and usage. */
  readonly credits: Credits;
  /** Trainings of models of your own. */
  readonly fineTunes: FineTunes;
  /** Figures of your own that are predicted. */
  readonly kpis: Kpis;
  /** What was learned of microphones, trunks and queues. */
  readonly lines: Lines;
  /** Requests and the audit log. */
  readonly logs: Logs;
  /** People who sign in to the console. */
  readonly members: Members;
  /** Models and which is the default. */
  readonly models: Models;
  /** Policy, export and deletion. */
  readonly organization: Organization;
  /** How right predictions were, and their versions. */
  readonly predictions: Predictions;
  /** Conversations. */
  readonly sessions: Sessions;
  /** People enrolled by voice. */
  readonly speakers: Speakers;
  /** Where events are sent. */
  readonly webhooks: WebhookSettings;
  private readonly http: HttpClient;
  private readonly baseUrl: string;

  /** @throws UndertoneError when made in a page, or with an invalid key or address */
  constructor(options: HttpClientOptions) {
    this.http = new HttpClient(options);
    this.alertRules = new AlertRules(this.http);
    this.apiKeys = new ApiKeys(this.http);
    this.credits = new Credits(this.http);
    this.fineTunes = new FineTunes(this.http);
    this.kpis = new Kpis(this.http);
    this.lines = new Lines(this.http);
    this.logs = new Logs(this.http);
    this.members = new Members(this.http);
    this.models = new Models(this.http);
    this.organization = new Organization(this.http);
    this.predictions = new Predictions(this.http);
    this.sessions = new Sessions(this.http);
    this.speakers = new Speakers(this.http);
    this.webhooks = new WebhookSettings(this.http);
    this.baseUrl = options.baseUrl;
  }

  /** Analyzes one recording of at most 25 MB. */
  async analyze(request: AnalyzeRequest, options?: CallOptions): Promise<AnalysisResult> {
    const call = { method: 'POST', path: '/v1/analyze', timeoutMs: AUDIO_TIMEOUT_MS } as const;
    if (request.audio === undefined) return this.http.call({ ...call, json: request }, options);
    const { audio, filename = 'audio', ...fields } = request;
    const blob = await toBlob(audio);
    const form = (): FormData => formOf(fields, { blob, filename });
    return this.http.call({ ...call, form }, options);
  }

  /** Analyzes many recordings, several at a time. A failure concerns only its item. */
  analyzeMany<R extends AnalyzeRequest>(
    requests: readonly R[],
    options: ManyOptions = {},
  ): Promise<Outcome<R, AnalysisResult>[]> {
    const { signal } = options;
    return forMany(
      requests,
      (request) => this.analyze(request, signal === undefined ? {} : { signal }),
      options,
    );
  }

  /**
   * Analyzes a batch by URL or base64 in one request. If it becomes a job, the job is followed until it ends.
   * @returns the results in the order of the items
   */
  async analyzeBatch(batch: BatchRequest, options: BatchOptions = {}): Promise<readonly BatchResult[]> {
    const { signal, onProgress, pollIntervalMs = POLL_INTERVAL_MS } = options;
    const giveUp = signal === undefined ? {} : { signal };
    const total = batch.items.length;
    const tell = (done: number, results: readonly BatchResult[]): void =>
      onProgress?.({ done, failed: results.filter((result) => 'error' in result).length, total });
    const path = '/v1/analyze/batch';
    const order = { method: 'POST', path, json: batch, timeoutMs: AUDIO_TIMEOUT_MS } as const;
    let answer = await this.http.call<BatchAnswer>(order, giveUp);
    while (answer.job?.status === 'running') {
      tell(answer.job.finished, answer.results ?? []);
      await wait(pollIntervalMs, signal);
      const path = `/v1/analyze/jobs/${encodeURIComponent(answer.job.id)}`;
      answer = await this.http.call<BatchAnswer>({ method: 'GET', path }, giveUp);
    }
    const results = answer.results ?? [];
    tell(results.length, results);
    return results;
  }

  /** A token that lets one page open one stream. The customer's server gives it to its page. */
  createStreamToken(
    request: Body<'createStreamToken'> = {},
    options?: CallOptions,
  ): Promise<Schema<'StreamToken'>> {
    return this.http.call({ method: 'POST', path: '/v1/stream/tokens', json: request }, options);
  }

  /** Opens a live stream of raw 16-bit samples, or of what `hello` declares. */
  async stream({
    sample_rate,
    vertical,
    line,
    hello,
    open = openGlobal,
    signal,
    timeoutMs,
  }: StreamOptions): Promise<LiveStream> {
    const limits = {
      ...(signal !== undefined && { signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    const { token } = await this.createStreamToken(
      {
        ...(vertical !== undefined && { vertical }),
        ...(line !== undefined && { line }),
      },
      limits,
    );
    const url = new URL(`${this.baseUrl.replace(/\/+$/, '')}/v1/stream`);
    url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
    return LiveStream.open({ url: url.href, token, hello: { sample_rate, ...hello }, open, ...limits });
  }
}

const openGlobal: OpenSocket = (url, protocols) => {
  const { WebSocket: Socket } = globalThis as {
    WebSocket?: new (url: string, protocols: string[]) => StreamSocket;
  };
  if (Socket === undefined) {
    throw new UndertoneError(
      'no_websocket',
      'this runtime has no WebSocket: pass `open` (with the ws package in Node 20)',
      false,
    );
  }
  return new Socket(url, protocols);
};
