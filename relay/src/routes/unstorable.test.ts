import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeOf,
  problemsOf,
  type Reply,
  type SessionsRig,
  startSessionsRig,
} from './sessions/testing/sessions-rig.js';

let rig: SessionsRig;
beforeAll(async () => {
  rig = await startSessionsRig();
}, 60_000);
afterAll(() => rig.gateway.stop());

/**
 * In UTC, the last minute of the year 9999 in the west is in the year 10000, and the first minute of the year
 * 1 in the east is before the year 1.
 */
const TOO_LATE = '9999-12-31T23:59:59-12:00';
const TOO_EARLY = '0001-01-01T00:00:00+14:00';
const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const query = (path: string, name: string, value: string): string =>
  `${path}?${name}=${encodeURIComponent(value)}`;

const refused = ({ status, json }: Reply): unknown[] => [status, codeOf({ status, json })];

describe('a value that cannot be stored', () => {
  it.each([
    ['/v1/usage', 'key_id', '\0'],
    ['/v1/usage', 'cursor', cursorOf({ day: '2026-01-01', keyId: '\0', kind: 'stream' })],
    ['/v1/usage', 'cursor', cursorOf({ day: '0000-01-01', keyId: 'a', kind: 'stream' })],
    ['/v1/usage', 'from', '0000-01-01'],
    ['/v1/usage', 'to', '0000-12-31'],
    ['/v1/sessions', 'created_after', TOO_EARLY],
    ['/v1/sessions', 'created_before', TOO_LATE],
    ['/v1/sessions', 'cursor', cursorOf([8.64e15, 'ses_1'])],
    ['/v1/sessions', 'cursor', cursorOf([0, '\0'])],
    ['/v1/fine-tune', 'cursor', cursorOf([0, '\0'])],
    ['/v1/voice/speakers', 'external_id', '\0'],
    ['/v1/webhooks/whk_1/deliveries', 'cursor', '\0'],
  ])('is refused with its parameter’s name in GET %s?%s=%j', async (path, name, value) => {
    const reply = await rig.call('GET', query(path, name, value));
    expect(refused(reply)).toEqual([400, 'validation_error']);
    expect(problemsOf(reply)).toEqual([name]);
  });

  it.each([
    ['POST', '/v1/api-keys', { name: 'a', expires_at: TOO_LATE }, 'expires_at'],
    ['PATCH', '/v1/voice/speakers/spk_1', { expires_at: TOO_LATE }, 'expires_at'],
  ])('is refused with its parameter’s name in %s %s', async (method, path, body, name) => {
    const reply = await rig.call(method, path, body);
    expect(refused(reply)).toEqual([400, 'validation_error']);
    expect(problemsOf(reply)).toEqual([name]);
  });

  it.each([{ note: 'a\0b' }, { notes: [{ of: '\ud800' }] }, { 'a\0b': 1 }])(
    'is refused in the metadata of a session, which comes back as it is: %j',
    async (metadata) => {
      const reply = await rig.call('POST', '/v1/sessions', { metadata });
      expect(refused(reply)).toEqual([400, 'validation_error']);
      expect(problemsOf(reply)).toEqual(['metadata']);
    },
  );

  it('is refused when it is a result that is nested too deep to be written again', async () => {
    const id = await rig.begin();
    const add = async (levels: number): Promise<Reply> => {
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const response = await fetch(`${rig.gateway.url}/v1/sessions/${id}/utterances`, {
        method: 'POST',
        headers: { 'X-API-Key': rig.us.key, 'Content-Type': 'application/json' },
        body: `{"result":{"valence":0,"arousal":0,"deep":${deep}}}`,
      });
      return { status: response.status, json: (await response.json()) as Reply['json'] };
    };
    expect((await add(400)).status).toBe(201);
    const reply = await add(5_000);
    expect(refused(reply)).toEqual([400, 'validation_error']);
    expect(problemsOf(reply)).toEqual(['result']);
  });
});

describe('the first days of the calendar', () => {
  it('have no usage, and the search does not go before them', async () => {
    const { status, json } = await rig.call('GET', '/v1/usage?to=0001-01-05');
    expect([status, json['from'], json['to'], json['usage']]).toEqual([200, '0001-01-01', '0001-01-05', []]);
  });
});
