/** deploy/compose: what Compose's own specification, Caddy and the relay say of it. Nothing is started. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from '../support/relay-process.js';

const run = promisify(execFile);
const folder = join(repositoryRoot, 'deploy/compose');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string>;
  secrets?: string[];
  depends_on?: string[] | Record<string, unknown>;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[] };
  networks: string[];
  volumes?: string[];
  stop_grace_period?: string;
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}
/** The Compose specification's own schema, without its descriptions, as npm's dclint 3.1.0 carries it. */
const specification = JSON.parse(
  readFileSync(new URL('fixtures/compose.json', import.meta.url), 'utf8'),
) as object;
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const relays = services.filter(([name]) => name.startsWith('relay-'));

describe('compose.yaml', () => {
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(specification);

  it('keeps the Compose specification, which would refuse a word that it does not know', () => {
    const isValid = validate(compose);
    expect({ isValid, errors: validate.errors }).toEqual({ isValid: true, errors: null });
    const wrong = { services: { relay: { image: 'relay', readonly: true } } };
    expect(validate(wrong)).toBe(false);
  });

  it('refers only to services, networks, volumes and secrets that it defines', () => {
    const isMissing = (defined: object) => (name: string) => !(name in defined);
    const named = (key: 'networks' | 'secrets') => services.flatMap(([, service]) => service[key] ?? []);
    expect(named('networks').filter(isMissing(compose.networks))).toEqual([]);
    expect(named('secrets').filter(isMissing(compose.secrets))).toEqual([]);
    const needed = services.flatMap(([, { depends_on: on = [] }]) =>
      Array.isArray(on) ? on : Object.keys(on),
    );
    expect(needed.filter(isMissing(compose.services))).toEqual([]);
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0]!),
    );
    const files = mounted.filter((source) => source.startsWith('./'));
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    expect(mounted.filter((source) => !source.startsWith('./')).filter(isMissing(compose.volumes))).toEqual(
      [],
    );
  });

  it.each(services)(
    '%s cannot write to its root, has no capabilities to spare, and tells its health',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        healthcheck: { test: expect.arrayContaining(['CMD']) as unknown },
      });
      expect(service.cap_add ?? []).toEqual(service.image.includes('caddy') ? ['NET_BIND_SERVICE'] : []);
    },
  );

  it('gives no secret as a value, and no way out to the database', () => {
    const values = services.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const secretWords = /PASSWORD|SECRET|TOKEN|DATABASE_URL|_KEY/u;
    expect(values.filter(([name]) => secretWords.test(name) && !name.endsWith('_FILE'))).toEqual([]);
    expect(
      compose.services['database']?.networks.filter((name) => compose.networks[name]?.internal !== true),
    ).toEqual([]);
  });

  it.each(relays)('%s reads settings that the relay has, from secrets that it gets', async (_, relay) => {
    const { stdout: help } = await run(process.execPath, [
      join(repositoryRoot, 'relay/dist/main.js'),
      '--help',
    ]);
    const known = new Set(help.match(/^ {2}[A-Z_]+/gmu)?.map((name) => name.trim()));
    const names = Object.keys(relay.environment ?? {});
    expect(names.filter((name) => !known.has(name.replace(/_FILE$/u, '')))).toEqual([]);
    const files = Object.values(relay.environment ?? {}).filter((value) => value.startsWith('/run/secrets/'));
    expect(files.map((file) => file.slice('/run/secrets/'.length)).sort()).toEqual(
      [...(relay.secrets ?? [])].sort(),
    );
    // Delay, grace, and 18 s for last results, charges, checkpoints and the queue.
    const { UNDERTONE_STOP_DELAY: delay, UNDERTONE_STOP_GRACE: grace } = relay.environment!;
    expect(Number.parseInt(relay.stop_grace_period!)).toBeGreaterThanOrEqual(
      Number(delay) + Number(grace) + 18,
    );
  });
});

describe('the Caddyfile', () => {
  const adapted = async () => {
    const words = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    const { stdout } = await run('caddy', words).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new Error('caddy is missing: sudo apt-get update && sudo apt-get install -y caddy');
    });
    return stdout;
  };

  it('is read by Caddy, leads to every relay by its readiness, and keeps operators’ routes inside', async () => {
    const text = await adapted();
    const dials = [...text.matchAll(/"dial":"([^"]+)"/gu)].map(([, dial]) => dial);
    expect(dials).toEqual(relays.map(([name]) => `${name}:8787`));
    expect(text).toContain('"uri":"/readyz"');
    expect(text).toMatch(/"status_code":404\}\]\}?.*"path":\["\/metrics","\/admin\/\*"\]/u);
  });
});
