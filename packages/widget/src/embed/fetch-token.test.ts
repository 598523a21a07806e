import { describe, expect, it } from 'vitest';
import { fetchToken } from './fetch-token.js';

const answering = (status: number, body: unknown, seen: string[] = []): typeof fetch => {
  return (url) => {
    seen.push(url instanceof Request ? url.url : url.toString());
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
};

describe('fetchToken', () => {
  it('asks the page’s own server, and names the session to continue', async () => {
    const seen: string[] = [];
    const from = answering(200, { token: 'tok_1' }, seen);
    expect(await fetchToken('/token?x=1', undefined, 'https://desk.example/app/', from)).toBe('tok_1');
    await fetchToken('token', 'ses_1', 'https://desk.example/app/', from);
    expect(seen).toEqual([
      'https://desk.example/token?x=1',
      'https://desk.example/app/token?session_id=ses_1',
    ]);
  });

  it.each([401, 403, 404, 410])('refuses for good when the server answers %i', async (status) => {
    await expect(
      fetchToken('/t', undefined, 'https://desk.example/', answering(status, {})),
    ).rejects.toMatchObject({ code: 'unauthorized', retryable: false, message: `/t answered ${status}` });
  });

  it.each([408, 429, 500, 503])('fails without a final code when the server answers %i', async (status) => {
    const refused = fetchToken('/t', undefined, 'https://desk.example/', answering(status, {}));
    await expect(refused).rejects.toThrow(`/t answered ${status}`);
    await expect(refused).rejects.not.toHaveProperty('code');
  });

  it('fails when the answer has no token', async () => {
    const base = 'https://desk.example/';
    await expect(fetchToken('/t', undefined, base, answering(200, { token: 5 }))).rejects.toThrow('no token');
    await expect(fetchToken('/t', undefined, base, answering(200, null))).rejects.toThrow('no token');
  });
});
