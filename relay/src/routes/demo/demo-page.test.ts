import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';
import { handshake } from '../testing/handshake.js';

let rig: GatewayRig;
let demoDir: string;
beforeAll(async () => {
  demoDir = await mkdtemp(join(tmpdir(), 'undertone-demo-'));
  await writeFile(join(demoDir, 'index.html'), '<!doctype html><title>Demo</title>');
  rig = await startGateway({ demoDir });
  await rig.fund(rig.first);
}, 60_000);
afterAll(async () => {
  await rig.stop();
  await rm(demoDir, { recursive: true });
});

/** The status of a path as it is written; `fetch` would remove `..` from it. */
const statusOf = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: rig.port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('GET /demo/token', () => {
  const ask = (query: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${rig.url}/demo/token${query}`, { headers });
  const samePage = { 'Sec-Fetch-Site': 'same-origin' };

  it('gives the demo page a token, for its session when it names one', async () => {
    const session_id = newId('ses');
    const response = await ask(`?session_id=${session_id}&expires_in=2`, samePage);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ session_id });
  });

  it('trusts Origin or Referer when the browser sends no Sec-Fetch-Site', async () => {
    expect((await ask('', { Origin: rig.url })).status).toBe(200);
    expect((await ask('', { Referer: `${rig.url}/` })).status).toBe(200);
  });

  it('refuses other sites and programs', async () => {
    const cases: Record<string, string>[] = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://evil.example' },
      { Referer: 'https://evil.example/' },
      { Origin: 'null' },
    ];
    for (const headers of cases) {
      const response = await ask('', headers);
      expect(response.status, JSON.stringify(headers)).toBe(403);
      expect(await response.json()).toMatchObject({ error: { code: 'origin_not_allowed' } });
    }
  });

  it('checks its parameters', async () => {
    expect((await ask('?session_id=x', samePage)).status).toBe(400);
    expect((await ask('?expires_in=0', samePage)).status).toBe(400);
    expect((await ask('?expires_in=601', samePage)).status).toBe(400);
    expect((await ask('?scope=everything', samePage)).status).toBe(400);
  });

  it('gives the supervisor’s page a token that watches any live session and states who watches', async () => {
    const { token, ...rest } = (await (await ask('?scope=stream.observe', samePage)).json()) as {
      token: string;
    };
    expect(rest).not.toHaveProperty('session_id');
    const protocols = ['undertone.v1.proto', `undertone.auth.${token}`];
    const outcome = await handshake(`${rig.url}/v1/stream/realtime`, protocols, { Origin: rig.url });
    if (outcome.kind !== 'open') throw new Error(`refused: ${outcome.code}`);
    outcome.socket.terminate();
    expect(rig.accepted.at(-1)?.auth).toMatchObject({
      orgId: rig.first.organization.id,
      scopes: ['stream.observe'],
      claims: { metadata: { role: 'supervisor' } },
    });
  });
});

describe('GET /demo/sessions', () => {
  const list = (headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' }): Promise<Response> =>
    fetch(`${rig.url}/demo/sessions`, { headers });
  const rows = async (): Promise<readonly Record<string, unknown>[]> =>
    ((await (await list()).json()) as { sessions: Record<string, unknown>[] }).sessions;
  const begin = (orgId: string, id: string, metadata: Record<string, string> = {}) =>
    rig.services.conversations.openStream({ orgId, id, vertical: 'general', language: 'en', metadata });

  it('lists the calls that are streamed now, newest first, by the name that their page gave them', async () => {
    const us = rig.first.organization.id;
    expect(await rows()).toEqual([]);
    await begin(us, 'ses_one', { name: 'Maria Keller' });
    rig.advance(1_000);
    await begin(us, 'ses_two');
    await rig.services.conversations.move(us, 'ses_two', { kind: 'stream_paused', reason: 'hold' });
    await begin((await rig.createTenant()).organization.id, 'ses_theirs');
    // Nobody streams into this session, so there is nothing to watch.
    const rest = { orgId: us, id: 'ses_rest', vertical: 'general', language: 'en', metadata: {} };
    await rig.services.conversations.ensure(rest);
    expect(await rows()).toMatchObject([
      { id: 'ses_two', state: 'paused', name: null, utterance_count: 0, emotion: null, open_alerts: 0 },
      { id: 'ses_one', state: 'live', name: 'Maria Keller' },
    ]);
    await rig.services.conversations.end(us, 'ses_one', 'client_ended');
    expect((await rows()).map(({ id }) => id)).toEqual(['ses_two']);
  });

  it('refuses other sites and programs, like the token endpoint', async () => {
    const cases: Record<string, string>[] = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
    ];
    for (const headers of cases) {
      const response = await list(headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: { code: 'origin_not_allowed' } });
    }
  });
});

describe('the demo page', () => {
  it('has a policy without inline code, blob: and foreign origins, and may use the microphone', async () => {
    const response = await fetch(`${rig.url}/`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const rule of ["script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "connect-src 'self'"]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|blob:|\*|http/);
    expect(response.headers.get('permissions-policy')).toContain('microphone=(self)');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('can only be read: other methods find no page', async () => {
    expect((await fetch(`${rig.url}/`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${rig.url}/`, { method: 'POST' })).status).toBe(404);
    expect(await statusOf('/../../etc/passwd')).toBe(404);
  });
});
