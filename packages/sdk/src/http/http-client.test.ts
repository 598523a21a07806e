import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  ConnectionError,
  InsufficientCreditsError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UndertoneError,
  ValidationError,
} from './errors.js';
import { HttpClient, type HttpClientOptions } from './http-client.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answers: Answer[];
let seen: IncomingMessage[];
let waits: number[];

beforeEach(async () => {
  [answers, seen, waits] = [[], [], []];
  server = createServer((request, response) => {
    seen.push(request);
    request.resume();
    request.on('end', () => {
      const answer = answers.shift() ?? json(200, { ok: true });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
const failure = (status: number, code: string, headers?: Record<string, string>): Answer =>
  json(status, { error: { code, message: 'as it was said', details: { audio: ['is missing'] } } }, headers);

const client = (change: Partial<HttpClientOptions> = {}): HttpClient =>
  new HttpClient({
    apiKey: 'psk_test',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...change,
  });
const post = { method: 'POST', path: '/v1/analyze', json: {} } as const;

describe('HttpClient', () => {
  it('sends the key in X-API-Key and reads JSON', async () => {
    expect(
      await client().call({ method: 'GET', path: '/v1/wallet', query: { day: 3, none: undefined } }),
    ).toEqual({
      ok: true,
    });
    expect(seen[0]?.headers['x-api-key']).toBe('psk_test');
    expect(seen[0]?.url).toBe('/v1/wallet?day=3');
  });

  it.each([
    [400, 'validation_error', ValidationError],
    [401, 'unauthorized', AuthenticationError],
    [402, 'insufficient_credits', InsufficientCreditsError],
  ])('answers %i as a class with its code and details, without a retry', async (status, code, Kind) => {
    answers.push(failure(status, code, { 'X-Request-Id': 'req_1' }));
    const error: unknown = await client()
      .call(post)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Kind);
    expect(error).toMatchObject({ status, code, requestId: 'req_1', details: { audio: ['is missing'] } });
    expect(seen).toHaveLength(1);
  });

  it('honors Retry-After, and repeats a POST under the same idempotency key', async () => {
    answers.push(failure(429, 'rate_limited', { 'Retry-After': '7' }), failure(503, 'overloaded'));
    expect(await client().call(post)).toEqual({ ok: true });
    expect(waits[0]).toBe(7_000);
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('waits for its own first request after a broken connection, and not out of any other conflict', async () => {
    answers.push((request) => request.socket.destroy());
    answers.push(failure(409, 'conflict', { 'Retry-After': '1' }));
    expect(await client().call(post)).toEqual({ ok: true });
    expect(waits[1]).toBe(1_000);
    answers.push(failure(409, 'conflict'));
    await expect(client().call(post)).rejects.toMatchObject({ code: 'conflict', retryable: false });
    expect(seen).toHaveLength(4);
  });

  it('waits for its own first request as long as any answer may take, and asks less and less often', async () => {
    const underWay = failure(409, 'conflict', { 'Retry-After': '1' });
    answers.push((request) => request.socket.destroy(), ...Array.from({ length: 11 }, () => underWay));
    expect(await client().call(post)).toEqual({ ok: true });
    expect(waits.slice(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10].map((seconds) => seconds * 1_000));

    waits = [];
    answers.push(...Array.from({ length: 3 }, () => underWay));
    await expect(client({ timeoutMs: 2_500 }).call(post)).rejects.toMatchObject({ code: 'conflict' });
    expect(waits).toEqual([1_000, 2_000]);

    answers.push(underWay);
    await expect(client({ maxRetries: 0 }).call(post)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('gives up after the last retry with the last error', async () => {
    answers.push(...Array.from({ length: 3 }, () => failure(500, 'internal_error')));
    await expect(client({ maxRetries: 2 }).call(post)).rejects.toBeInstanceOf(ServerError);
    expect(seen).toHaveLength(3);
  });

  it('does not wait longer than the configured maximum', async () => {
    answers.push(failure(429, 'rate_limited', { 'Retry-After': '120' }));
    await expect(client().call(post)).rejects.toMatchObject({ retryAfterS: 120 });
    answers.push(failure(429, 'rate_limited', { 'Retry-After': '120' }));
    await expect(client().call(post)).rejects.toBeInstanceOf(RateLimitError);
    expect(waits).toEqual([]);
  });

  it('retries a broken connection, then says that the relay could not be reached', async () => {
    const reset: Answer = (request) => request.socket.destroy();
    answers.push(reset, json(200, { ok: 2 }));
    expect(await client().call(post)).toEqual({ ok: 2 });
    answers.push(reset, reset);
    await expect(client({ maxRetries: 1 }).call(post)).rejects.toBeInstanceOf(ConnectionError);
  });

  it('gives up when no answer comes', async () => {
    answers.push(() => undefined);
    await expect(client({ timeoutMs: 50, maxRetries: 0 }).call(post)).rejects.toBeInstanceOf(TimeoutError);
  });

  it('throws what cannot be sent as it is, without a retry', async () => {
    const endless: Record<string, unknown> = {};
    endless['itself'] = endless;
    await expect(client().call({ ...post, json: endless })).rejects.toThrow(TypeError);
    await expect(client().call(post, { idempotencyKey: 'one → two' })).rejects.toThrow(TypeError);
    expect([seen, waits]).toEqual([[], []]);
  });

  it('stops when the signal aborts, with the reason of the signal', async () => {
    const stop = new AbortController();
    const reason = new Error('the user left');
    answers.push(() => stop.abort(reason));
    await expect(client().call(post, { signal: stop.signal })).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });

  it('tells a proxy’s page from an answer of the relay', async () => {
    answers.push((_request, response) => response.writeHead(200).end('<html>'));
    await expect(client().call(post)).rejects.toMatchObject({ code: 'bad_answer' });
    answers.push((_request, response) => response.writeHead(404).end('<html>'));
    await expect(client().call(post)).rejects.toMatchObject({ code: 'http_404', status: 404 });
  });

  it('follows no redirect, because the key would be sent along', async () => {
    answers.push((_request, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end());
    await expect(client({ maxRetries: 0 }).call(post)).rejects.toBeInstanceOf(ConnectionError);
  });

  it('refuses a malformed key, an invalid base address, and use in a page', () => {
    expect(() => client({ apiKey: 'sk_1' })).toThrow('psk_');
    // As documents write it, and no header can hold it.
    expect(() => client({ apiKey: 'psk_…' })).toThrow('psk_');
    expect(() => client({ apiKey: 'psk_1\n' })).not.toThrow();
    expect(() => client({ baseUrl: 'undertone' })).toThrow('baseUrl');
    Object.assign(globalThis, { document: {} });
    try {
      expect(() => client()).toThrow(UndertoneError);
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});
