import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPrice, type Price, PRICE_RULE, readPrice } from '../domain/billing/price.js';
import { type AddressSettings, readAddresses } from './address-settings.js';
import { EnvironmentReader } from './environment-reader.js';
import { type FirstOrganizationSettings, readFirstOrganization } from './first-organization-settings.js';
import { type LoadSettings, readLoad } from './load-settings.js';
import { type MailSettings, readMail } from './mail-settings.js';
import { type OidcSettings, readOidc } from './oidc-settings.js';
import { type OpenTelemetrySettings, readOpenTelemetry } from './open-telemetry-settings.js';
import { type PageSettings, readPages } from './page-settings.js';
import { readSecrets, type SecretSettings } from './secret-settings.js';

const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `everything` is learned from all labeled speech there is, not for commercial use; `open` from what may be sold. */
export const BUILT_IN_MODELS = ['everything', 'open'] as const;
export type BuiltInModel = (typeof BUILT_IN_MODELS)[number];
const DEFAULT_MODEL: BuiltInModel = 'everything';

/** Everything that an operator can set. Only this folder reads the environment. */
export interface Config
  extends
    AddressSettings,
    FirstOrganizationSettings,
    SecretSettings,
    LoadSettings,
    MailSettings,
    PageSettings {
  /** An absolute path (`UNDERTONE_DATA_DIR`). */
  readonly dataDir: string;
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /** What tells emotions: one of the models that ship with the relay, or a file. */
  readonly model: { readonly builtIn: BuiltInModel } | { readonly path: string };
  /** The file of telephony vendors' accounts. Absent: there are none. */
  readonly telephonyFile: string | undefined;
  /** Whether URLs of callers may point into private networks. Only for tests and on-premise use. */
  readonly allowPrivateUrls: boolean;
  /** What a minute of audio costs. Undefined: wallets show credits alone. */
  readonly price: Price | undefined;
  /** The least level of lines that are written (`UNDERTONE_LOG_LEVEL`). */
  readonly logLevel: LogLevel;
  /** Absent: nothing is sent to a collector. */
  readonly openTelemetry: OpenTelemetrySettings | undefined;
  /** Absent: nobody signs in at a company's provider. */
  readonly oidc: OidcSettings | undefined;
}

/** The environment has unusable values. The message lists all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** Stable; programs may compare it. */
  readonly code = 'bad_config';
  constructor(
    /** One for each setting that is wrong, for people. */
    readonly problems: readonly string[],
  ) {
    super(`cannot start with this configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

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
  const addresses = readAddresses(read);
  const config: Config = {
    ...addresses,
    dataDir: resolve(read.text('UNDERTONE_DATA_DIR') ?? './.data'),
    databaseUrl: read.matching(
      'DATABASE_URL',
      isPostgresUrl,
      'must look like postgres://user@host:5432/name',
    ),
    ...readFirstOrganization(read),
    ...readSecrets(read),
    ...readLoad(read),
    ...readMail(read),
    ...readPages(read, addresses.host),
    model: modelOf(read.text('UNDERTONE_MODEL')),
    telephonyFile: read.path('UNDERTONE_TELEPHONY'),
    allowPrivateUrls: read.isOn('UNDERTONE_ALLOW_PRIVATE_URLS'),
    price: readPrice(read.matching('UNDERTONE_PRICE', isPrice, PRICE_RULE)),
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

const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
