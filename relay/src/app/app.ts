import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decodeWith, fetchWith, wireAnalysis } from './analysis.js';
import { bootstrap } from './bootstrap.js';
import type { Config } from '../config/config.js';
import { DEMO_HEADERS } from './demo-headers.js';
import { observeUpload } from '../domain/conversations/utterances/observe-upload.js';
import { wireFineTuning } from './fine-tuning.js';
import { createGateway } from './gateway.js';
import { createInferencePool } from '../inference/pool/pool.js';
import type { InferencePool } from '../inference/port.js';
import { analyzeFile } from '../inference/file-analysis.js';
import { compareWith } from '../inference/voices/voice-comparison.js';
import { voiceThreadHost } from '../inference/voices/voice-host.js';
import { VoicePool } from '../inference/voices/voice-pool.js';
import { threadHost } from '../inference/pool/worker-host.js';
import { BossQueue } from '../jobs/boss-queue.js';
import { trainingProcess } from '../jobs/training-process.js';
import { type RevocationWatch, startRevocationWatch } from './revocation-watch.js';
import { wireLimits } from './limits.js';
import { startMaintenance } from './maintenance.js';
import { createMediaDecoder } from '../media/index.js';
import { createSafeHttp } from '../outbound/index.js';
import { type ConversationWatch, startConversationWatch } from './conversation-watch.js';
import { createRepositories, createServices } from './services.js';
import { type Database, openDatabase } from '../storage/database/database.js';
import { createStreams, type Streams } from '../stream/index.js';
import { wireStreams } from './streams.js';
import type { Logger } from '../telemetry/logger.js';
import { Metrics } from '../telemetry/metrics.js';
import { loadAdminToken, loadTokenSecret } from './token-secret.js';
import type { Server } from '../transport/server.js';
import { StaticFiles } from '../transport/static-files.js';
import { VERSION } from '../config/version.js';
import {
  startPeopleCare,
  startVoiceCare,
  voicesOfRecordings,
  wireIdentities,
  wireSpeakers,
} from './voices.js';
import { mastersOf, wireWebhooks } from './webhooks.js';

/** How long streams have to leave by themselves when the relay stops. */
const DRAIN_MS = 5_000;

export interface Relay {
  readonly port: number;
  /** An API key that was made at this start and is told once. */
  readonly newKey: string | undefined;
  /** Refuses new streams, lets open ones leave, writes their checkpoints and closes everything. The second call waits for the first. */
  stop(): Promise<void>;
}

/** What has to be closed again, newest first. */
type Undo = () => Promise<void> | void;

/**
 * Puts the relay together and starts it.
 * @throws ListenError, DirectoryLockedError, InferenceError and what a database driver throws; everything that was opened
 *   before is closed again
 */
export const startRelay = async (config: Config, log: Logger): Promise<Relay> => {
  const undo: Undo[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of undo.splice(0).reverse()) await close();
  };
  try {
    return await assemble(config, log, undo, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
};

const assemble = async (config: Config, log: Logger, undo: Undo[], closeAll: Undo): Promise<Relay> => {
  const nowMs = (): number => Date.now();
  const metrics = new Metrics();
  const inference = openInference(config);
  undo.push(() => inference.close());
  const voices = openVoices();
  undo.push(() => voices.close());
  const [database] = await Promise.all([open(config, log, undo), inference.ready()]);
  const repositories = createRepositories(database);
  const { organization, newKey } = await bootstrap({
    ...repositories,
    chosenKey: config.bootstrapKey,
    plan: config.bootstrapPlan,
    credits: config.bootstrapCredits,
    now: new Date(nowMs()),
  });
  const tokenSecret = await loadTokenSecret(config.tokenSecret, config.dataDir);
  const monotonicMs = (): number => performance.now();
  const limits = wireLimits(database, nowMs, monotonicMs, (error) =>
    log.warn({ err: error }, 'limits are counted for this relay alone until the database answers'),
  );
  undo.push(() => limits.close());
  // Streams come after the services that end them.
  const late: { keyCare?: RevocationWatch; sessionCare?: ConversationWatch } = {};
  const services = await createServices({
    repositories,
    limits,
    requestsPerAddress: config.requestsPerAddress,
    tokenSecret,
    adminToken: await loadAdminToken(config.adminToken, config.dataDir),
    nowMs,
    monotonicMs,
    onKeyRevoked: (keyId) => late.keyCare?.revoked(keyId),
    onTouchFailed: (error) => log.warn({ err: error }, 'could not note when a key was last used'),
    onSessionOver: (session) => late.sessionCare?.over(session),
    onSessionNews: (session, revision) => late.sessionCare?.news(session, revision),
    onKeepFailed: (error, requestId) =>
      log.warn({ err: error, requestId }, 'could not keep an answer for its Idempotency-Key'),
  });
  const { authorizer } = services;
  const voiceWiring = {
    store: repositories.speakers,
    engine: voices,
    masters: mastersOf(config.secretsKeys, tokenSecret),
    nowMs,
    log,
  };
  const identities = wireIdentities(voiceWiring);
  const decoder = createMediaDecoder();
  undo.push(() => decoder.close());
  const http = createSafeHttp({ allowPrivate: config.allowPrivateUrls });
  undo.push(() => http.close());
  const fineTuning = wireFineTuning({
    store: repositories.fineTunes,
    modelStore: repositories.tunedModels,
    corrections: repositories.corrections,
    wallet: repositories.wallets,
    inference,
    decode: decodeWith(decoder),
    fetchAudio: fetchWith(http),
    train: trainingProcess(),
    modelSha256: createHash('sha256')
      .update(await readFile(modelPathOf(config)))
      .digest('hex'),
    alone: database.kind === 'embedded',
    nowMs,
    onFailed: (error, jobId) =>
      log.error({ err: error, jobId }, 'a fine-tune job failed and is taken up again'),
  });
  fineTuning.worker.start();
  undo.push(() => fineTuning.worker.stop());
  const streams = createStreams(
    wireStreams({
      inference,
      store: repositories.streams,
      accounts: repositories.payments,
      audit: repositories.audit,
      sessions: services.conversations,
      models: fineTuning.models,
      training: fineTuning.training,
      voices: { lines: voices, engine: voices, people: identities },
      authorizer,
      metrics,
      log,
      maxSessions: config.maxSessions,
      relayUrl: config.relayUrl,
    }),
  );
  const keyCare = (late.keyCare = startRevocationWatch(repositories, services, streams, nowMs, log));
  undo.push(() => keyCare.stop());
  const sessionCare = (late.sessionCare = startConversationWatch(repositories, streams, log));
  undo.push(() => sessionCare.stop());
  let draining: Promise<void> | undefined;
  const drain = (deadlineMs: number): Promise<void> => (draining ??= streams.drain(deadlineMs));
  undo.push(() => drain(0));
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
    observe: observeUpload(services.conversations, services.learning),
    verticalOf: (orgId, sessionId) => services.conversations.verticalOf(orgId, sessionId),
    onJobFailed: (error, jobId) => log.error({ err: error, jobId }, 'an analysis job failed'),
    voices: voicesOfRecordings(voices, identities),
  });
  analysis.jobs.start();
  undo.push(() => analysis.jobs.stop());
  const speakers = wireSpeakers({
    ...voiceWiring,
    analyze: (order) => analyzeFile(inference, order),
    decode: decodeWith(decoder),
    fetchAudio: fetchWith(http),
    wallet: repositories.wallets,
    onRemoved: ({ speakerId, cause }) => {
      streams.forgetPeople([speakerId]);
      log.info({ speaker: speakerId, cause }, 'a voice is forgotten');
    },
  });
  undo.push(startVoiceCare(speakers, log), startPeopleCare(identities, streams, log));
  const queue = new BossQueue({
    database,
    onError: (error, name) => log.warn({ err: error, queue: name }, 'a job failed and is tried again'),
  });
  undo.push(() => queue.stop());
  const {
    webhooks,
    jobs: webhookJobs,
    close: closeWebhooks,
  } = wireWebhooks({
    settings: config,
    db: database.queries,
    queue,
    http,
    tokenSecret,
    nowMs,
    log,
  });
  undo.push(closeWebhooks);
  await queue.start();
  webhookJobs.start();
  let stopping: Promise<void> | undefined;
  const server = createGateway({
    repositories,
    services,
    analysis,
    fineTuning,
    webhooks,
    speakers,
    metrics,
    log,
    version: VERSION,
    readiness: readinessOf(database, inference, () => stopping === undefined),
    demo: config.demo ? { organization, files: await loadPages(config.demoDir, '', log) } : undefined,
    console: await loadPages(config.consoleDir, '/console', log),
    accept: (socket, auth, place) => streams.accept(socket, auth, place),
    admits: () => stopping === undefined && streams.counts().sessions < config.maxSessions,
    handshakesPerMinute: config.handshakesPerMinute,
    trustProxy: config.trustProxy,
  });
  metrics.observe(figuresOf(streams, inference));
  undo.push(startMaintenance(repositories, services, nowMs, log));
  const port = await server.listen(config.host, config.port);
  log.info({ host: config.host, port, storage: database.kind, version: VERSION }, 'listening');
  return {
    port,
    newKey,
    stop: () => {
      stopping ??= stop(server, () => drain(DRAIN_MS), closeAll, log);
      return stopping;
    },
  };
};

const stop = async (server: Server, drain: Undo, closeAll: Undo, log: Logger): Promise<void> => {
  log.info('stopping');
  server.stopListening();
  await drain();
  server.close();
  await closeAll();
  log.info('stopped');
};

const openInference = (config: Config): InferencePool =>
  createInferencePool({
    spawn: threadHost({ modelPath: modelPathOf(config) }),
    ...(config.workers !== undefined && { workers: config.workers }),
  });

/** Starts no thread until somebody enrols, tells voices apart or is listened to. */
const openVoices = (): VoicePool =>
  new VoicePool({
    spawn: voiceThreadHost(),
    compare: compareWith,
    now: () => performance.now(),
    every: (ms, run) => {
      const timer = setInterval(run, ms).unref();
      return () => clearInterval(timer);
    },
  });

const modelPathOf = ({ modelPath }: Config): string =>
  modelPath ?? createRequire(import.meta.url).resolve('@undertone/model/models/undertone-emotion.onnx');

const open = async ({ databaseUrl, dataDir }: Config, log: Logger, undo: Undo[]): Promise<Database> => {
  const onIdleError = (error: Error): void =>
    log.warn({ err: error }, 'a database connection broke while idle');
  const database = await openDatabase(
    databaseUrl === undefined
      ? { kind: 'embedded', directory: dataDir }
      : { kind: 'server', url: databaseUrl, onIdleError },
  );
  undo.push(() => database.close());
  return database;
};

const loadPages = async (
  directory: string,
  prefix: string,
  log: Logger,
): Promise<StaticFiles | undefined> => {
  try {
    return await StaticFiles.load(directory, DEMO_HEADERS, prefix);
  } catch (error) {
    log.warn({ err: error, directory }, 'these pages are not built: run npm run build');
    return undefined;
  }
};

const readinessOf = (database: Database, inference: InferencePool, isUp: () => boolean) => ({
  database: async () => {
    await database.ping();
    return true;
  },
  inference: () => Promise.resolve(inference.stats().workersReady > 0),
  accepting: () => Promise.resolve(isUp()),
});

const figuresOf = (streams: Streams, inference: InferencePool) => ({
  openSockets: () => streams.counts().connections,
  sessions: () => streams.counts().sessions,
  inference: () => inference.stats(),
});
