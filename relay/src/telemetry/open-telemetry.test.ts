import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Metrics } from './metrics.js';
import { type OpenTelemetry, openTelemetry, type OpenTelemetrySettings } from './open-telemetry.js';
import { traceHeadersOf } from './trace.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, tracestate: 'vendor=1' };

interface Report {
  readonly path: string;
  readonly type: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let server: Server;
let reports: Report[];
/** What the collector answers. It may keep the answer back. */
let answer: (response: ServerResponse) => void;
const opened: OpenTelemetry[] = [];
let lost: string[];
let recovered: number;

beforeEach(async () => {
  reports = [];
  lost = [];
  recovered = 0;
  answer = (response) => response.end();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const { authorization, 'content-type': type } = headers;
      reports.push({ path: url, type, authorization, body: Buffer.concat(chunks).toString('latin1') });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  answer = (response) => response.end();
  for (const each of opened.splice(0)) await each.close(1_000);
  server.close();
  server.closeAllConnections();
});

const start = async (
  change: Partial<OpenTelemetrySettings> = {},
  metrics = new Metrics(),
  timeoutMs = 10_000,
): Promise<OpenTelemetry> => {
  const telemetry = await openTelemetry({
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      headers: { authorization: 'Bearer of-the-collector' },
      protocol: 'http/protobuf',
      serviceName: 'a-relay',
      resourceAttributes: { 'deployment.environment.name': 'staging' },
      traces: true,
      metrics: false,
      sampler: 'parentbased_always_on',
      sampledShare: 1,
      metricsEveryMs: 3_600_000,
      ...change,
    },
    metrics,
    timeoutMs,
    version: '1.2.3',
    instanceId: 'instance-1',
    onLost: (reason) => lost.push(reason),
    onRecovered: () => (recovered += 1),
  });
  opened.push(telemetry);
  return telemetry;
};

const make = ({ tracing }: OpenTelemetry, count: number): void => {
  for (let n = 0; n < count; n++) tracing?.start({ name: 'one-of-many', kind: 'server' }).end();
};
const spansIn = ({ body }: Report): number => body.split('one-of-many').length - 1;
const total = (): number => reports.reduce((sum, report) => sum + spansIn(report), 0);

describe('reports to a collector', () => {
  it('of traces go to /v1/traces as protobuf, with the operator’s headers, service and attributes', async () => {
    const telemetry = await start();
    const span = telemetry.tracing?.start({ name: 'GET /v1/thing', kind: 'server', parent: PARENT });
    span?.set({ 'http.route': '/v1/thing', 'undertone.key_id': undefined });
    expect(span?.traceId).toBe(TRACE);
    expect(span?.headers['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(span?.headers['traceparent']).not.toContain('b7ad6b7169203331');
    expect(span?.headers['tracestate']).toBe('vendor=1');
    span?.end();
    await telemetry.close(1_000);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      path: '/v1/traces',
      type: 'application/x-protobuf',
      authorization: 'Bearer of-the-collector',
    });
    for (const text of ['GET /v1/thing', '/v1/thing', 'a-relay', '1.2.3', 'instance-1', 'staging'])
      expect(reports[0]?.body).toContain(text);
    expect(reports[0]?.body).not.toContain('undertone.key_id');
  });

  it('begin a new trace for a traceparent that is none', async () => {
    const { tracing } = await start();
    for (const traceparent of [
      '',
      'x',
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `${PARENT.traceparent}-x`,
    ]) {
      const span = tracing?.start({ name: 'a', kind: 'server', parent: { traceparent } });
      expect(span?.traceId, traceparent).toMatch(/^[0-9a-f]{32}$/);
      expect(span?.traceId).not.toMatch(new RegExp(`^(0{32}|${TRACE})$`));
    }
    expect(traceHeadersOf(new Map([['tracestate', 'a=1']]))).toBeUndefined();
  });

  it('know the current span in everything that begins in it, and nowhere else', async () => {
    const { tracing } = await start();
    const span = tracing!.start({ name: 'a', kind: 'server' });
    const later = tracing!.within(span, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return tracing!.current;
    });
    expect(tracing!.current).toBeUndefined();
    expect(await later).toBe(span);
  });

  it('follow the sampler, and the caller’s decision where the sampler is based on it', async () => {
    const off = await start({ sampler: 'traceidratio', sampledShare: 0 });
    make(off, 10);
    expect(off.tracing?.start({ name: 'a', kind: 'server' }).headers['traceparent']).toMatch(/-00$/);
    const based = await start({ sampler: 'parentbased_always_off' });
    make(based, 10);
    based.tracing?.start({ name: 'asked for', kind: 'server', parent: PARENT }).end();
    await Promise.all([off.close(1_000), based.close(1_000)]);
    expect(total()).toBe(0);
    expect(reports.map(({ body }) => body.includes('asked for'))).toEqual([true]);
  });

  it('of metrics hold the figures of the registry, as sums, gauges and histograms', async () => {
    const metrics = new Metrics();
    metrics.audioAnalysed(1.5);
    for (const ms of [5, 6, 700]) metrics.answered('GET', '/healthz', 200, ms);
    const telemetry = await start({ metrics: true, traces: false, protocol: 'http/json' }, metrics);
    expect(telemetry.tracing).toBeUndefined();
    await telemetry.close(1_000);
    expect(reports[0]).toMatchObject({ path: '/v1/metrics', type: 'application/json' });
    const { resourceMetrics } = JSON.parse(reports[0]?.body ?? '') as {
      resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[];
    };
    const found = resourceMetrics[0]?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    expect(found.find(({ name }) => name === 'undertone_audio_seconds_total')).toMatchObject({
      sum: { isMonotonic: true, dataPoints: [{ asDouble: 1.5 }] },
    });
    expect(found.find(({ name }) => name === 'process_resident_memory_bytes')).toHaveProperty('gauge');
    const histogram = found.find(({ name }) => name === 'undertone_http_request_seconds') as unknown as {
      histogram: { dataPoints: { bucketCounts: number[]; explicitBounds: number[] }[] };
    };
    const [point] = histogram.histogram.dataPoints;
    expect(point).toMatchObject({ count: 3, sum: 0.711 });
    // One of 5 ms, one of 6 ms, one of 700 ms: each where its bound is, and none counted twice.
    expect(point?.explicitBounds.map((bound, at) => [bound, point.bucketCounts[at]])).toEqual(
      expect.arrayContaining([
        [0.005, 1],
        [0.01, 1],
        [1, 1],
      ]),
    );
    expect(point?.bucketCounts.map(Number).reduce((sum, count) => sum + count)).toBe(3);
  });

  it('that a collector refuses are lost, counted, and said once; so is that it is back', async () => {
    const metrics = new Metrics();
    answer = (response) => response.writeHead(400).end('no');
    const telemetry = await start({}, metrics);
    make(telemetry, 1_200);
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(lost).toEqual(['HTTP 400']);
    expect(recovered).toBe(0);
    answer = (response) => response.end();
    make(telemetry, 1);
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
    expect(lost).toHaveLength(1);
    const { text } = await metrics.render();
    expect(text).toMatch(/undertone_otlp_reports_total{signal="traces",outcome="lost"} [23]/);
    expect(text).toContain('undertone_otlp_reports_total{signal="traces",outcome="taken"} 1');
  });

  it('wait in a bounded queue while the collector is stuck, and do not hold up the end', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => held.push(response);
    const telemetry = await start();
    make(telemetry, 20_000);
    await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
    make(telemetry, 20_000);
    const from = performance.now();
    await telemetry.close(200);
    expect(performance.now() - from).toBeLessThan(5_000);
    answer = (response) => response.end();
    for (const response of held) response.end();
    await expect.poll(total, { timeout: 10_000 }).toBeGreaterThanOrEqual(2_048);
    // A queue of 2,048, and one report under way.
    expect(total()).toBeLessThanOrEqual(2_048 + 512);
  });

  it('to nobody are lost', async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`;
    await new Promise((resolve) => nobody.close(resolve));
    const telemetry = await start({ endpoint }, new Metrics(), 500);
    make(telemetry, 600);
    await expect.poll(() => lost, { timeout: 5_000 }).toEqual(['ECONNREFUSED']);
  });
});
