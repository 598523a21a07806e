import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, type GatewayRig, startGateway } from '../routes/testing/gateway-rig.js';
import { cliHelp, isOperatorCommand, runCli } from './cli.js';
import { COMMANDS } from './commands.js';

let rig: GatewayRig;
let dataDir: string;
beforeAll(async () => {
  rig = await startGateway();
  dataDir = await mkdtemp(join(tmpdir(), 'undertone-cli-'));
  await writeFile(join(dataDir, 'admin-token'), `${ADMIN_TOKEN}\n`, { mode: 0o600 });
}, 60_000);
afterAll(async () => {
  await rig.stop();
  await rm(dataDir, { recursive: true });
});

const run = async (line: readonly string[], token?: string): Promise<{ code: number; text: string }> => {
  let text = '';
  const print = (part: string): void => {
    text += part;
  };
  const options = {
    port: rig.port,
    dataDir,
    adminTokens: token === undefined ? undefined : [token],
    adminUrl: `http://127.0.0.1:${rig.port}`,
    print,
  };
  return { code: await runCli(line, options), text };
};
const json = async <T>(...line: string[]): Promise<T> =>
  JSON.parse((await run([...line, '--json'])).text) as T;

describe('the operator’s command line', () => {
  it('makes an organization, tops it up, makes a key that works, and revokes it', async () => {
    const { organization } = await json<{ organization: { id: string } }>(
      ...['org', 'create', '--name', 'Acme', '--plan', 'starter', '--owner-email', 'o@acme.example'],
    );
    const org = organization.id;
    await run(['wallet', 'top-up', org, '--credits', '600', '--reference', 'invoice 1']);
    await run(['wallet', 'top-up', org, '--credits', '600', '--reference', 'invoice 1']);
    expect(await json('wallet', 'show', org)).toMatchObject({ wallet: { balance_credits: 600 } });
    const { api_key } = await json<{ api_key: { id: string; key: string } }>(
      ...['key', 'create', org, '--name', 'Server', '--rate-limit', '5'],
    );
    const use = (): Promise<Response> =>
      fetch(`${rig.url}/v1/api-keys`, { headers: { 'X-API-Key': api_key.key } });
    expect((await use()).headers.get('x-ratelimit-limit')).toBe('5');
    expect((await run(['key', 'list', org])).text).toContain(api_key.key.slice(0, 12));
    expect((await run(['key', 'list', org])).text).not.toContain(api_key.key);
    expect(await run(['key', 'revoke', org, api_key.id])).toEqual({ code: 0, text: 'done\n' });
    expect((await use()).status).toBe(401);
    await run(['org', 'set-plan', org, 'pro']);
    await run(['org', 'set-policy', org, '--no-employees-recorded', 'on']);
    expect((await run(['org', 'list'])).text).toContain('Acme');
    expect(await json('org', 'show', org)).toMatchObject({
      organization: { plan: 'pro', policy: { no_employees_recorded: true } },
    });
  });

  it('adds, lists and removes members; an organization may also be named with --org', async () => {
    const { organization } = await json<{ organization: { id: string } }>(
      'org',
      'create',
      '--name',
      'People',
    );
    await run(['member', 'add', '--org', organization.id, 'a@people.example', '--role', 'owner']);
    const { members } = await json<{ members: { id: string }[] }>('member', 'list', organization.id);
    expect(members).toMatchObject([{ email: 'a@people.example', role: 'owner' }]);
    const { invitation } = await json<{ invitation: { url: string } }>(
      'member',
      'invite',
      organization.id,
      members[0]!.id,
    );
    expect(invitation.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/#join\/inv_[0-9A-Za-z]{43}$/);
    await run(['member', 'remove', organization.id, members[0]!.id]);
    expect((await run(['member', 'list', organization.id])).text).toBe('none\n');
  });

  it('verifies the audit log, and exits with 3 if somebody tampered with it', async () => {
    const { organization } = await json<{ organization: { id: string } }>(
      'org',
      'create',
      '--name',
      'Audited',
    );
    const intact = await run(['audit', 'verify', organization.id]);
    expect([intact.code, intact.text]).toEqual([0, expect.stringMatching(/head_hash\s+[0-9a-f]{64}/)]);
    expect((await run(['audit', 'list', organization.id, '--limit', '1'])).text).toContain(
      'organization.created',
    );
    const { queries } = rig.database;
    await sql`alter table audit_log disable trigger user`.execute(queries);
    await sql`update audit_log set actor = 'nobody' where org_id = ${organization.id}`.execute(queries);
    await sql`alter table audit_log enable trigger user`.execute(queries);
    const broken = await run(['audit', 'verify', organization.id]);
    expect([broken.code, broken.text]).toEqual([3, expect.stringContaining('changed after it was written')]);
  });

  it('shows a policy in the words in which it is set, and sets none that changes nothing', async () => {
    const { organization } = await json<{ organization: { id: string } }>('org', 'create', '--name', 'Kept');
    const set = async (...options: string[]): Promise<string> =>
      (await run(['org', 'set-policy', organization.id, ...options])).text;
    expect((await run(['org', 'show', organization.id])).text).toMatch(
      /retention +forever\ntranscripts +off\n/,
    );
    expect(await set('--retention', '30', '--transcripts', '7')).toMatch(
      /retention +30 days\ntranscripts +7 days\n/,
    );
    expect(await set('--retention', 'none', '--transcripts', 'off')).toMatch(/retention +none\n/);
    await expect(set()).rejects.toThrow('nothing is to be changed');
    await expect(set('--retention', 'soon')).rejects.toThrow('a whole number of days, none or forever');
  });

  it('says what is wrong with a command', async () => {
    await expect(run(['org', 'destroy'])).rejects.toThrow('there is no command org destroy');
    await expect(run(['org', 'create'])).rejects.toThrow('--name is missing');
    await expect(run(['org', 'create', '--nam', 'x'])).rejects.toThrow('--nam');
    await expect(run(['key', 'list'])).rejects.toThrow('usage: undertone-relay key list ORG');
    await expect(run(['wallet', 'top-up', 'org_1', '--credits', '1.5', '--reference', 'r'])).rejects.toThrow(
      'whole number',
    );
    await expect(run(['org', 'show', 'org_none'])).rejects.toThrow('there is no such organization');
    await expect(run(['org', 'create', '--name', ' '])).rejects.toThrow('name:');
    await expect(run(['org', 'list'], 'x'.repeat(40))).rejects.toThrow('refuses this token');
    await expect(run(['org', 'list', '--url', 'localhost:8787'])).rejects.toThrow(
      '--url must look like http',
    );
    await expect(run(['org', 'list', '--url', 'http://127.0.0.1:1'])).rejects.toThrow('no relay answers');
  });

  it('says so when something else than a relay answers, or breaks off', async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/broken') === true) {
        response.writeHead(200, { 'content-length': 100 }).flushHeaders();
        response.destroy();
      } else response.end('<html>Sign in to the guest network</html>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await expect(run(['org', 'list', '--url', url])).rejects.toThrow('is no relay');
      await expect(run(['org', 'list', '--url', `${url}/broken`])).rejects.toThrow('no relay answers');
    } finally {
      server.close();
    }
  });

  it('has help for every command', async () => {
    for (const { name, help } of COMMANDS) {
      expect(cliHelp()).toContain(name);
      expect((await run([...name.split(' '), '--help'])).text).toContain(help);
    }
    expect([isOperatorCommand(['org']), isOperatorCommand(['--help']), isOperatorCommand([])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
