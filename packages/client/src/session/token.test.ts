import { describe, expect, it, vi } from 'vitest';
import { checkToken, readToken, tokenFrom } from './token.js';

describe('What getToken may return', () => {
  it('is a token, returned unchanged', () => {
    expect(checkToken('eyJhbGciOi.J9.x_-y')).toBe('eyJhbGciOi.J9.x_-y');
  });

  it.each(['psk_live_abc', ' psk_live_abc'])('psk_in_browser_throws: is not the API key %j', (key) => {
    expect(() => checkToken(key)).toThrow(expect.objectContaining({ code: 'psk_in_browser' }) as Error);
  });

  it.each([undefined, null, 42, '', 'with space', 'with,comma', 'ü', 'x'.repeat(1_025)])(
    'not %j',
    (token) => {
      expect(() => checkToken(token)).toThrow(expect.objectContaining({ code: 'token_invalid' }) as Error);
    },
  );

  it('is never quoted in the error', () => {
    try {
      checkToken('psk_live_very_secret');
    } catch (error) {
      expect(String(error)).not.toContain('very_secret');
    }
  });
});

describe('The answer of a token endpoint', () => {
  it.each([
    ['what the relay answers', new Response('{"token":"tok_1","expires_at":"2026-01-01T00:00:00Z"}')],
    ['plain text', new Response('tok_1\n')],
    ['text of JSON', '{"token":"tok_1"}'],
    ['an object', { token: 'tok_1' }],
    ['the token', 'tok_1'],
  ])('may be %s', async (_what, answer) => {
    expect(await readToken(answer)).toBe('tok_1');
  });

  it.each([401, 403, 404, 410])('refuses for good with %i', async (status) => {
    const refused = readToken(new Response('', { status }));
    await expect(refused).rejects.toMatchObject({ code: 'unauthorized', details: { status } });
  });

  it.each([408, 429, 500, 503])('fails without a final code with %i', async (status) => {
    const refused = readToken(new Response('', { status }));
    await expect(refused).rejects.toThrow(`answered ${status}`);
    await expect(refused).rejects.not.toHaveProperty('code');
  });

  it.each(['', '{"token":5}', '{"no":"token"}', '{', '<!doctype html>'])(
    'is invalid without a token: %j',
    async (text) => {
      await expect(readToken(new Response(text))).rejects.toMatchObject({ code: 'token_invalid' });
    },
  );

  it.each([undefined, null, 5, {}])('is invalid where a page gives none: %j', async (answer) => {
    await expect(readToken(answer)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  it('is asked for beside the page, and told which session goes on', async () => {
    vi.stubGlobal('document', { baseURI: 'https://desk.example/app/' });
    const seen: string[] = [];
    const ask = (endpoint: string) =>
      tokenFrom(endpoint, (url) => {
        seen.push(String(url instanceof Request ? url.url : url));
        return Promise.resolve(new Response('{"token":"tok_1"}'));
      });
    expect(await ask('/token?x=1')({ reason: 'connect', attempt: 0 })).toBe('tok_1');
    await ask('token')({ reason: 'resume', attempt: 1, sessionId: 'ses_1' });
    expect(seen).toEqual([
      'https://desk.example/token?x=1',
      'https://desk.example/app/token?session_id=ses_1',
    ]);
    vi.unstubAllGlobals();
  });
});
