import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';

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
