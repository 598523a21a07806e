import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.js';
import { helpText, VARIABLES } from './config-variables.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  it('starts without any variable: this machine only, port 8787, embedded database, demo on', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      databaseUrl: undefined,
      demo: true,
      trustProxy: false,
      logLevel: 'info',
    });
    expect(loadConfig({}).dataDir.endsWith('/.data')).toBe(true);
  });

  it('turns the demo and its open token endpoint off if other machines can reach it, unless asked for', () => {
    expect(loadConfig({ HOST: '0.0.0.0' }).demo).toBe(false);
    expect(loadConfig({ HOST: '0.0.0.0', UNDERTONE_DEMO: 'on' }).demo).toBe(true);
    expect(loadConfig({ UNDERTONE_DEMO: 'off' }).demo).toBe(false);
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8787, databaseUrl: undefined });
  });

  it('reads any value from the file that NAME_FILE names, without the line break at its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-config-'));
    try {
      const file = async (name: string, text: string): Promise<string> => {
        await writeFile(join(folder, name), text);
        return join(folder, name);
      };
      const secret = 'a-secret-of-thirty-two-characters';
      const config = loadConfig({
        DATABASE_URL_FILE: await file('url', 'postgres://relay:secret@db/undertone\n'),
        UNDERTONE_TOKEN_SECRET_FILE: await file('token', `${secret}\r\n`),
        UNDERTONE_SECRETS_KEY_FILE: await file('keys', `${secret}-2\n${secret}-1\n`),
        UNDERTONE_ADMIN_TOKEN_FILE: await file('empty', '\n'),
        PORT_FILE: await file('port', '9000'),
      });
      expect(config).toMatchObject({
        databaseUrl: 'postgres://relay:secret@db/undertone',
        tokenSecrets: [secret],
        secretsKeys: [`${secret}-2`, `${secret}-1`],
        adminTokens: undefined,
        port: 9000,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('refuses a file that cannot be read, and a value that is given twice, and shows neither value', () => {
    const problems = problemsOf({
      UNDERTONE_TOKEN_SECRET_FILE: '/nowhere/token',
      UNDERTONE_ADMIN_TOKEN: 'the-operator-0123456789-0123456789',
      UNDERTONE_ADMIN_TOKEN_FILE: '/nowhere/admin',
    });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^UNDERTONE_TOKEN_SECRET_FILE cannot be read: ENOENT.*\/nowhere\/token/);
    expect(problems[1]).toBe(
      'UNDERTONE_ADMIN_TOKEN and UNDERTONE_ADMIN_TOKEN_FILE are both set: unset one of them',
    );
  });

  it('runs a built-in model by its name, and a file by its path', () => {
    expect(loadConfig({}).model).toEqual({ builtIn: 'everything' });
    expect(loadConfig({ UNDERTONE_MODEL: 'open' }).model).toEqual({ builtIn: 'open' });
    expect(loadConfig({ UNDERTONE_MODEL: '/srv/my-live.onnx' }).model).toEqual({ path: '/srv/my-live.onnx' });
  });

  it('reads what a minute costs', () => {
    expect(loadConfig({ UNDERTONE_PRICE: 'EUR 0.012' }).price).toEqual({ currency: 'EUR', perMinute: 0.012 });
    expect(loadConfig({}).price).toBeUndefined();
    for (const wrong of ['0.012', 'eur 1', 'EUR -1', 'EUR 1,5', 'EUR']) {
      expect(problemsOf({ UNDERTONE_PRICE: wrong })).toEqual([
        'UNDERTONE_PRICE must look like EUR 0.012: a currency and what a minute costs',
      ]);
    }
  });

  it('names every problem at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      UNDERTONE_BOOTSTRAP_KEY: 'short',
      UNDERTONE_BOOTSTRAP_PLAN: 'gold',
      UNDERTONE_TOKEN_SECRET: 'weak',
      UNDERTONE_WORKERS: '1.5',
      UNDERTONE_DEMO: 'yes',
      UNDERTONE_LOG_LEVEL: 'loud',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'UNDERTONE_BOOTSTRAP_KEY',
      'UNDERTONE_BOOTSTRAP_PLAN',
      'UNDERTONE_TOKEN_SECRET',
      'UNDERTONE_WORKERS',
      'UNDERTONE_DEMO',
      'UNDERTONE_LOG_LEVEL',
    ]);
  });

  it.each(['-1', '65536', '8787x', '0x10', '1e3', ' '.repeat(2) + 'a'])('refuses the port %s', (port) => {
    expect(problemsOf({ PORT: port })).toEqual(['PORT must be a whole number from 0 to 65535']);
  });

  it('never repeats a secret in a problem', () => {
    const secret = 'psk_ shall not appear';
    expect(
      problemsOf({ UNDERTONE_BOOTSTRAP_KEY: secret, UNDERTONE_TOKEN_SECRET: 'weak-secret' }).join(),
    ).not.toMatch(/shall not appear|weak-secret/);
  });

  it('lists in --help every variable it reads, and reads no other', async () => {
    const here = new URL('./', import.meta.url);
    const files = (await readdir(here)).filter((name) => /^config\.ts$|-settings\.ts$/.test(name));
    const sources = await Promise.all(files.map((name) => readFile(new URL(name, here), 'utf8')));
    const read = new Set(Array.from(sources.join('').matchAll(/'([A-Z][A-Z_]+)'/g), ([, name]) => name));
    expect([...read].sort()).toEqual(VARIABLES.map(({ name }) => name).sort());
    for (const { name } of VARIABLES) expect(helpText()).toContain(name);
  });

  it('takes the company’s provider whole: over HTTPS, or on this machine, with its secret in a file', () => {
    const named = { UNDERTONE_OIDC_ISSUER: 'https://login.example.com', UNDERTONE_OIDC_CLIENT_ID: 'relay' };
    const env = { ...named, UNDERTONE_OIDC_CLIENT_SECRET_FILE: '/run/secrets/oidc' };
    expect(loadConfig(env, () => 'the secret').oidc).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'relay',
      clientSecret: 'the secret',
      organization: undefined,
      role: undefined,
    });
    expect(loadConfig({}).oidc).toBeUndefined();
    for (const issuer of ['http://login.example.com', 'login'])
      expect(problemsOf({ ...named, UNDERTONE_OIDC_ISSUER: issuer })).toEqual([
        'UNDERTONE_OIDC_ISSUER must look like https://login.example.com',
      ]);
    expect(problemsOf({ UNDERTONE_OIDC_CLIENT_ID: 'relay' })).toEqual([
      'UNDERTONE_OIDC_ISSUER and UNDERTONE_OIDC_CLIENT_ID go together: set both',
    ]);
    expect(problemsOf({ ...named, UNDERTONE_OIDC_ROLE: 'king' })).toEqual([
      'UNDERTONE_OIDC_ROLE must be one of: owner, developer, supervisor, viewer',
    ]);
  });

  it('takes several secrets for one purpose, the first of them first', () => {
    const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];
    const config = loadConfig({
      UNDERTONE_TOKEN_SECRET: `${a},${b}`,
      UNDERTONE_ADMIN_TOKEN: `${b}, ${a}`,
      UNDERTONE_METRICS_TOKEN: `${a}\n${b}`,
    });
    expect(config).toMatchObject({ tokenSecrets: [a, b], adminTokens: [b, a], metricsTokens: [a, b] });
    const short = { UNDERTONE_TOKEN_SECRET: `${a},short`, UNDERTONE_METRICS_TOKEN: `${a},,${b}` };
    expect(problemsOf(short)).toEqual([
      'UNDERTONE_TOKEN_SECRET must hold secrets of at least 32 characters, separated by commas',
      'UNDERTONE_METRICS_TOKEN must hold tokens of 16 to 512 characters without spaces, separated by commas',
    ]);
  });

  it('sends nothing to a collector unless its address is set, and then reads the standard names', () => {
    expect(loadConfig({}).openTelemetry).toBeUndefined();
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.com/otlp/';
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).openTelemetry).toEqual({
      endpoint: 'https://collector.example.com/otlp',
      headers: {},
      protocol: 'http/protobuf',
      serviceName: 'undertone-relay',
      resourceAttributes: {},
      traces: true,
      metrics: true,
      sampler: 'parentbased_always_on',
      sampledShare: 1,
      metricsEveryMs: 60_000,
    });
    const chosen = {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3D1, x-tenant=b=c',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'relays',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_METRIC_EXPORT_INTERVAL: '5000',
    };
    expect(loadConfig(chosen).openTelemetry).toMatchObject({
      headers: { authorization: 'Bearer a=1', 'x-tenant': 'b=c' },
      protocol: 'http/json',
      serviceName: 'relays',
      resourceAttributes: { 'deployment.environment.name': 'production' },
      traces: true,
      metrics: false,
      sampler: 'traceidratio',
      sampledShare: 0.25,
      metricsEveryMs: 5_000,
    });
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(loadConfig({ ...chosen, ...off }).openTelemetry).toBeUndefined();
  });

  it('names every OpenTelemetry setting that it cannot follow, but only with a collector', () => {
    const wrong = {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_HEADERS: 'a-secret',
      OTEL_RESOURCE_ATTRIBUTES: 'a=%',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    expect(problemsOf(wrong)).toEqual([]);
    expect(problemsOf({ ...wrong, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value',
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of: http/protobuf, http/json',
      'OTEL_RESOURCE_ATTRIBUTES must look like name=value,name=value',
      'OTEL_TRACES_SAMPLER must be one of: always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ]);
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector.example.com:4318',
    ]);
  });
});
