/**
 * Events of the interface specification, “A second event naming is also published”: for what is answered at once. And the traces
 * that lead from a request or a stream to its event's deliveries.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOSE } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collector } from '../support/collector.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

interface Event {
  /** The header with which it came. */
  traceparent: string | undefined;
  type: string;
  data: Record<string, unknown>;
}

let relay: RelayProcess;
let client: RestClient;
let host: Server;
let collector: Collector;
let audio: Uint8Array<ArrayBuffer>;
const told: Event[] = [];

beforeAll(async () => {
  host = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as Event;
      told.push({ ...event, traceparent: request.headers['traceparent']?.toString() });
      response.end();
    });
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  collector = await Collector.start();
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on', ...collector.env } });
  client = new RestClient(relay);
  audio = new Uint8Array(wavBytes(synthesizeVoice('angry', 1.6), 16_000));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/hook`;
  for (const name of ['analysis.complete', 'analysis.completed', 'session.end']) {
    const hook = { url, events: [name], secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5' };
    expect((await client.post('/v1/webhooks', hook)).status).toBe(201);
  }
});
afterAll(async () => {
  host.close();
  await relay.stop();
  collector.stop();
});

const eventsOf = (requestId: unknown, type: string): Event[] =>
  told.filter((event) => event.type === type && event.data['request_id'] === requestId);

describe('an analysis that is answered at once', () => {
  it.each(['/v1/analyze', '/v1/analyze/audio'])(
    'over %s is told under both names, once each',
    async (path) => {
      const { status, json } = await client.form(path, { audio });
      expect(status).toBe(200);
      const { request_id, emotion } = json;
      for (const type of ['analysis.complete', 'analysis.completed']) {
        await expect.poll(() => eventsOf(request_id, type), { timeout: 15_000 }).toHaveLength(1);
        expect(eventsOf(request_id, type)[0]?.data).toMatchObject({ emotion });
      }
    },
  );

  it('as a small batch is told item by item', async () => {
    const audio_base64 = Buffer.from(audio).toString('base64');
    const items = ['a', 'b'].map((id) => ({ id, audio_base64 }));
    const { status, json } = await client.post('/v1/analyze/batch', { items });
    expect(status).toBe(200);
    const ids = (): unknown[] =>
      eventsOf(json['request_id'], 'analysis.complete').map(({ data }) => data['item_id']);
    await expect.poll(() => ids().sort(), { timeout: 15_000 }).toEqual(['a', 'b']);
  });
});

/** A caller's own trace, in which it made one span. */
const callersTrace = () => {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
};
const eventWith = async (accept: (event: Event) => boolean): Promise<Event> => {
  await expect.poll(() => told.some(accept), { timeout: 15_000 }).toBe(true);
  return told.find(accept)!;
};

describe('with a collector', () => {
  it('a request is a span under its caller’s, and so is the delivery of its event', async () => {
    const caller = callersTrace();
    const items = [{ id: 'a', audio_base64: Buffer.from(audio).toString('base64') }];
    const { json } = await client.post('/v1/analyze/batch', { items }, caller.headers);
    const request = await collector.span(caller.traceId, 'POST /v1/analyze/batch');
    expect(request).toMatchObject({ parentSpanId: caller.spanId, failed: false });
    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/analyze/batch',
      'http.response.status_code': 200,
      'undertone.request_id': json['request_id'],
    });
    expect(request.attributes['undertone.organization_id']).toMatch(/^org_/);
    expect(request.attributes['undertone.key_id']).toMatch(/^key_/);
    expect(request.service).toMatchObject({ 'service.name': 'undertone-relay' });
    const event = await eventWith(({ data }) => data['request_id'] === json['request_id']);
    const delivery = await collector.span(caller.traceId, 'webhook');
    expect(delivery).toMatchObject({ parentSpanId: request.spanId, failed: false });
    expect(event.traceparent).toMatch(new RegExp(`^00-${caller.traceId}-[0-9a-f]{16}-01$`));
  });

  it('a batch in the background is a span of a job under its request, and its events under the job', async () => {
    const caller = callersTrace();
    // More items than are answered at once; what they hold does not matter here.
    const items = Array.from({ length: 11 }, (_, n) => ({ id: `${n}`, audio_base64: 'bm8gYXVkaW8=' }));
    const { status, json } = await client.post('/v1/analyze/batch', { items }, caller.headers);
    expect(status).toBe(202);
    const job = await collector.span(caller.traceId, 'job batch');
    const request = await collector.span(caller.traceId, 'POST /v1/analyze/batch');
    expect(job).toMatchObject({ parentSpanId: request.spanId, failed: false });
    expect(job.attributes['undertone.job_id']).toBe((json['job'] as { id: string }).id);
    const delivery = await collector.span(caller.traceId, 'webhook');
    expect(delivery.parentSpanId).toBe(job.spanId);
  });

  it('a stream is a span under its handshake’s, ends with the code of its end, and leads to its event', async () => {
    const caller = callersTrace();
    const stream = await ProtoClient.connect(relay.wsUrl, { key: relay.key, headers: caller.headers });
    const { sessionId } = await stream.hello({ sampleRate: 16_000 });
    await stream.end();
    expect((await stream.closed).code).toBe(CLOSE.normal.code);
    const handshake = await collector.span(caller.traceId, 'GET /v1/stream/realtime');
    expect(handshake).toMatchObject({ parentSpanId: caller.spanId });
    expect(handshake.attributes['http.response.status_code']).toBe(101);
    const span = await collector.span(caller.traceId, 'stream');
    expect(span).toMatchObject({ parentSpanId: handshake.spanId, failed: false });
    expect(span.attributes).toMatchObject({
      'undertone.session_id': sessionId,
      'undertone.code': 'client_ended',
    });
    const event = await eventWith(({ data }) => data['session_id'] === sessionId);
    expect(event.traceparent).toContain(caller.traceId);
    expect((await collector.span(caller.traceId, 'webhook')).parentSpanId).toBe(span.spanId);
  });

  it('a stream without a session ends with the code of its refusal, and a refused handshake with its status', async () => {
    const caller = callersTrace();
    const stream = await ProtoClient.connect(relay.wsUrl, { key: relay.key, headers: caller.headers });
    stream.send({ kind: 'pause', value: { reason: 'hold' } });
    await stream.closed;
    const span = await collector.span(caller.traceId, 'stream');
    expect(span.attributes['undertone.code']).toBe('protocol_error');
    const stranger = callersTrace();
    const { headers } = stranger;
    await expect(ProtoClient.connect(relay.wsUrl, { key: `${relay.key}x`, headers })).rejects.toThrow('401');
    const refusal = await collector.span(stranger.traceId, 'GET /v1/stream/realtime');
    expect(refusal.attributes['http.response.status_code']).toBe(401);
  });

  it('the metrics of the registry arrive as they are, and nothing tells a key or what was sent', async () => {
    const { message: histogram } = await collector.metrics.waitForNext(
      ({ name }) => name === 'undertone_http_request_seconds',
      'the times of requests',
    );
    expect(histogram.histogram?.dataPoints.length).toBeGreaterThan(0);
    const { message: counter } = await collector.metrics.waitForNext(
      ({ name }) => name === 'undertone_audio_seconds_total',
      'the seconds of audio',
    );
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    const [, seconds] = /^undertone_audio_seconds_total (.*)$/m.exec(metrics) ?? [];
    expect(counter.sum?.dataPoints[0]?.asDouble).toBe(Number(seconds));
    expect(collector.received).not.toContain(relay.key);
    expect(collector.received).not.toContain(Buffer.from(audio).toString('base64').slice(100, 140));
    expect(collector.received).not.toContain('/hook');
  });
});
