import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EnvironmentReader } from './environment-reader.js';
import { type OpenTelemetrySettings, readOpenTelemetry } from './open-telemetry-settings.js';
import { isPrice, type Price, PRICE_RULE, readPrice } from '../domain/billing/price.js';
import { type OidcSettings, readOidc } from './oidc-settings.js';
import { type Plan, PLANS } from '../domain/limits/plan-limits.js';
import { isChosenApiKey } from '../domain/keys/api-key-secret.js';

const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `everything` is learned from all labeled speech there is, not for commercial use; `open` from what may be sold. */
export const BUILT_IN_MODELS = ['everything', 'open'] as const;
export type BuiltInModel = (typeof BUILT_IN_MODELS)[number];
const DEFAULT_MODEL: BuiltInModel = 'everything';

/** Everything that an operator can set. Only this module reads the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly bootstrapKey: string | undefined;
  /** Absent: `pro` for a new organization. An existing one keeps its plan. */
  readonly bootstrapPlan: Plan | undefined;
  /** Credits in the first organization's wallet at its start. One credit pays for one second of audio. */
  readonly bootstrapCredits: number;
  /** The first one signs, all of them verify. Absent: one is made and kept in the data folder. */
  readonly tokenSecrets: readonly string[] | undefined;
  /** All of them open. Absent: one is made and kept in the data folder. */
  readonly adminTokens: readonly string[] | undefined;
  /** Where the command line finds the relay. Absent: on this machine. */
  readonly adminUrl: string | undefined;
  /** Where pages reach this relay directly, past any load balancer. */
  readonly relayUrl: string | undefined;
  /** The origin under which the world reaches the relays, `wss://…`. Absent: the name in the request counts. */
  readonly publicUrl: string | undefined;
  /** The file of telephony vendors' accounts. Absent: there are none. */
  readonly telephonyFile: string | undefined;
  /** What tells emotions: one of the models that ship with the relay, or a file. */
  readonly model: { readonly builtIn: BuiltInModel } | { readonly path: string };
  /** Inference threads. Absent: one per core (`availableParallelism()`). */
  readonly workers: number | undefined;
  readonly maxSessions: number;
  /** Where a balancer asks for the weight; undefined: nowhere. */
  readonly agentPort: number | undefined;
  /** Of this process. Absent: only the container's own limit counts. */
  readonly maxMemoryBytes: number | undefined;
  readonly handshakesPerMinute: number;
  readonly requestsPerAddress: number;
  readonly socketsPerAddress: number;
  /** Whether URLs of callers may point into private networks. Only for tests and on-premise use. */
  readonly allowPrivateUrls: boolean;
  /** The keys that encrypt webhook secrets, newest first. Absent: the token secret encrypts them. */
  readonly secretsKeys: readonly string[] | undefined;
  /** Start although secrets are missing. What they sealed stays unreadable. */
  readonly acceptLostSecrets: boolean;
  /** Absent: no mail is sent. */
  readonly smtpUrl: string | undefined;
  readonly smtpFrom: string;
  readonly ownerEmail: string | undefined;
  /** What a minute of audio costs. Undefined: wallets show credits alone. */
  readonly price: Price | undefined;
  /** Each opens `/metrics`. Absent: it is open to all. */
  readonly metricsTokens: readonly string[] | undefined;
  readonly trustProxy: boolean;
  /** From the failing readiness to the closed door, so that balancers send nobody here any more. */
  readonly stopDelayMs: number;
  /** How long requests may take to finish when the relay stops. */
  readonly stopGraceMs: number;
  readonly demo: boolean;
  readonly demoDir: string;
  readonly consoleDir: string;
  readonly logLevel: LogLevel;
  /** Absent: nothing is sent to a collector. */
  readonly openTelemetry: OpenTelemetrySettings | undefined;
  /** Absent: nobody signs in at a company's provider. */
  readonly oidc: OidcSettings | undefined;
}

/** The environment has unusable values. The message lists all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'bad_config';
  constructor(readonly problems: readonly string[]) {
    super(`cannot start with this configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '::1']);
const CONSOLE_SITE = fileURLToPath(new URL('../../../packages/console/dist/site', import.meta.url));
const DEMO_DIST = fileURLToPath(new URL('../../../demo/dist', import.meta.url));

/**
 * Reads the configuration. The value of each variable may lie in a file that `NAME_FILE` names, as secrets of Docker,
 * Kubernetes and systemd do.
 * @throws ConfigError that lists every problem
 */
export const loadConfig = (
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): Config => {
  const read = new EnvironmentReader(env, readFile);
  const host = read.text('HOST') ?? '127.0.0.1';
  const config: Config = {
    host,
    port: read.integer('PORT', 8787, 0, 65_535),
    dataDir: resolve(read.text('UNDERTONE_DATA_DIR') ?? './.data'),
    databaseUrl: read.matching(
      'DATABASE_URL',
      isPostgresUrl,
      'must look like postgres://user@host:5432/name',
    ),
    bootstrapKey: read.matching(
      'UNDERTONE_BOOTSTRAP_KEY',
      isChosenApiKey,
      'must be psk_ followed by 20 to 200 letters, digits, "_" or "-"',
    ),
    bootstrapPlan: read.choice('UNDERTONE_BOOTSTRAP_PLAN', PLANS, undefined),
    bootstrapCredits: read.integer('UNDERTONE_BOOTSTRAP_CREDITS', 1_000_000, 0, 9_000_000_000),
    tokenSecrets: read.list(
      'UNDERTONE_TOKEN_SECRET',
      (text) => Buffer.byteLength(text) >= 32,
      'must hold secrets of at least 32 characters, separated by commas',
    ),
    adminTokens: read.list(
      'UNDERTONE_ADMIN_TOKEN',
      (text) => /^[\x21-\x7e]{32,512}$/.test(text) && !text.startsWith('psk_'),
      'must hold tokens of 32 to 512 characters without spaces, separated by commas, and no API key',
    ),
    adminUrl: read.matching(
      'UNDERTONE_ADMIN_URL',
      (text) => /^https?:\/\//.test(text) && URL.canParse(text),
      'must look like https://relay.example.com',
    ),
    relayUrl: read.matching(
      'UNDERTONE_RELAY_URL',
      (text) => /^wss?:\/\//.test(text) && URL.canParse(text),
      'must look like wss://relay-2.example.com',
    ),
    publicUrl: read
      .matching('UNDERTONE_PUBLIC_URL', isOrigin, 'must look like wss://relay.example.com, without a path')
      ?.replace(/\/$/, ''),
    telephonyFile: read.path('UNDERTONE_TELEPHONY'),
    model: modelOf(read.text('UNDERTONE_MODEL')),
    workers: read.integer('UNDERTONE_WORKERS', undefined, 1, 64),
    maxSessions: read.integer('UNDERTONE_MAX_SESSIONS', 2_000, 1, 1_000_000),
    agentPort: read.integer('UNDERTONE_AGENT_PORT', 0, 0, 65_535) || undefined,
    maxMemoryBytes: megabytes(read.integer('UNDERTONE_MAX_MEMORY_MB', undefined, 64, 10_000_000)),
    handshakesPerMinute: read.integer('UNDERTONE_HANDSHAKES_PER_MINUTE', 600, 1, 10_000_000),
    secretsKeys: read.list(
      'UNDERTONE_SECRETS_KEY',
      (key) => Buffer.byteLength(key) >= 32,
      'must hold keys of at least 32 characters, separated by commas',
    ),
    acceptLostSecrets: read.choice('UNDERTONE_ACCEPT_LOST_SECRETS', ['on', 'off'], 'off') === 'on',
    smtpUrl: read.matching('UNDERTONE_SMTP_URL', isSmtpUrl, 'must look like smtp://user:password@host:587'),
    smtpFrom: read.matching('UNDERTONE_SMTP_FROM', isEmail, EMAIL_RULE) ?? 'undertone@localhost',
    ownerEmail: read.matching('UNDERTONE_OWNER_EMAIL', isEmail, EMAIL_RULE),
    price: readPrice(read.matching('UNDERTONE_PRICE', isPrice, PRICE_RULE)),
    allowPrivateUrls: read.choice('UNDERTONE_ALLOW_PRIVATE_URLS', ['on', 'off'], 'off') === 'on',
    socketsPerAddress: read.integer('UNDERTONE_SOCKETS_PER_ADDRESS', 10_000, 1, 10_000_000),
    requestsPerAddress: read.integer('UNDERTONE_REQUESTS_PER_ADDRESS', 120_000, 1, 100_000_000),
    metricsTokens: read.list(
      'UNDERTONE_METRICS_TOKEN',
      (text) => /^[\x21-\x7e]{16,512}$/.test(text),
      'must hold tokens of 16 to 512 characters without spaces, separated by commas',
    ),
    trustProxy: read.choice('UNDERTONE_TRUST_PROXY', ['on', 'off'], 'off') === 'on',
    stopDelayMs: 1000 * read.integer('UNDERTONE_STOP_DELAY', 0, 0, 3_600),
    stopGraceMs: 1000 * read.integer('UNDERTONE_STOP_GRACE', 20, 0, 3_600),
    demo: read.choice('UNDERTONE_DEMO', ['on', 'off'], LOCAL_HOSTS.has(host) ? 'on' : 'off') === 'on',
    demoDir: read.path('UNDERTONE_DEMO_DIR') ?? DEMO_DIST,
    consoleDir: read.path('UNDERTONE_CONSOLE_DIR') ?? CONSOLE_SITE,
    logLevel: read.choice('UNDERTONE_LOG_LEVEL', LOG_LEVELS, 'info'),
    openTelemetry: readOpenTelemetry(read),
    oidc: readOidc(read),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
};

/** A name of a built-in model, or the path of a file. */
const modelOf = (value: string | undefined): Config['model'] => {
  const builtIn = BUILT_IN_MODELS.find((each) => each === value) ?? DEFAULT_MODEL;
  return value === undefined || value === builtIn ? { builtIn } : { path: resolve(value) };
};

const megabytes = (count: number | undefined): number | undefined => count && count * 1024 * 1024;
const isOrigin = (text: string): boolean => /^wss?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text);
const isSmtpUrl = (text: string): boolean => /^smtps?:\/\//.test(text) && URL.canParse(text);
const EMAIL_RULE = 'must be an e-mail address';
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
