import { Ticker } from '../../concurrency/ticker.js';
import type { Config } from '../../config/config.js';
import {
  keptTokenSecrets,
  loadAdminTokens,
  loadTokenSecrets,
  sealingKeys,
  type Several,
} from '../../config/kept-secrets.js';
import type { Organization } from '../../domain/accounts/organization.js';
import type { InferencePool } from '../../inference/port.js';
import type { VoicePool } from '../../inference/voices/voice-pool.js';
import { createMediaDecoder, type MediaDecoder } from '../../media/index.js';
import { createSafeHttp, type SafeHttp } from '../../outbound/index.js';
import { type Database, openDatabase } from '../../storage/database/database.js';
import { DatabaseClock } from '../../storage/database/database-clock.js';
import { SharedClock } from '../../storage/database/shared-clock.js';
import type { Logger } from '../../telemetry/logger.js';
import { Metrics } from '../../telemetry/metrics.js';
import { memoryUse, MemoryWatch } from '../background/memory-watch.js';
import { bootstrap } from './bootstrap.js';
import { openInference, openVoices } from '../inference.js';
import { type Limits, wireLimits } from '../limits.js';
import { createRepositories, type Repositories } from './repositories.js';
import { openSpans, type Spans } from '../tracing/spans.js';
import { checkSecrets } from './secret-check.js';
import type { UndoList } from './undo-list.js';

const COMPARE_CLOCKS_MS = 10_000;

/** What every part of the relay is built on. */
export interface Ground {
  readonly config: Config;
  readonly log: Logger;
  /** Each part adds its close function right after it was opened. */
  readonly undo: UndoList;
  readonly metrics: Metrics;
  readonly memory: MemoryWatch;
  /** Undefined while nothing is traced. */
  readonly spans: Spans | undefined;
  /** The database's time, which all its relays share. */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly inference: InferencePool;
  readonly voices: VoicePool;
  readonly database: Database;
  readonly repositories: Repositories;
  /** The organization of the first start. */
  readonly organization: Organization;
  /** An API key that was made at this start. */
  readonly newKey: string | undefined;
  /** The first one signs, all of them verify. */
  readonly tokenSecrets: Several<Uint8Array>;
  readonly adminTokens: Several<string>;
  readonly limits: Limits;
  readonly decoder: MediaDecoder;
  readonly http: SafeHttp;
}

/** Opens models, database, secrets, limits, decoder and HTTP client, in this order. */
export const openGround = async (config: Config, log: Logger, undo: UndoList): Promise<Ground> => {
  const monotonicMs = (): number => performance.now();
  const metrics = new Metrics();
  // Closed last, when all that it reports is over.
  const spans = await openSpans(config, { metrics, log, undo });
  const memory = new MemoryWatch(memoryUse(config.maxMemoryBytes), log);
  const looks = memory.start();
  undo.add(() => looks.stop());
  const inference = openInference(config, log);
  undo.add(() => inference.close());
  const voices = openVoices();
  undo.add(() => voices.close());
  const [database] = await Promise.all([open(config, log, undo), inference.ready()]);
  const nowMs = await openClock(database, log, undo);
  const repositories = createRepositories(database, nowMs, (error) =>
    log.error({ err: error }, 'a stored row cannot be read'),
  );
  // Before anything is made for the first start, so that a relay in the wrong folder leaves no trace in the database.
  const kept = await keptTokenSecrets(config.dataDir);
  const tokenSecrets = await loadTokenSecrets(config.tokenSecrets, config.dataDir);
  await checkSecrets({
    store: repositories.relaySecrets,
    tokenSecrets,
    kept,
    masters: sealingKeys(config.secretsKeys, tokenSecrets),
    acceptLost: config.acceptLostSecrets,
    now: new Date(nowMs()),
  });
  const { organization, newKey } = await bootstrap({
    ...repositories,
    chosenKey: config.bootstrapKey,
    plan: config.bootstrapPlan,
    credits: config.bootstrapCredits,
    now: new Date(nowMs()),
  });
  const adminTokens = await loadAdminTokens(config.adminTokens, config.dataDir);
  const limits = wireLimits(database, nowMs, monotonicMs, (error) =>
    log.warn({ err: error }, 'limits are counted for this relay alone until the database answers'),
  );
  undo.add(() => limits.close());
  const decoder = createMediaDecoder();
  undo.add(() => decoder.close());
  const http = createSafeHttp({ allowPrivate: config.allowPrivateUrls });
  undo.add(() => http.close());
  const clocks = { nowMs, monotonicMs };
  const models = { inference, voices };
  const storage = { database, repositories, organization, newKey };
  const own = { config, log, undo, metrics, spans, memory };
  return { ...own, ...clocks, ...models, ...storage, tokenSecrets, adminTokens, limits, decoder, http };
};

/** The clock that leases, holds and dates go by. */
const openClock = async ({ queries }: Database, log: Logger, undo: UndoList): Promise<() => number> => {
  const clock = await SharedClock.open(new DatabaseClock(queries));
  const comparisons = new Ticker({
    everyMs: COMPARE_CLOCKS_MS,
    round: () => clock.compare(),
    onFailed: (error) => log.debug({ err: error }, 'the database did not say what time it is'),
  }).start();
  undo.add(() => comparisons.stop());
  return clock.nowMs;
};

const open = async ({ databaseUrl, dataDir }: Config, log: Logger, undo: UndoList): Promise<Database> => {
  const onIdleError = (error: Error): void =>
    // The error carries the whole connection with it.
    log.warn({ reason: error.message }, 'a database connection broke while idle');
  const onScarce = (live: number): void =>
    log.warn({ live }, 'the database has no connection left for this relay, which goes on with those it has');
  const database = await openDatabase(
    databaseUrl === undefined
      ? { kind: 'embedded', directory: dataDir }
      : { kind: 'server', url: databaseUrl, onIdleError, onScarce },
    {
      onBegin: (migration) => log.info({ migration }, 'a migration begins'),
      onWait: (wait) =>
        wait.kind === 'another'
          ? log.info('another relay or command migrates the database: waiting until it is done')
          : log.warn(
              { tries: wait.tries, users: wait.users },
              'a migration needs tables that are in use: it is tried again, and requests go on meanwhile',
            ),
    },
  );
  undo.add(() => database.close());
  const { newerMigrations } = database;
  if (newerMigrations.length > 0)
    log.info(
      { code: 'newer_schema', newerMigrations },
      'runs on the schema of a newer relay, which allows it',
    );
  return database;
};
