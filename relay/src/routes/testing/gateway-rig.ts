import { EventListeners } from '../../domain/webhooks/event-listeners.js';
import { EventListenerRepository } from '../../storage/webhooks/event-listener-repository.js';
import type { SocketListener } from '../../socket/open-socket.js';
import { bootstrap } from '../../app/start/bootstrap.js';
import { DEMO_HEADERS } from '../../app/http/demo-headers.js';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { MICRO_CREDITS_PER_CREDIT } from '../../domain/billing/credits.js';
import { newId } from '../../domain/ids.js';
import type { Speakers } from '../../domain/speakers/speakers.js';
import type { Plan } from '../../domain/limits/plan-limits.js';
import type { CompanySignInOptions } from '../../domain/members/company-sign-in.js';
import type { OrganizationPolicy } from '../../domain/accounts/organization-policy.js';
import type { Analysis } from '../../app/analysis.js';
import type { FineTuning } from '../../app/fine-tuning.js';
import { createGateway, type GatewayOptions } from '../../app/http/gateway.js';
import { routeTable } from '../../app/http/route-table.js';
import { wireLimits } from '../../app/limits.js';
import { createSafeHttp } from '../../outbound/index.js';
import { MemoryQueue } from '../../jobs/testing/memory-queue.js';
import { createRepositories, type Repositories } from '../../app/start/repositories.js';
import { createServices, type Services } from '../../app/services.js';
import type { Database } from '../../storage/database/database.js';
import { openEmbedded } from '../../storage/testing/databases.js';
import { NO_TELEPHONY_ACCOUNTS } from '../../domain/telephony/telephony-accounts.js';
import type { TelephonySettings } from '../streaming/stream-doors.js';
import type { PlanPlace, StreamSocket } from '../../stream/socket.js';
import { createLogger } from '../../telemetry/logger.js';
import { Metrics } from '../../telemetry/metrics.js';
import { StaticFiles } from '../../transport/static-files.js';
import { wireWebhooks } from '../../app/webhooks.js';
import type { Route } from '../requests/route.js';
import { deafFineTuning, deafSpeakers, unbuiltAnalysis } from './bare-parts.js';
import { AnswerCheck } from './answer-check.js';
import { createKey, createTenant, type KeyWish, type Tenant } from './tenants.js';

export type { Tenant } from './tenants.js';

/** What the rig's stream received: one entry for each accepted socket. */
export interface Accepted {
  readonly socket: StreamSocket;
  readonly auth: StreamAuth | undefined;
  /** A place in the plan of its organization. */
  readonly place: PlanPlace;
  readonly messages: { data: Buffer; isBinary: boolean }[];
  closedWith: number | undefined;
}

export interface GatewayRig {
  readonly url: string;
  readonly port: number;
  readonly database: Database;
  readonly repositories: Repositories;
  /** The organization that the first start creates. */
  readonly first: Tenant;
  readonly accepted: Accepted[];
  readonly routes: readonly Route[];
  /** Every logged line. */
  readonly log: string[];
  /** Handles a message of the stream; it replaces the recording of messages. */
  onMessage: ((accepted: Accepted) => void) | undefined;
  /** Called when a key is revoked through this relay. */
  onKeyRevoked: ((keyId: string) => void) | undefined;
  readonly services: Services;
  createTenant(plan?: Plan, policy?: Partial<OrganizationPolicy>): Promise<Tenant>;
  /** A tenant with credits. */
  createFundedTenant(plan?: Plan, policy?: Partial<OrganizationPolicy>): Promise<Tenant>;
  /** Adds credits for an organization; without credits it cannot stream or analyze. */
  fund(tenant: Pick<Tenant, 'organization'>, credits?: number): Promise<void>;
  /** Makes another key of an organization. */
  createKey(tenant: Pick<Tenant, 'organization'>, wish?: KeyWish): Promise<{ key: string; keyId: string }>;
  /** The time for keys, tokens and limits. */
  nowMs(): number;
  /** Moves the time for keys, tokens and limits forward. */
  advance(ms: number): void;
  /** Stops the server without closing the database, for a test that closed it already. */
  stopServer(): Promise<void>;
  stop(): Promise<void>;
}

export interface RigOptions extends Partial<
  Pick<GatewayOptions, 'handshakesPerMinute' | 'bodyDeadlineMs' | 'admits' | 'trustProxy' | 'publicUrl'>
> {
  readonly demoDir?: string;
  /** Where members of the first organization sign in too. */
  readonly company?: Omit<CompanySignInOptions, 'store' | 'nowMs' | 'orgId'>;
  readonly requestsPerAddress?: number;
  /** When absent, no vendor has an account here. */
  readonly telephony?: Partial<TelephonySettings>;
  /** Analyzes recordings; when absent, the decoder is missing. */
  readonly analysis?: (repositories: Repositories) => Analysis;
  /** Enrolls voices; when absent, the speaker model is missing. */
  readonly speakers?: (repositories: Repositories) => Speakers;
  /** Customers' models; when absent, jobs can be made but never run. */
  readonly fineTuning?: (repositories: Repositories, nowMs: () => number) => FineTuning;
  /** A database that the test opens and closes. When absent, an embedded one. */
  readonly database?: Database;
  /** Called where requests cannot be counted in the database. When absent, that fails the request. */
  readonly onUncounted?: (error: unknown) => void;
}

/** The token of the rig's operator. */
export const ADMIN_TOKEN = 'operator-token-of-the-gateway-rig-0123';

const throwAgain = (error: unknown): never => {
  throw error;
};

/** The whole gateway over a real socket and the embedded database; its streams are only recorded, not run. */
export const startGateway = async (options: RigOptions = {}): Promise<GatewayRig> => {
  const { database, closeDatabase } = await databaseFor(options);
  let offsetMs = 0;
  const nowMs = (): number => Date.now() + offsetMs;
  const repositories = createRepositories(database, nowMs);
  const log: string[] = [];
  const lines = { write: (line: string) => void log.push(line) };
  const accepted: Accepted[] = [];
  const { organization, newKey } = await bootstrap({
    ...repositories,
    chosenKey: undefined,
    plan: undefined,
    now: new Date(nowMs()),
  });
  if (newKey === undefined) throw new Error('a fresh database must give a fresh key');
  const { onUncounted = throwAgain } = options;
  const limits = wireLimits(database, nowMs, nowMs, onUncounted);
  const rig: Pick<GatewayRig, 'onMessage' | 'onKeyRevoked'> = {
    onMessage: undefined,
    onKeyRevoked: undefined,
  };
  const services = await createServices({
    repositories,
    limits,
    requestsPerAddress: options.requestsPerAddress ?? 1_000_000,
    tokenSecrets: [Buffer.alloc(32, 7)],
    adminTokens: [ADMIN_TOKEN],
    nowMs,
    monotonicMs: nowMs,
    onKeyRevoked: (keyId) => rig.onKeyRevoked?.(keyId),
    onTouchFailed: (error) => {
      throw error;
    },
    company: options.company && { ...options.company, orgId: organization.id },
    onLogFailed: (error) => {
      throw error;
    },
    onKeepFailed: (error) => {
      throw error;
    },
  });
  const http = createSafeHttp();
  const queue = new MemoryQueue(nowMs);
  const { webhooks } = wireWebhooks({
    settings: { allowPrivateUrls: false, smtpFrom: 'relay@example.com', ...NO_MAIL },
    db: database.queries,
    queue,
    http,
    tokenSecrets: [Buffer.alloc(32, 7)],
    nowMs,
    log: createLogger('debug', lines),
  });
  const gateway: GatewayOptions = {
    webhooks,
    repositories,
    services,
    analysis: (options.analysis ?? unbuiltAnalysis)(repositories),
    fineTuning: (options.fineTuning ?? deafFineTuning)(repositories, nowMs),
    speakers: (options.speakers ?? deafSpeakers)(repositories),
    metrics: new Metrics(),
    log: createLogger('debug', lines),
    version: '0.0.0',
    capacity: () => ({ sessions: 3, free: 7 }),
    readiness: {
      database: async () => database.ping().then(() => true),
      streams: () => Promise.resolve(options.admits?.() ?? true),
    },
    demo: {
      organization,
      files:
        options.demoDir === undefined ? undefined : await StaticFiles.load(options.demoDir, DEMO_HEADERS),
    },
    console: undefined,
    telephony: { accounts: () => NO_TELEPHONY_ACCOUNTS, nowMs, ...options.telephony },
    accept: (socket, auth, place) => record(accepted, { socket, auth, place }, rig),
    admits: options.admits ?? (() => true),
    isUp: options.admits ?? (() => true),
    listening: {
      listeners: new EventListeners({ store: new EventListenerRepository(database.queries), nowMs }),
      secretOf: (keyId) => `whsec_${Buffer.from(keyId).toString('base64')}`,
    },
    handshakesPerMinute: options.handshakesPerMinute ?? 10_000,
    trustProxy: options.trustProxy ?? false,
    publicUrl: options.publicUrl,
    ...(options.bodyDeadlineMs !== undefined && { bodyDeadlineMs: options.bodyDeadlineMs }),
  };
  const routes = routeTable(gateway);
  const answers = new AnswerCheck(routes);
  const server = createGateway({ ...gateway, spans: answers });
  const port = await server.listen('127.0.0.1', 0);
  const fund = async ({ organization }: Pick<Tenant, 'organization'>, credits = 1_000): Promise<void> => {
    await repositories.wallets.topUp({
      orgId: organization.id,
      reference: newId('inv'),
      microCredits: credits * MICRO_CREDITS_PER_CREDIT,
      at: new Date(nowMs()),
    });
  };
  return Object.assign(rig, {
    url: `http://127.0.0.1:${port}`,
    port,
    database,
    services,
    repositories,
    first: { organization, key: newKey, keyId: '' },
    accepted,
    routes,
    log,
    createTenant: (plan: Plan = 'pro', policy: Partial<OrganizationPolicy> = {}) =>
      createTenant(repositories, plan, policy),
    createFundedTenant: async (plan: Plan = 'pro', policy: Partial<OrganizationPolicy> = {}) => {
      const tenant = await createTenant(repositories, plan, policy);
      await fund(tenant);
      return tenant;
    },
    fund,
    createKey: ({ organization: { id } }: Pick<Tenant, 'organization'>, wish: KeyWish = {}) =>
      createKey(repositories, id, wish),
    nowMs,
    advance: (ms: number) => {
      offsetMs += ms;
    },
    stopServer: async () => {
      server.close();
      await limits.close();
    },
    stop: async () => {
      server.close();
      await limits.close();
      await http.close();
      await closeDatabase();
      if (answers.faults.length > 0)
        throw new Error(`answers differ from the reference:\n${answers.faults.join('\n')}`);
    },
  });
};

const NO_MAIL = { smtpUrl: undefined, ownerEmail: undefined, secretsKeys: undefined };

const databaseFor = async ({
  database,
}: RigOptions): Promise<{ database: Database; closeDatabase: () => Promise<void> }> => {
  if (database !== undefined) return { database, closeDatabase: () => Promise.resolve() };
  const embedded = await openEmbedded();
  return { database: embedded.database, closeDatabase: () => embedded.close() };
};

const record = (
  accepted: Accepted[],
  { socket, auth, place }: Pick<Accepted, 'socket' | 'auth' | 'place'>,
  rig: { readonly onMessage: GatewayRig['onMessage'] },
): SocketListener => {
  const entry: Accepted = { socket, auth, place, messages: [], closedWith: undefined };
  accepted.push(entry);
  return {
    message: (data, isBinary) => {
      entry.messages.push({ data: Buffer.from(data.slice(0)), isBinary });
      if (rig.onMessage !== undefined) rig.onMessage(entry);
      else socket.send(isBinary ? new Uint8Array(data) : Buffer.from(data).toString());
    },
    drain: () => undefined,
    pong: () => undefined,
    closed: (code) => {
      entry.closedWith = code;
    },
  };
};
