/** API keys, the operator's token and the audit log, on a relay started for this file with the embedded database. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/operator.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { UpgradeRefused } from '../support/stream-socket.js';

let relay: RelayProcess;
beforeAll(async () => {
  relay = await RelayProcess.start();
});
afterAll(() => relay.stop());

interface CreatedKey {
  api_key: { id: string; key: string };
}

const createKey = async (fields: object = {}): Promise<CreatedKey['api_key']> => {
  const { json } = await relay.request('POST', '/v1/api-keys', { name: 'For a test', ...fields });
  return (json as CreatedKey).api_key;
};

describe('an API key', () => {
  it('revoke_closes_stream: when revoked, closes its open stream with 4401 within 5 s, and opens no other', async () => {
    const { id, key } = await createKey();
    const client = await ProtoClient.connect(relay.wsUrl, { key });
    await client.hello();
    const startedMs = performance.now();
    expect((await relay.request('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    expect((await client.waitFor('error')).value.code).toBe('unauthorized');
    expect((await client.closed).code).toBe(4401);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    await expect(ProtoClient.connect(relay.wsUrl, { key })).rejects.toBeInstanceOf(UpgradeRefused);
  });

  it('ends its open stream within 5 s of its expiry', async () => {
    const expiresAt = Date.now() + 2_000;
    const { key } = await createKey({ expires_at: new Date(expiresAt).toISOString() });
    const client = await ProtoClient.connect(relay.wsUrl, { key });
    await client.hello();
    expect((await client.closed).code).toBe(4401);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect(Date.now() - expiresAt).toBeLessThan(5_000);
  });

  it('key_never_logged: never appears in the log when it is created, used, revoked or sent in a wrong place', async () => {
    const { id, key } = await createKey();
    const client = await ProtoClient.connect(relay.wsUrl, { key });
    await client.hello();
    client.drop();
    await (await fetch(`${relay.url}/v1/${key}?key=${key}`, { headers: { 'X-Key': key } })).arrayBuffer();
    const body = new TextEncoder().encode(key);
    const headers = { 'X-API-Key': key };
    await (await fetch(`${relay.url}/v1/api-keys`, { method: 'POST', headers, body })).arrayBuffer();
    await relay.request('DELETE', `/v1/api-keys/${id}`);
    expect(relay.log).not.toContain(key);
  });
});

describe('the operator’s command line', () => {
  it('finds the token in the data folder, where only this user can read it', async () => {
    const { mode } = await stat(join(relay.dataDir, 'admin-token'));
    expect(mode & 0o777).toBe(0o600);
    const { code, output } = await runCommand(relay, ['org', 'create', '--name', 'From the shell', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ organization: { name: 'From the shell', plan: 'free' } });
  });

  it('exits with 1 and prints one sentence when something is wrong', async () => {
    const { code, output } = await runCommand(relay, ['wallet', 'show', 'org_none']);
    expect([code, output]).toEqual([1, 'undertone: there is no such organization\n']);
  });
});

describe('the audit log', () => {
  it('records a withdrawn consent, and passes verification', async () => {
    const client = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
    const { sessionId } = await client.hello();
    client.send({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await client.waitFor('paused');
    const { organizations } = JSON.parse((await runCommand(relay, ['org', 'list', '--json'])).output) as {
      organizations: { id: string }[];
    };
    const org = organizations[0]!.id;
    const newest = async (): Promise<string> =>
      (await runCommand(relay, ['audit', 'list', org, '--limit', '3'])).output;
    await expect.poll(newest, { timeout: 10_000 }).toContain(`session:${sessionId}`);
    expect(await newest()).toContain('consent.withdrawn');
    expect(await runCommand(relay, ['audit', 'verify', org])).toMatchObject({ code: 0 });
    client.drop();
  });
});
