/** deploy/helm/undertone: rendered by helm, and held against Kubernetes' schemas and the relay itself. No cluster is asked. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ensureHelm } from '../../scripts/lib/helm.mjs';
import { repositoryRoot } from '../support/relay-process.js';

const run = promisify(execFile);
const chart = join(repositoryRoot, 'deploy/helm/undertone');
const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

interface Probe {
  periodSeconds?: number;
  failureThreshold?: number;
  httpGet: { path: string; port: string };
}
interface Container {
  env: { name: string; value: string }[];
  envFrom?: object[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  lifecycle: { preStop: { sleep: { seconds: number } } };
  securityContext: object;
}
interface PodSpec {
  terminationGracePeriodSeconds: number;
  securityContext: object;
  containers: [Container];
}
interface Resource {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: Record<string, unknown>;
  stringData?: Record<string, string>;
}

let helm: string;
beforeAll(async () => {
  helm = await ensureHelm();
});

const KEPT = 'secrets.existing=undertone-secrets';
const EVERYTHING = [
  KEPT,
  'secrets.existingHasMetricsToken=true',
  'autoscaling.enabled=true',
  'serviceMonitor.enabled=true',
  'ingress.enabled=true',
  'ingress.className=nginx',
  'ingress.host=relay.example.com',
  'ingress.tlsSecret=relay-tls',
  'image.digest=sha256:' + '0'.repeat(64),
  'relay.settings.UNDERTONE_MODEL=open',
  'disruptionBudget.maxUnavailable=25%',
  'migrate=dry-run',
];
const OWN_SECRET = [
  'secrets.databaseUrl=postgres://undertone@db/undertone',
  ...['tokenSecret', 'secretsKey', 'adminToken'].map((name) => `secrets.${name}=${'x'.repeat(32)}`),
];

const render = async (...values: string[]): Promise<Resource[]> => {
  const { stdout } = await run(helm, [
    'template',
    'calls',
    chart,
    ...values.flatMap((value) => ['--set', value]),
  ]);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
};
const one = (resources: readonly Resource[], kind: string): Resource => {
  const [found, ...more] = resources.filter((resource) => resource.kind === kind);
  if (found === undefined || more.length > 0) throw new Error(`not one ${kind}`);
  return found;
};
const podOf = (resources: readonly Resource[]): PodSpec =>
  (one(resources, 'Deployment').spec['template'] as { spec: PodSpec }).spec;
const settingOf = (resources: readonly Resource[], name: string): string | undefined =>
  podOf(resources).containers[0].env.find((variable) => variable.name === name)?.value;

describe('the chart', () => {
  it('passes helm lint', async () => {
    await run(helm, ['lint', '--strict', chart, '--set', KEPT]);
  });

  const cases = {
    'with a Secret of yours': [KEPT],
    'with values of secrets': OWN_SECRET,
    'with everything on': EVERYTHING,
  };
  for (const version of ['1.31', '1.37']) {
    const schema = JSON.parse(
      readFileSync(new URL(`fixtures/kubernetes-${version}.json`, import.meta.url), 'utf8'),
    ) as {
      oneOf: { properties: { kind: { enum: [string] } } }[];
      $defs: object;
    };
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    const validators = new Map(
      schema.oneOf.map((kind) => [
        kind.properties.kind.enum[0],
        ajv.compile({ ...kind, $defs: schema.$defs }),
      ]),
    );
    it.each(Object.entries(cases))(`${version}: %s, makes what Kubernetes takes`, async (_, values) => {
      const resources = (await render(...values)).filter(({ kind }) => kind !== 'ServiceMonitor');
      expect(resources.length).toBeGreaterThanOrEqual(6);
      for (const resource of resources) {
        const validate = validators.get(resource.kind);
        if (validate === undefined) throw new Error(`no schema of ${resource.kind}`);
        validate(resource);
        expect([resource.kind, validate.errors]).toEqual([resource.kind, null]);
      }
      const deployment = structuredClone(one(resources, 'Deployment'));
      Object.assign(deployment.spec, { replica: 2 });
      expect(validators.get('Deployment')!(deployment)).toBe(false);
    });
  }

  it('asks whether a relay is alive where that is not whether it is ready', async () => {
    const [{ startupProbe, livenessProbe, readinessProbe, ports }] = podOf(await render(KEPT)).containers;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/healthz',
      '/healthz',
      '/readyz',
    ]);
    const routes = read('relay/src/routes/health/health.ts');
    for (const path of ['/healthz', '/readyz']) expect(routes).toContain(`path: '${path}'`);
    expect(ports).toEqual([{ name: 'http', containerPort: 8787 }]);
  });

  it('gives settings as the relay reads them, also those of a Secret and of OpenTelemetry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-chart-'));
    const values = join(folder, 'values.yaml');
    await writeFile(
      values,
      'relay:\n  maxSessions: 1000000\n  settingsFrom: [more]\n  settings:\n    UNDERTONE_DEMO: off\n' +
        '    UNDERTONE_REQUESTS_PER_ADDRESS: 12000000\n    OTEL_SERVICE_NAME: calls\n',
    );
    const { stdout } = await run(helm, ['template', 'calls', chart, '--set', KEPT, '-f', values]);
    await rm(folder, { recursive: true });
    const resources = parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
    const shown = [
      'UNDERTONE_MAX_SESSIONS',
      'UNDERTONE_REQUESTS_PER_ADDRESS',
      'UNDERTONE_DEMO',
      'OTEL_SERVICE_NAME',
    ];
    expect(shown.map((name) => settingOf(resources, name))).toEqual(['1000000', '12000000', 'off', 'calls']);
    expect(podOf(resources).containers[0].envFrom).toEqual([{ secretRef: { name: 'more' } }]);
  });

  it('lets a first pod migrate for half an hour: killed halfway, it would begin again for ever', async () => {
    const [{ startupProbe }] = podOf(await render(KEPT)).containers;
    expect((startupProbe.periodSeconds ?? 10) * (startupProbe.failureThreshold ?? 3)).toBe(1_800);
  });

  it('gives a pod the time that its drain takes', async () => {
    const drain = { preStopSeconds: 7, delaySeconds: 3, graceSeconds: 120 };
    const resources = await render(
      KEPT,
      ...Object.entries(drain).map(([name, value]) => `drain.${name}=${value}`),
    );
    const pod = podOf(resources);
    expect(pod.containers[0].lifecycle.preStop.sleep.seconds).toBe(7);
    expect(settingOf(resources, 'UNDERTONE_STOP_DELAY')).toBe('3');
    expect(settingOf(resources, 'UNDERTONE_STOP_GRACE')).toBe('120');
    // Last results, charges, checkpoints and queue take 18 s at most: docs/operate.md.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(7 + 3 + 120 + 18);
  });

  it('sets only settings that the relay has, and mounts every secret that they name', async () => {
    const { stdout: help } = await run(process.execPath, [
      join(repositoryRoot, 'relay/dist/main.js'),
      '--help',
    ]);
    const known = new Set(help.match(/^ {2}[A-Z_]+/gmu)?.map((name) => name.trim()));
    const resources = await render(...OWN_SECRET, `secrets.metricsToken=${'x'.repeat(16)}`);
    const { env } = podOf(resources).containers[0];
    expect(env.map(({ name }) => name).filter((name) => !known.has(name.replace(/_FILE$/u, '')))).toEqual([]);
    const files = env
      .map(({ value }) => value)
      .filter((value) => value.startsWith('/run/secrets/undertone/'));
    const keys = Object.keys(one(resources, 'Secret').stringData ?? {});
    expect(files.map((file) => file.slice('/run/secrets/undertone/'.length)).sort()).toEqual(keys.sort());
  });

  it('scales by a metric that relays have, and then names no number of pods', async () => {
    const resources = await render(...EVERYTHING);
    const [metric] = one(resources, 'HorizontalPodAutoscaler').spec['metrics'] as {
      pods: { metric: { name: string } };
    }[];
    expect(read('relay/src/telemetry/service-gauges.ts') + read('relay/src/telemetry/metrics.ts')).toContain(
      `'${metric!.pods.metric.name}'`,
    );
    expect(one(resources, 'Deployment').spec).not.toHaveProperty('replicas');
    expect(one(await render(KEPT), 'Deployment').spec['replicas']).toBe(2);
  });

  it('runs as the image’s user, without a right', async () => {
    const pod = podOf(await render(KEPT));
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 });
    expect(read('deploy/image/Containerfile')).toContain('USER 65532:65532');
    expect(pod.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('lets in the ingress controller, Prometheus and its own test, and keeps operators’ routes inside', async () => {
    const resources = await render(...EVERYTHING, 'networkPolicy.metricsFrom=null');
    const { ingress } = one(resources, 'NetworkPolicy').spec as { ingress: { from: object[] }[] };
    expect(ingress).toHaveLength(2);
    expect(ingress.filter(({ from }) => from.length === 0)).toEqual([]);
    const { rules } = one(resources, 'Ingress').spec as { rules: { http: { paths: { path: string }[] } }[] };
    const paths = rules.flatMap(({ http }) => http.paths.map(({ path }) => path));
    expect(paths.filter((path) => ['/', '/metrics', '/admin'].includes(path))).toEqual([]);
    // The Service and the disruption budget must not count the pod of `helm test`.
    const { selector } = one(resources, 'Service').spec as { selector: Record<string, string> };
    const { labels } = one(resources, 'Pod').metadata;
    expect(Object.entries(selector).every(([name, value]) => labels[name] === value)).toBe(false);
  });

  it.each([
    ['no secrets', [], 'secrets.existing, or secrets.databaseUrl'],
    ['a short secret', [...OWN_SECRET, 'secrets.adminToken=short'], '/secrets/adminToken'],
    ['no pods', [KEPT, 'replicas=0'], '/replicas'],
    ['an unknown value', [KEPT, 'replica=3'], 'replica'],
    [
      'a setting that the chart sets itself',
      [KEPT, 'relay.settings.UNDERTONE_STOP_GRACE=4'],
      'UNDERTONE_STOP_GRACE',
    ],
    [
      'an ingress without TLS',
      [KEPT, 'ingress.enabled=true', 'ingress.host=a.example'],
      'ingress.tlsSecret is needed',
    ],
  ])('refuses %s, and says which value it is', async (_, values, reason) => {
    await expect(render(...values)).rejects.toMatchObject({
      stderr: expect.stringContaining(reason) as unknown,
    });
  });
});

it('image, chart and compose.yaml are of the relay’s version', () => {
  const { version } = JSON.parse(read('relay/package.json')) as { version: string };
  expect(read('deploy/helm/undertone/Chart.yaml')).toContain(`\nversion: ${version}\n`);
  expect(read('deploy/helm/undertone/Chart.yaml')).toContain(`\nappVersion: ${version}\n`);
  expect(read('deploy/compose/compose.yaml')).toContain(`localhost/undertone-relay:${version}}`);
});
