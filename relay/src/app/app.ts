import { observeUpload } from '../domain/conversations/utterances/observe-upload.js';
import { Ticker } from '../concurrency/ticker.js';
import type { Config } from '../config/config.js';
import { VERSION } from '../config/version.js';
import type { KeyedStreams } from '../domain/keys/stream-credentials.js';
import { readBacklog } from '../storage/database/backlog.js';
import type { Streams } from '../stream/index.js';
import { collectGarbage } from '../memory/collect-garbage.mjs';
import type { Logger } from '../telemetry/logger.js';
import type { LiveFigures } from '../telemetry/metrics.js';
import type { Server } from '../transport/server.js';
import { openAnalysis } from './analysis.js';
import { BacklogWatch } from './background/backlog-watch.js';
import { ConversationWatch } from './background/conversation-watch.js';
import { describeReaders, sayLicense } from './inference.js';
import { openFineTuning } from './fine-tuning.js';
import { openGateway, type RelayPhase } from './http/gateway.js';
import { type Ground, openGround } from './start/ground.js';
import { FileLimitWatch, openFiles } from './background/file-limit-watch.js';
import { startMaintenance } from './background/maintenance.js';
import { RevocationWatch } from './background/revocation-watch.js';
import type { GatewayParts } from './http/route-table.js';
import { createServices, type Services } from './services.js';
import { openStreams } from './streams.js';
import { bookOf } from './lines.js';
import { UndoList } from './start/undo-list.js';
import { openSpeakers, openIdentities } from './voices.js';
import { openListeners, openWebhooks } from './webhooks.js';

/** How soon a request is in the log that an organization reads. */
const LOG_MS = 2_000;
/** How soon it is told that a limit on a wallet was reached. */
const BUDGETS_MS = 10_000;
/** How long streams may take to leave by themselves when the relay stops. */
const DRAIN_MS = 5_000;

/** A relay that listens. */
export interface Relay {
  /** The one it was given, or the one it found where that was 0. */
  readonly port: number;
  /** An API key that was made at this start. It is shown once. */
  readonly newKey: string | undefined;
  /** Refuses new streams, lets open ones leave, writes their checkpoints and closes everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** What only the process knows of itself. */
type OwnFigures = Pick<LiveFigures, 'droppedLogLines'>;

/**
 * Puts the relay together and starts it.
 * @throws ListenError, DirectoryLockedError, InferenceError and what a database driver throws. Everything that was opened
 *   before the error is closed again.
 */
export const startRelay = async (config: Config, log: Logger, figures: OwnFigures = {}): Promise<Relay> => {
  const undo = new UndoList();
  try {
    const ground = await openGround(config, log, undo);
    return await listen(ground, await openParts(ground), figures);
  } catch (error) {
    await undo.closeAll();
    throw error;
  }
};

interface Parts extends GatewayParts {
  readonly streams: Streams;
}

/** Opens the parts on the ground, each one after the parts that it uses. */
const openParts = async (ground: Ground): Promise<Parts> => {
  const { repositories, undo, log } = ground;
  // Made before the services, which report to them. They get the streams later.
  const revocations = new RevocationWatch({ ...ground, apiKeys: repositories.apiKeys });
  const { conversations, streams: streamRows } = repositories;
  const conversationWatch = new ConversationWatch({ conversations, streamRows, log });
  const services = await openServices(ground, revocations, conversationWatch);
  const identities = openIdentities(ground);
  const readers = await describeReaders(ground.config);
  await sayLicense(ground.config, log);
  const fineTuning = await openFineTuning(ground, readers);
  const lines = bookOf(services.lines, readers);
  const streams = openStreams(ground, { services, fineTuning, identities, lines });
  const listening = openListeners(ground);
  undo.add(revocations.attach(together(streams, listening.listeners), services));
  const conversationChecks = conversationWatch.attach(streams);
  undo.add(() => conversationChecks.stop());
  undo.add(() => streams.drain(0));
  const analysis = openAnalysis(ground, {
    fineTuning,
    identities,
    lines,
    observe: observeUpload(services.conversations, services.learning),
    verticalOf: (orgId, sessionId) => services.conversations.verticalOf(orgId, sessionId),
  });
  const speakers = openSpeakers(ground, identities, streams);
  const webhooks = await openWebhooks(ground);
  return { services, fineTuning, streams, analysis, speakers, webhooks, listening };
};

/** Whatever stays open behind an API key ends with it. */
const together = (...parts: readonly KeyedStreams[]): KeyedStreams => ({
  keysInUse: () => parts.flatMap((part) => part.keysInUse()),
  revoke: (revocation) => parts.reduce((ended, part) => ended + part.revoke(revocation), 0),
});

const openServices = (
  ground: Ground,
  revocations: RevocationWatch,
  conversations: ConversationWatch,
): Promise<Services> => {
  const { config, log } = ground;
  return createServices({
    ...ground,
    requestsPerAddress: config.requestsPerAddress,
    company: config.oidc && { ...config.oidc, orgId: config.oidc.organization ?? ground.organization.id },
    onKeyRevoked: (keyId) => revocations.revoked(keyId),
    onTouchFailed: (error) => log.warn({ err: error }, 'could not note when a key was last used'),
    onLogFailed: (error, dropped) => log.warn({ err: error, dropped }, 'could not write the log of requests'),
    onUnreadable: (error) => log.error({ err: error }, 'a stored row cannot be read'),
    endStreamOf: (session, code) => conversations.endStream(session, code),
    onSessionOver: (session) => conversations.over(session),
    onSessionNews: (session, revision) => conversations.news(session, revision),
    onKeepFailed: (error, requestId) =>
      log.warn({ err: error, requestId }, 'could not keep an answer for its Idempotency-Key'),
  });
};

/** Opens the gateway in front of the parts. */
const listen = async (ground: Ground, parts: Parts, figures: OwnFigures): Promise<Relay> => {
  const { config, log, metrics, repositories, undo, database, newKey, inference } = ground;
  const { streams, services, listening } = parts;
  let stopping: Promise<void> | undefined;
  let phase: RelayPhase = 'up';
  const server = await openGateway(ground, parts, () => phase);
  const backlog = watchBacklog(ground);
  metrics.observe({
    ...figures,
    memory: () => ground.memory.use,
    openSockets: () => streams.counts().connections,
    sessions: () => streams.counts().sessions,
    inference: () => inference.stats(),
    decoder: () => ground.decoder.stats(),
    pool: () => database.load(),
    databaseAnswers: () => backlog.databaseAnswers,
    backlog: () => backlog.backlog,
  });
  const maintenance = startMaintenance(
    repositories,
    services,
    { nowMs: ground.nowMs, wallMs: Date.now },
    log,
  );
  undo.add(() => maintenance.stop());
  const logging = new Ticker({
    everyMs: LOG_MS,
    round: () => services.requestLog.flush(),
    onFailed: (error) => log.warn({ err: error }, 'could not write the log of requests'),
  }).start();
  undo.add(async () => {
    await logging.stop();
    await services.requestLog.flush();
  });
  const budgets = new Ticker({
    everyMs: BUDGETS_MS,
    round: () => repositories.budgets.tell(new Date(ground.nowMs())),
    onFailed: (error) => log.warn({ err: error }, 'could not tell of limits on wallets; trying again'),
  }).start();
  undo.add(() => budgets.stop());
  const files = new FileLimitWatch(openFiles(), log).start();
  undo.add(() => files.stop());
  // Modules and migrations leave 40 MB of dead and young objects. Nobody waits for this thread yet.
  await Promise.all([database.tidy(), collectGarbage()]);
  const port = await server.listen(config.host, config.port);
  log.info({ host: config.host, port, storage: database.kind, version: VERSION }, 'listening');
  return {
    port,
    newKey,
    stop: () => (stopping ??= stop(ground, { server, streams, listening, enter: (next) => (phase = next) })),
  };
};

/** Looks at what waits in the database until the relay stops. */
const watchBacklog = ({ database, nowMs, log, undo }: Ground): BacklogWatch => {
  const watch = new BacklogWatch(() => readBacklog(database.queries, new Date(nowMs())));
  const rounds = watch.start((error) =>
    log.warn({ err: error }, 'could not read what waits in the database'),
  );
  undo.add(() => rounds.stop());
  return watch;
};

interface Stopping {
  readonly server: Server;
  readonly streams: Streams;
  readonly listening: GatewayParts['listening'];
  readonly enter: (phase: RelayPhase) => void;
}

/** Readiness fails first, then the door closes, then what is open may finish. */
const stop = async (
  { config, log, undo, database }: Ground,
  { server, streams, listening, enter }: Stopping,
): Promise<void> => {
  const { stopDelayMs, stopGraceMs } = config;
  log.info({ delayMs: stopDelayMs, graceMs: stopGraceMs }, 'stopping');
  enter('leaving');
  if (stopDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, stopDelayMs));
  enter('stopping');
  server.stopListening();
  listening.listeners.close();
  const [, unanswered] = await Promise.all([streams.drain(DRAIN_MS), server.finish(stopGraceMs)]);
  if (unanswered > 0) log.warn({ requests: unanswered }, 'some requests did not finish in time');
  server.close();
  database.hurry();
  await undo.closeAll();
  log.info('stopped');
};
