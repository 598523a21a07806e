import type { ProsodySummary } from '@undertone/prosody';
import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import type { Organization } from '../accounts/organization.js';
import { allowsAgentAnalysis } from '../policy/organization-policy.js';
import { microCreditsForMs } from '../billing/credits.js';
import type { Wallet } from '../billing/wallet.js';
import { Fault } from '../fault.js';
import { type AnalysisRequest, needsModel } from './analysis-request.js';
import { isOneSignal, mixed } from './channels.js';
import { HeardChannel } from './heard-channel.js';
import type { HeardTurn } from './heard-turns.js';
import type { DecodeAudio, DecodedAudio, FetchAudio, RunEngine } from './ports.js';
import { assessRecording, type RecordingReport, type ReportedTurn } from './recording-report.js';
import type { Turnstile } from './turnstile.js';

/** Longest recording of one request, decoded: 230 MB of samples, and some eight seconds of a core. */
export const MAX_RECORDING_S = 3_600;
/** A holder that died gives its money back: longer than any request may take. */
const HOLD_TTL_MS = 15 * 60_000;

/** Who asks for an analysis and pays for it. */
export interface Payer {
  readonly organization: Organization;
  readonly keyId: string;
}

/** A recording as one utterance of a conversation. */
export interface SessionUtterance {
  readonly payer: Payer;
  readonly sessionId: string;
  /** Unique per recording: an utterance counts once. */
  readonly utteranceId: string;
  readonly report: RecordingReport;
}

/** What a conversation answers to a new utterance. */
export interface SessionAnswer {
  readonly predictions: Readonly<Record<string, unknown>>;
  readonly kpiPredictions: Readonly<Record<string, unknown>> | undefined;
}

export interface AnalyzerDependencies {
  readonly decode: DecodeAudio;
  readonly fetchAudio: FetchAudio;
  readonly engine: RunEngine;
  readonly wallet: Wallet;
  /** Ties utterances of one `session_id` together. */
  readonly observe: (utterance: SessionUtterance) => Promise<SessionAnswer | undefined>;
  /** How many recordings are worked on at a time, and how many may wait. */
  readonly turnstile: Turnstile;
  readonly newId: (prefix: string) => string;
  readonly nowMs: () => number;
}

export interface AnalysisOrder {
  /** Unique: money is held and charged under it, once. */
  readonly id: string;
  readonly payer: Payer;
  readonly request: AnalysisRequest;
  /** The caller has gone, or it takes too long. */
  readonly signal: AbortSignal;
}

/** One recording from its bytes to its report: policy, place in the queue, audio, money, analysis. */
export class RecordingAnalyzer {
  readonly #dependencies: AnalyzerDependencies;

  constructor(dependencies: AnalyzerDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws Fault `policy_blocked`: before anything is done with the audio */
  assertAllowed({ organization }: Payer, { subject }: Pick<AnalysisRequest, 'subject'>): void {
    const { policy } = organization;
    const whose = subject ?? policy.defaultSubject;
    if (whose === 'agent' && !allowsAgentAnalysis(policy)) {
      throw new Fault('policy_blocked', 'the workplace policy forbids analysing how employees sound');
    }
    if (whose === 'unknown' && policy.workplacePolicy && !policy.noEmployeesRecorded) {
      const message = 'subject unknown needs the declaration that no employees are recorded';
      throw new Fault('policy_blocked', message);
    }
  }

  /** @throws Fault; the signal's reason when it is given up */
  async analyze(order: AnalysisOrder): Promise<RecordingReport> {
    this.assertAllowed(order.payer, order.request);
    return this.#dependencies.turnstile.run(() => this.#run(order), order.signal);
  }

  async #run(order: AnalysisOrder): Promise<RecordingReport> {
    const { wallet } = this.#dependencies;
    const { payer, signal } = order;
    const audio = await this.#load(order);
    signal.throwIfAborted();
    const microCredits = microCreditsForMs(audio.durationS * 1000);
    const hold = await wallet.hold({
      orgId: payer.organization.id,
      keyId: payer.keyId,
      kind: 'analysis',
      reference: order.id,
      microCredits,
      ttlMs: HOLD_TTL_MS,
    });
    try {
      const report = await this.#report(order, audio);
      await wallet.settle(hold, microCredits);
      return report;
    } catch (error) {
      await wallet.release(hold);
      throw error;
    }
  }

  async #load({ request, signal }: AnalysisOrder): Promise<DecodedAudio> {
    const { decode, fetchAudio } = this.#dependencies;
    const { source, diarize } = request;
    const bytes = source.kind === 'bytes' ? source.bytes : await fetchAudio(source.url, signal);
    return decode(bytes, { maxSeconds: MAX_RECORDING_S, separateChannels: diarize, signal });
  }

  async #report(order: AnalysisOrder, decoded: DecodedAudio): Promise<RecordingReport> {
    const { payer, request } = order;
    const { channels, ...audio } = decoded;
    const separate = channels.length > 1 && !isOneSignal(channels);
    const mono = channels.length > 1 ? mixed(channels) : channels;
    const [whole] = await this.#hear(order, 'whole', mono, request.features);
    if (whole === undefined) throw new Error('a recording has a channel');
    if (needsModel(request.features) && whole.modelFault !== undefined && whole.opinion === undefined) {
      throw new Fault('model_unavailable', 'the model gave no reading of this audio', { retryAfterS: 5 });
    }
    const report: RecordingReport = {
      request,
      audio,
      quality: whole.quality,
      opinion: whole.opinion,
      prosody: whole.prosody,
      assessment: request.features.includes('vertical')
        ? assessRecording(request.vertical, whole)
        : undefined,
      turns: request.diarize
        ? await this.#turns(order, separate ? channels : mono, separate ? undefined : whole)
        : undefined,
      predictions: undefined,
      kpiPredictions: undefined,
      finishedAt: new Date(this.#dependencies.nowMs()),
    };
    if (request.sessionId === undefined || report.opinion === undefined) return report;
    const { sessionId } = request;
    const answer = await this.#dependencies.observe({ payer, sessionId, utteranceId: order.id, report });
    if (answer === undefined) return report;
    const wantsPrediction = request.features.includes('prediction');
    return {
      ...report,
      predictions: wantsPrediction ? answer.predictions : undefined,
      kpiPredictions: answer.kpiPredictions,
    };
  }

  /** Sends channels down the streams' path and follows each by the rules of a call. */
  async #hear(
    { id, signal }: AnalysisOrder,
    part: string,
    channels: readonly Float32Array[],
    features: AnalysisRequest['features'],
  ): Promise<HeardChannel[]> {
    const { engine, newId } = this.#dependencies;
    const heard = channels.map((_, channel) => new HeardChannel(channel, () => newId('turn')));
    await engine({
      id: `${id}/${part}`,
      channels,
      features,
      signal,
      onResult: (result) => heard[result.channel]?.advance(result),
    });
    for (const channel of heard) channel.end();
    return heard;
  }

  /** Turns of every channel in order of time, each with the prosody of its own stretch. */
  async #turns(
    order: AnalysisOrder,
    channels: readonly Float32Array[],
    known: HeardChannel | undefined,
  ): Promise<readonly ReportedTurn[]> {
    const { features } = order.request;
    const heard = known === undefined ? await this.#hear(order, 'channels', channels, features) : [known];
    const turns = heard.flatMap((channel) => channel.turns).sort((a, b) => a.startMs - b.startMs);
    const reported: ReportedTurn[] = [];
    for (const turn of turns) {
      reported.push({ ...turn, prosody: await this.#prosodyOf(order, turn, channels[turn.channel]) });
    }
    return reported;
  }

  async #prosodyOf(
    order: AnalysisOrder,
    turn: HeardTurn,
    samples: Float32Array | undefined,
  ): Promise<ProsodySummary | undefined> {
    if (samples === undefined) return undefined;
    const at = (ms: number): number => Math.round((ms * ANALYSIS_SAMPLE_RATE_HZ) / 1000);
    const excerpt = samples.subarray(at(turn.startMs), at(turn.endMs));
    const [heard] = await this.#hear(order, turn.id, [excerpt], ['prosody']);
    return heard?.prosody;
  }
}
