import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConsoleSessions } from './console-sessions.js';

const KEY = 'psk_the-key-that-was-typed-once';
const clock = { nowMs: 0 };
let sessions: ConsoleSessions;

beforeEach(() => {
  clock.nowMs = Date.parse('2026-01-01T09:00:00Z');
  sessions = new ConsoleSessions([randomBytes(32)], () => clock.nowMs);
});

const headersOf = (headers: Record<string, string>) => new Map(Object.entries(headers));

const loggedIn = async (change: Record<string, string> = {}): Promise<Map<string, string>> => {
  const cookie = (await sessions.open(KEY, false)).split(';')[0] ?? '';
  return headersOf({ cookie: `other=1; ${cookie}`, 'sec-fetch-site': 'same-origin', ...change });
};
const keyOf = async (incoming: Map<string, string>) =>
  (await sessions.withCredential(incoming)).get('x-api-key');

describe('the console’s login', () => {
  it('supplies the key that was typed, for requests of the page itself', async () => {
    expect(await keyOf(await loggedIn())).toBe(KEY);
  });

  it('hides the key from scripts and other sites, and does not contain it in plain text', async () => {
    const header = await sessions.open(KEY, true);
    expect(header).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/);
    expect(header).not.toContain(KEY);
    expect(await sessions.open(KEY, false)).not.toContain('Secure');
  });

  it.each(['cross-site', 'same-site', 'none'])('is ignored for a request that is %s', async (site) => {
    expect(await keyOf(await loggedIn({ 'sec-fetch-site': site }))).toBeUndefined();
  });

  it('gives way to a credential of the request itself', async () => {
    expect(await keyOf(await loggedIn({ authorization: 'Bearer psk_other' }))).toBeUndefined();
    expect(await keyOf(await loggedIn({ 'x-api-key': 'psk_other' }))).toBe('psk_other');
  });

  it('ends after eight hours, and with another secret', async () => {
    const incoming = await loggedIn();
    clock.nowMs += 8 * 3_600_000 + 1_000;
    expect(await keyOf(incoming)).toBeUndefined();
    const other = new ConsoleSessions([randomBytes(32)], () => clock.nowMs);
    clock.nowMs -= 3_600_000;
    expect((await other.withCredential(incoming)).has('x-api-key')).toBe(false);
  });

  it('goes on while the secret that sealed it is still in the list', async () => {
    const [fresh, old] = [randomBytes(32), randomBytes(32)];
    const login = async (keys: [Buffer, ...Buffer[]]): Promise<string> =>
      (await new ConsoleSessions(keys, () => clock.nowMs).open(KEY, false)).split(';')[0] ?? '';
    const opens = async (keys: [Buffer, ...Buffer[]], cookie: string): Promise<boolean> => {
      const headers = headersOf({ cookie, 'sec-fetch-site': 'same-origin' });
      return (await new ConsoleSessions(keys, () => clock.nowMs).withCredential(headers)).has('x-api-key');
    };
    expect(await opens([fresh, old], await login([old]))).toBe(true);
    expect(await opens([old], await login([fresh, old]))).toBe(false);
    expect(await opens([fresh], await login([fresh, old]))).toBe(true);
  });

  it('is ignored when the cookie was changed', async () => {
    const incoming = await loggedIn();
    const cookie = incoming.get('cookie') ?? '';
    const forged = headersOf({ cookie: `${cookie.slice(0, -4)}AAAA`, 'sec-fetch-site': 'same-origin' });
    expect(await keyOf(forged)).toBeUndefined();
    expect(
      await keyOf(headersOf({ cookie: 'undertone_console=', 'sec-fetch-site': 'same-origin' })),
    ).toBeUndefined();
  });

  it('ends with a logout', () => {
    expect(sessions.close(false)).toMatch(/^undertone_console=; .*Max-Age=0/);
  });
});
