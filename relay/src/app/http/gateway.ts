import type { SocketListener } from '../../socket/open-socket.js';
import { ProcessorWait } from '../../concurrency/processor-wait.js';
import { STALL_MS, StallWatch } from '../../concurrency/stall-watch.js';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { newId } from '../../domain/ids.js';
import { compatibleEndpoint } from '../../compatibility/index.js';
import { Application } from '../../routes/application.js';
import { OperatorToken } from '../../routes/auth/operator-token.js';
import type { Capacity } from '../../routes/health/capacity.js';
import { type ReadinessChecks } from '../../routes/health/health.js';
import { streamDoors, type TelephonySettings } from '../../routes/streaming/stream-doors.js';
import { StreamEndpoint } from '../../routes/streaming/stream-endpoint.js';
import { ListenEndpoint } from '../../routes/webhooks/listen-endpoint.js';
import type { PlanPlace, StreamSocket } from '../../stream/socket.js';
import type { Logger } from '../../telemetry/logger.js';
import { Server, type ServerObserver } from '../../transport/server.js';
import type { SocketEndpoint } from '../../transport/websocket.js';
import type { StaticFiles } from '../../transport/static-files.js';
import { VERSION } from '../../config/version.js';
import type { Ground } from '../start/ground.js';
import { telephonyFile, TelephonyWatch } from '../background/telephony-watch.js';
import { NO_TELEPHONY_ACCOUNTS, type TelephonyAccounts } from '../../domain/telephony/telephony-accounts.js';
import type { RequestSpans } from '../tracing/request-spans.js';
import { agentAnswer, openAgentPort } from './agent-port.js';
import { logAccess } from './access-log.js';
import { pageReaderOf } from '../inference.js';
import type { EmbedFiles } from './embed-files.js';
import { loadDemo, loadPages } from './pages.js';
import { type GatewayParts, type RouteOptions, routeTable } from './route-table.js';
import type { Streams } from '../../stream/index.js';
import { defined } from '../../domain/defined.js';

export interface GatewayOptions extends RouteOptions {
  readonly log: Logger;
  /** The built console. */
  readonly console: StaticFiles | undefined;
  readonly telephony: TelephonySettings;
  /** What pages of other origins load. */
  readonly embed?: EmbedFiles | undefined;
  readonly accept: (socket: StreamSocket, auth: StreamAuth | undefined, place: PlanPlace) => SocketListener;
  /** False while new streams are refused. */
  readonly admits: () => boolean;
  /** False while the relay is about to stop. */
  readonly isUp: () => boolean;
  readonly handshakesPerMinute: number;
  readonly socketsPerAddress?: number;
  /** Called when the thread begins to work for a route or a socket's path. */
  readonly begins?: (work: string) => void;
  readonly bodyDeadlineMs?: number;
  /** Absent: nothing is traced. */
  readonly spans?: Pick<RequestSpans, 'over' | 'answered' | 'overEndpoint'> | undefined;
}

/**
 * `leaving`: readiness fails, so that balancers choose another relay, but whoever still comes is served. `stopping`: new
 * streams are refused.
 */
export type RelayPhase = 'up' | 'leaving' | 'stopping';

/** Opens the endpoints in front of the relay's parts. */
export const openGateway = async (
  ground: Ground,
  { streams, ...parts }: GatewayParts & { readonly streams: Streams },
  phase: () => RelayPhase,
): Promise<Server> => {
  const { config, organization, repositories, metrics, log } = ground;
  const capacity = (): Capacity => capacityOf(ground, streams.counts().sessions, phase() === 'up');
  await openAgent(ground, () => agentAnswer(phase() === 'up', capacity()));
  const { demo, embed } = await loadDemo(config.demoDir, config.demo, VERSION, log, pageReaderOf(config));
  return createGateway({
    ...parts,
    repositories,
    metrics,
    log,
    version: VERSION,
    referenceAtStart: true,
    readiness: readinessOf(ground, () => phase() === 'up'),
    capacity,
    demo: config.demo ? { organization, files: demo } : undefined,
    embed,
    console: await loadPages(config.consoleDir, '/console', log),
    telephony: {
      accounts: await openTelephony(ground),
      nowMs: ground.nowMs,
      ...defined({ publicUrl: config.publicUrl }),
    },
    accept: (socket, auth, place) => streams.accept(socket, auth, place),
    admits: () => phase() !== 'stopping' && streams.counts().sessions < config.maxSessions,
    isUp: () => phase() === 'up',
    handshakesPerMinute: config.handshakesPerMinute,
    socketsPerAddress: config.socketsPerAddress,
    begins: watchStalls(ground),
    spans: ground.spans?.requests,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    ...defined({ price: config.price }),
    ...(config.metricsTokens !== undefined && { metricsToken: new OperatorToken(config.metricsTokens) }),
  });
};

/** The vendors' accounts, as the operator's file has them. */
const openTelephony = async ({ config, log, undo }: Ground): Promise<() => TelephonyAccounts> => {
  if (config.telephonyFile === undefined) return () => NO_TELEPHONY_ACCOUNTS;
  const watch = await TelephonyWatch.open(telephonyFile(config.telephonyFile), log);
  const rounds = watch.start();
  undo.add(() => rounds.stop());
  return () => watch.accounts;
};

/** Nothing is free in a relay that leaves or has no memory for another session. */
const capacityOf = ({ config, memory }: Ground, sessions: number, isUp: boolean): Capacity => ({
  sessions,
  free: isUp && memory.hasRoom ? Math.max(0, config.maxSessions - sessions) : 0,
});

const openAgent = async ({ config, log, undo }: Ground, answer: () => string): Promise<void> => {
  if (config.agentPort === undefined) return;
  const agent = await openAgentPort(config.host, config.agentPort, answer);
  undo.add(() => agent.close());
  log.info({ host: config.host, agentPort: agent.port }, 'tells balancers its weight');
};

/** So long that whoever listens notices, whoever took it. */
const LONG_STALL_MS = 1_000;

/** On a crowded machine a thread waits for a processor twice a second. That is in the metrics; a line each would bury the others. */
const isWorthWarning = (delayMs: number, waitedMs: number): boolean =>
  delayMs - waitedMs > STALL_MS || delayMs > LONG_STALL_MS;

/** Every stall is counted and logged with what made it. @returns what to call when work begins */
const watchStalls = ({ metrics, log, monotonicMs, undo }: Ground): ((work: string) => void) => {
  const wait = new ProcessorWait();
  const watch = new StallWatch({
    nowMs: monotonicMs,
    waitedMs: wait.totalMs,
    onHeld: (work, ms) => metrics.held(work, ms),
    onBeat: (delayMs) => metrics.delayed(delayMs),
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    onStall: ({ work, workMs, delayMs, waitedMs }) => {
      metrics.stalled(work, delayMs);
      const figures = {
        route: work,
        delayMs: Math.round(delayMs),
        workMs: Math.round(workMs),
        waitedMs: Math.round(waitedMs),
      };
      log[isWorthWarning(delayMs, waitedMs) ? 'warn' : 'debug'](figures, 'the I/O thread was held');
    },
  }).start();
  undo.add(() => {
    watch.stop();
    wait.close();
  });
  return (work) => watch.begin(work);
};

const readinessOf = ({ database, inference }: Ground, isUp: () => boolean): ReadinessChecks => ({
  database: async () => {
    await database.ping();
    return true;
  },
  storage: async () => {
    await database.checkWritable();
    return true;
  },
  inference: () => Promise.resolve(inference.stats().workersReady > 0),
  accepting: () => Promise.resolve(isUp()),
});

/** Creates the server with its routes and streaming endpoints. */
export const createGateway = (options: GatewayOptions): Server => {
  const { services, log, trustProxy, spans } = options;
  const application = new Application({
    routes: routeTable(options),
    authenticator: services.authenticator,
    idempotency: services.idempotency,
    places: services.places,
    removedIds: options.repositories.removedIds,
    files: [options.embed, options.demo?.files, options.console].filter((files) => files !== undefined),
    ...defined({ begins: options.begins }),
    failed: (error, requestId) => log.error({ err: error, requestId }, 'a handler failed'),
    // Without its stack: one line a request is enough, and there may be thousands.
    unavailable: (error, requestId) =>
      log.warn({ reason: reasonOf(error), requestId }, 'the database does not answer'),
  });
  return new Server({
    application: spans?.over(application) ?? application,
    endpoints: [...streamEndpoints(options), listenEndpoint(options)],
    observer: observe(application, options),
    newRequestId: () => newId('req'),
    nowMs: () => performance.now(),
    wallMs: services.nowMs,
    // Pages that reload and servers that reconnect their streams come in bursts.
    handshakes: { burst: options.handshakesPerMinute, perMinute: options.handshakesPerMinute },
    trustProxy,
    ...defined({
      bodyDeadlineMs: options.bodyDeadlineMs,
      begins: options.begins,
      socketsPerAddress: options.socketsPerAddress,
    }),
  });
};

const streamEndpoints = (options: GatewayOptions): readonly SocketEndpoint[] => {
  const { services, accept, admits, trustProxy, spans, metrics, log } = options;
  const onRefused = (reason: string): void => metrics.refused(reason);
  return streamDoors(options.telephony).map((door) => {
    const endpoint = compatibleEndpoint(
      (accepted) => new StreamEndpoint(door, { ...services, accept: accepted, admits, onRefused }),
      { ...services, accept, trustProxy, nowMs: () => performance.now(), schedule, log },
    );
    return spans?.overEndpoint(endpoint) ?? endpoint;
  });
};

const listenEndpoint = ({ services, listening, isUp, metrics, log }: GatewayOptions): SocketEndpoint =>
  new ListenEndpoint({
    ...listening,
    authenticator: services.authenticator,
    admits: isUp,
    onRefused: (reason) => metrics.refused(reason),
    onFailed: (error) => log.warn({ err: error }, 'a listener could not be served'),
  });

const schedule = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Any text can be a method, but a label of a metric must have few values. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const observe = (
  application: Application,
  { metrics, log, spans, services }: GatewayOptions,
): ServerObserver => ({
  answered: (request, status, durationMs) => {
    const route = application.routeName(request.method, request.path);
    const method = METHODS.has(request.method) ? request.method : 'other';
    metrics.answered(method, route, status, durationMs);
    const caller = application.callerOf(request);
    const who = { orgId: caller?.organization.id, keyId: caller?.key.id };
    if (caller !== undefined) {
      const { organization, key } = caller;
      const at = new Date(services.nowMs());
      const named = { id: request.id, orgId: organization.id, keyId: key.id };
      services.requestLog.note({ ...named, at, method, route, status, durationMs });
    }
    const traceId = spans?.answered(request, { ...who, status });
    logAccess(log, { requestId: request.id, traceId, ...who, method, route, status, durationMs });
  },
  failed: (error, requestId) => log.error({ err: error, requestId }, 'a handler failed'),
  refusedFraming: (fault) => {
    metrics.refused(fault);
    log.warn({ fault }, 'closed a connection with ambiguous framing');
  },
});
