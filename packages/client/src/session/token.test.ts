import { describe, expect, it } from 'vitest';
import { checkToken } from './token.js';

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
