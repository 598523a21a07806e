import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { bootstrap } from '../../bootstrap.js';
import { DEMO_HEADERS } from '../../demo-headers.js';
import type { Organization } from '../../domain/accounts/organization.js';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { MICRO_CREDITS_PER_CREDIT } from '../../domain/billing/credits.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import type { Speakers } from '../../domain/speakers/speakers.js';
import { generateApiKey, hashApiKey, prefixOfApiKey } from '../../domain/keys/api-key-secret.js';
import type { Plan } from '../../domain/limits/plan-limits.js';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../../domain/policy/organization-policy.js';
import { type Analysis, wireAnalysis } from '../../analysis-wiring.js';
import { type FineTuning, wireFineTuning } from '../../fine-tune-wiring.js';
import { createGateway, type GatewayOptions, routeTable } from '../../gateway.js';
import { createInferencePool } from '../../inference/pool.js';
import type { InferencePool } from '../../inference/port.js';
import { FakeModel } from '../../inference/testing/fake-model.js';
import { InProcessWorker } from '../../inference/testing/in-process-host.js';
import { wireLimits } from '../../limits-wiring.js';
import { createMediaDecoder } from '../../media/index.js';
import { createSafeHttp } from '../../outbound/index.js';
import { MemoryQueue } from '../../jobs/testing/memory-queue.js';
import { createRepositories, createServices, type Repositories, type Services } from '../../services.js';
import { type Database, openDatabase } from '../../storage/database.js';
import type { SocketLike, StreamHandler } from '../../stream/socket.js';
import { createLogger } from '../../telemetry/logger.js';
import { Metrics } from '../../telemetry/metrics.js';
import { StaticFiles } from '../../transport/static-files.js';
import { wireSpeakers } from '../../voice-wiring.js';
import { wireWebhooks } from '../../webhook-wiring.js';
import type { Route } from '../route.js';

/** What the rig's stream was told: one entry for each socket that got through. */
export interface Accepted {
  readonly socket: SocketLike;
  readonly auth: StreamAuth | undefined;
  readonly messages: { data: Buffer; isBinary: boolean }[];
  closedWith: number | undefined;
}

export interface Tenant {
  readonly organization: Organization;
  readonly key: string;
  readonly keyId: string;
}

export interface GatewayRig {
  readonly url: string;
  readonly port: number;
  readonly database: Database;
  readonly repositories: Repositories;
  /** The organisation of the first start. */
  readonly first: Tenant;
  readonly accepted: Accepted[];
  readonly routes: readonly Route[];
  /** Every line that was logged. */
  readonly log: string[];
  /** What the stream does with a message; replaces recording it. */
  onMessage: ((accepted: Accepted) => void) | undefined;
  /** Told of a key that was revoked through this relay. */
  onKeyRevoked: ((keyId: string) => void) | undefined;
  readonly services: Services;
  createTenant(plan?: Plan, policy?: Partial<OrganizationPolicy>): Promise<Tenant>;
  /** One that can pay. */
  createFundedTenant(plan?: Plan, policy?: Partial<OrganizationPolicy>): Promise<Tenant>;
  /** Credits for an organisation; without any it streams nothing and analyzes nothing. */
  fund(tenant: Pick<Tenant, 'organization'>, credits?: number): Promise<void>;
  /** One more key of an organisation. */
  createKey(tenant: Pick<Tenant, 'organization'>, wish?: KeyWish): Promise<{ key: string; keyId: string }>;
  /** The time that keys, tokens and limits see. */
  nowMs(): number;
  /** Lets this much time pass for keys, tokens and limits. */
  advance(ms: number): void;
  /** Without closing the database, for a test that did. */
  stopServer(): Promise<void>;
  stop(): Promise<void>;
}

export interface RigOptions extends Partial<
  Pick<GatewayOptions, 'handshakesPerMinute' | 'bodyDeadlineMs' | 'admits' | 'trustProxy'>
> {
  readonly demoDir?: string;
  readonly requestsPerAddress?: number;
  /** Analyses recordings; absent, one whose decoder is not built. */
  readonly analysis?: (repositories: Repositories) => Analysis;
  /** Enrols voices; absent, one whose speaker model is not there. */
  readonly speakers?: (repositories: Repositories) => Speakers;
  /** Customers' models; absent, jobs can be made and are never worked on. */
  readonly fineTuning?: (repositories: Repositories, nowMs: () => number) => FineTuning;
  /** A database that the test opened; it closes it too. Absent, an embedded one. */
  readonly database?: Database;
}

/** The rig's operator. */
export const ADMIN_TOKEN = 'operator-token-of-the-gateway-rig-0123';

/** The whole gateway over a real socket and the embedded database; only the streams behind it are recorded, not run. */
export const startGateway = async (options: RigOptions = {}): Promise<GatewayRig> => {
  const { database, closeDatabase } = await databaseFor(options);
  const repositories = createRepositories(database);
  let offsetMs = 0;
  const nowMs = (): number => Date.now() + offsetMs;
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
  const limits = wireLimits(database, nowMs, (error) => {
    throw error;
  });
  const rig: Pick<GatewayRig, 'onMessage' | 'onKeyRevoked'> = {
    onMessage: undefined,
    onKeyRevoked: undefined,
  };
  const services = await createServices({
    repositories,
    limits,
    requestsPerAddress: options.requestsPerAddress ?? 1_000_000,
    tokenSecret: Buffer.alloc(32, 7),
    adminToken: ADMIN_TOKEN,
    nowMs,
    onKeyRevoked: (keyId) => rig.onKeyRevoked?.(keyId),
    onTouchFailed: (error) => {
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
    tokenSecret: Buffer.alloc(32, 7),
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
    accept: (socket, auth) => record(accepted, socket, auth, rig),
    admits: options.admits ?? (() => true),
    handshakesPerMinute: options.handshakesPerMinute ?? 10_000,
    trustProxy: options.trustProxy ?? false,
    ...(options.bodyDeadlineMs !== undefined && { bodyDeadlineMs: options.bodyDeadlineMs }),
  };
  const server = createGateway(gateway);
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
    routes: routeTable(gateway),
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
    },
  });
};

const NO_MAIL = { smtpUrl: undefined, ownerEmail: undefined, secretsKeys: undefined };

const deafFineTuning = (repositories: Repositories, nowMs: () => number): FineTuning => {
  const absent = (): Promise<never> =>
    Promise.reject(new Fault('model_unavailable', 'this rig hears no samples'));
  const inference = unheardInference();
  return wireFineTuning({
    book: repositories.fineTunes,
    modelBook: repositories.tunedModels,
    corrections: repositories.corrections,
    wallet: repositories.wallets,
    inference,
    decode: absent,
    fetchAudio: absent,
    train: absent,
    modelSha256: 'none',
    alone: false,
    nowMs,
    onFailed: (error) => {
      throw error;
    },
  });
};

/** One that only says what its model is. */
const unheardInference = (): Pick<InferencePool, 'model' | 'open'> => {
  const { id, version, classes } = new FakeModel().metadata;
  return {
    model: () => ({ id, version, labels: classes.map(({ name }) => name), calibration: 'none' }),
    open: () => {
      throw new Error('this rig hears nothing');
    },
  };
};

const deafSpeakers = (repositories: Repositories): Speakers => {
  const absent = (): Promise<never> =>
    Promise.reject(new Fault('model_unavailable', 'this rig has no speaker model'));
  return wireSpeakers({
    book: repositories.speakers,
    wallet: repositories.wallets,
    engine: { comparison: absent, hear: absent },
    analyze: absent,
    decode: absent,
    fetchAudio: absent,
    masters: [Buffer.alloc(32, 7)],
    nowMs: () => Date.now(),
    onRemoved: () => undefined,
    log: createLogger('silent'),
  });
};

const unbuiltAnalysis = (repositories: Repositories): Analysis =>
  wireAnalysis({
    inference: createInferencePool({
      workers: 1,
      spawn: () => new InProcessWorker(new FakeModel(), () => performance.now()),
    }),
    decoder: createMediaDecoder(),
    http: createSafeHttp(),
    wallet: repositories.wallets,
    jobStore: repositories.analysisJobs,
    organizations: repositories.organizations,
    onJobFailed: (error) => {
      throw error;
    },
    nowMs: () => Date.now(),
    observe: () => Promise.resolve(undefined),
  });

const databaseFor = async ({
  database,
}: RigOptions): Promise<{ database: Database; closeDatabase: () => Promise<void> }> => {
  if (database !== undefined) return { database, closeDatabase: () => Promise.resolve() };
  const directory = await mkdtemp(join(tmpdir(), 'undertone-gateway-'));
  const embedded = await openDatabase({ kind: 'embedded', directory });
  return {
    database: embedded,
    closeDatabase: async () => {
      await embedded.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const createTenant = async (
  repositories: Repositories,
  plan: Plan,
  policy: Partial<OrganizationPolicy>,
): Promise<Tenant> => {
  const organization = { id: newId('org'), name: 'Tenant', plan, policy: { ...DEFAULT_POLICY, ...policy } };
  await repositories.organizations.create(organization, new Date());
  const { key, keyId } = await createKey(repositories, organization.id, {});
  return { organization, key, keyId };
};

/** What a test wants of a key. */
export interface KeyWish {
  readonly rateLimit?: number;
  readonly expiresAt?: Date;
}

const createKey = async (
  { apiKeys }: Repositories,
  orgId: string,
  { rateLimit, expiresAt }: KeyWish,
): Promise<{ key: string; keyId: string }> => {
  const key = generateApiKey();
  const keyId = newId('key');
  await apiKeys.create({
    id: keyId,
    orgId,
    name: 'Tenant key',
    prefix: prefixOfApiKey(key),
    hash: hashApiKey(key),
    checksummed: true,
    createdAt: new Date(),
    expiresAt,
    rateLimit,
  });
  return { key, keyId };
};

const record = (
  accepted: Accepted[],
  socket: SocketLike,
  auth: StreamAuth | undefined,
  rig: { readonly onMessage: GatewayRig['onMessage'] },
): StreamHandler => {
  const entry: Accepted = { socket, auth, messages: [], closedWith: undefined };
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

export type HandshakeOutcome =
  | {
      readonly kind: 'open';
      readonly socket: WebSocket;
      readonly protocol: string;
      readonly headers: Record<string, unknown>;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly headers: Record<string, unknown>;
      readonly code: string;
    };

/** Tries to open a WebSocket and says what came of it. */
export const handshake = (
  url: string,
  protocols: readonly string[],
  headers: Record<string, string> = {},
): Promise<HandshakeOutcome> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), [...protocols], { headers });
    let upgraded: Record<string, unknown> = {};
    socket.once('upgrade', (response) => {
      upgraded = response.headers;
    });
    socket.once('open', () =>
      resolve({ kind: 'open', socket, protocol: socket.protocol, headers: upgraded }),
    );
    socket.once('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { error } = JSON.parse(Buffer.concat(chunks).toString()) as { error: { code: string } };
        resolve({
          kind: 'refused',
          status: response.statusCode ?? 0,
          headers: response.headers,
          code: error.code,
        });
      });
    });
    socket.once('error', reject);
  });
