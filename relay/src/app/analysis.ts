import { type EmotionLabel, LABELS } from '@undertone/protocol';
import type { Organization } from '../domain/accounts/organization.js';
import {
  AnalysisJobs,
  type AnalysisJobsOptions,
  type AnalysisJobStore,
} from '../domain/analysis/analysis-jobs.js';
import type { AnalyzerDependencies } from '../domain/analysis/analysis-order.js';
import { RecordingAnalyzer } from '../domain/analysis/recording-analyzer.js';
import type { SessionAnswer, SessionUtterance } from '../domain/analysis/session-utterance.js';
import type { VoicesOfRecordings } from '../domain/analysis/recording-voices.js';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Wallet } from '../domain/billing/wallet.js';
import type { TunedModels } from '../domain/fine-tune/tuned-models.js';
import type { TrainingUtterances } from '../domain/fine-tune/training-utterances.js';
import { newId } from '../domain/ids.js';
import { analyzeFile } from '../inference/file-analysis.js';
import type { InferencePool } from '../inference/port.js';
import type { MediaDecoder } from '../media/index.js';
import { decodeWith, fetchWith, overloaded } from './media.js';
import type { SafeHttp } from '../outbound/index.js';
import type { LineBook } from '../domain/lines/line-book.js';
import type { Identities } from '../domain/speakers/identities.js';
import type { FineTuning } from './fine-tuning.js';
import type { Ground } from './start/ground.js';
import type { AnnounceAnalyses } from '../routes/analysis/batch.js';
import { appendWantedEvents, settleWithEvents } from '../storage/webhooks/wanted-events.js';
import { voicesOfRecordings } from './voices.js';
import { waitFor } from '../concurrency/wait-for.js';
import { defined } from '../domain/defined.js';

/** Recordings analyzed at a time. More take memory and gain no speed: two recordings of a worker share a call of the model. */
const RUNNING = 5;
/** Of one organization, so that a place is left for the others. */
const RUNNING_OF_ONE = 4;
/** Recordings that wait, with their bytes in memory: 25 MB each at most. */
const WAITING = 32;
const WAITING_OF_ONE = 24;
const PLACES = {
  running: RUNNING,
  runningOfGroup: RUNNING_OF_ONE,
  waiting: WAITING,
  waitingOfGroup: WAITING_OF_ONE,
};

export interface AnalysisWiring {
  readonly inference: InferencePool;
  readonly decoder: MediaDecoder;
  readonly http: SafeHttp;
  readonly wallet: Wallet & { state(orgId: string): Promise<{ readonly availableMicroCredits: number }> };
  readonly jobStore: AnalysisJobStore;
  readonly organizations: { find(id: string): Promise<Organization | undefined> };
  readonly onJobFailed: (error: unknown, jobId: string) => void;
  readonly aroundJob?: AnalysisJobsOptions['around'];
  /** Charges for a recording and stores its event. Absent: nobody can subscribe. */
  readonly settleWithEvents?: AnalyzerDependencies['settleWithEvents'];
  /** Sends the events of items that failed. Absent: nobody can subscribe. */
  readonly announce?: AnnounceAnalyses;
  readonly nowMs: () => number;
  /** The vertical of a conversation. */
  readonly verticalOf: AnalyzerDependencies['verticalOf'];
  /** Adds an utterance to its conversation. @returns the conversation's predictions after it */
  readonly observe: (utterance: SessionUtterance) => Promise<SessionAnswer | undefined>;
  /** Customers' models. Absent: all use the base model. */
  readonly models?: Pick<TunedModels, 'choose'>;
  /** Keeps utterances that may become fine-tuning samples. Absent: none is kept. */
  readonly training?: TrainingUtterances;
  /** Who speaks. Absent: a channel has one speaker, and nobody is recognized. */
  readonly voices?: VoicesOfRecordings;
  /** What is known of lines. Absent: every recording is judged by itself. */
  readonly lines?: LineBook;
}

export interface Analysis {
  readonly analyzer: RecordingAnalyzer;
  readonly jobs: AnalysisJobs;
  /** Labels that the model in use was not trained on. */
  readonly derivedLabels: () => readonly EmotionLabel[];
  readonly training?: TrainingUtterances;
  readonly announce?: AnnounceAnalyses;
  /** What the organization can still spend, in micro-credits. */
  readonly available: (orgId: string) => Promise<number>;
}

export interface AnalysisParts extends Pick<AnalysisWiring, 'observe' | 'verticalOf'> {
  readonly fineTuning: Pick<FineTuning, 'models' | 'training'>;
  readonly identities: Identities;
  readonly lines: LineBook | undefined;
}

/** Opens the analysis of recordings on the ground, and continues unfinished batches. */
export const openAnalysis = (
  ground: Ground,
  { fineTuning, identities, lines, observe, verticalOf }: AnalysisParts,
): Analysis => {
  const { repositories, inference, voices, decoder, http, nowMs, log, undo, spans } = ground;
  const analysis = wireAnalysis({
    models: fineTuning.models,
    training: fineTuning.training,
    inference,
    decoder,
    http,
    wallet: repositories.wallets,
    jobStore: repositories.analysisJobs,
    organizations: repositories.organizations,
    nowMs,
    settleWithEvents: (paid) => settleWithEvents(ground.database.queries, paid, new Date(nowMs())),
    // An item that failed cost nothing, and the others of its batch are paid: the answer goes out all the same.
    announce: (orgId, events) =>
      ground.database.queries
        .transaction()
        .execute((tx) => appendWantedEvents(tx, orgId, events, new Date(nowMs())))
        .catch((error: unknown) =>
          log.error({ err: error, orgId }, 'an analysis.complete event could not be written'),
        ),
    observe,
    verticalOf,
    onJobFailed: (error, jobId) =>
      log.warn({ err: error, jobId }, 'an analysis job failed and is taken up again'),
    aroundJob: spans?.job('batch'),
    voices: voicesOfRecordings(voices, identities),
    ...defined({ lines }),
  });
  analysis.jobs.start();
  undo.add(() => analysis.jobs.stop());
  return analysis;
};

/** Connects the analysis of recordings to its decoder, engine, wallet and jobs. */
export const wireAnalysis = (wiring: AnalysisWiring): Analysis => {
  const { inference, decoder, http, wallet, nowMs, observe, verticalOf } = wiring;
  const analyzer = new RecordingAnalyzer({
    decode: decodeWith(decoder),
    fetchAudio: fetchWith(http),
    engine: (order) => analyzeFile(inference, order),
    wallet,
    observe,
    verticalOf,
    ...defined({
      models: wiring.models,
      voices: wiring.voices,
      lines: wiring.lines,
      settleWithEvents: wiring.settleWithEvents,
    }),
    places: new Semaphore(PLACES, overloaded),
    newId: (prefix) => newId(prefix),
    nowMs,
  });
  const derivedLabels = (): readonly EmotionLabel[] =>
    LABELS.filter((label) => !inference.model().labels.includes(label));
  const available = async (orgId: string): Promise<number> =>
    (await wallet.state(orgId)).availableMicroCredits;
  const jobs = new AnalysisJobs({
    analyzer,
    available,
    derivedLabels,
    store: wiring.jobStore,
    organizations: wiring.organizations,
    nowMs,
    wait: waitFor,
    around: wiring.aroundJob,
    onFailed: wiring.onJobFailed,
  });
  const { training, announce } = wiring;
  return { analyzer, jobs, derivedLabels, available, ...defined({ training, announce }) };
};
