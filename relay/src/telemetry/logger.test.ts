import { describe, expect, it } from 'vitest';
import { createLogger, withoutCredentials } from './logger.js';

const KEY = 'psk_0123456789abcdefghijABCDEFGHIJ012';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ0b2tfMSJ9.c2lnbmF0dXJl';

const logged = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('debug', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
};

describe('the log', () => {
  it('key_never_logged: hides credentials in fields, one level down, in headers and in messages', () => {
    const text = logged((log) => {
      log.info({ authorization: `Bearer ${KEY}`, token: TOKEN, 'x-api-key': KEY });
      log.info({
        headers: {
          authorization: KEY,
          'x-api-key': KEY,
          'sec-websocket-protocol': `undertone.auth.${TOKEN}`,
        },
      });
      log.info({ anything: { deep: { down: KEY } }, list: [TOKEN] }, `a message with ${KEY}`);
      log.error({ err: new Error(`failed for ${TOKEN}`, { cause: new Error(KEY) }) });
    });
    expect(text.split('\n')).toHaveLength(5);
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain('c2lnbmF0dXJl');
  });

  it('holds no audio and no spoken text', () => {
    const text = logged((log) => log.info({ payload: 'samples', message: { text: 'my card number' } }));
    expect(text).not.toMatch(/samples|card number/);
  });

  it('keeps all other fields', () => {
    expect(logged((log) => log.warn({ sessionId: 'ses_1' }, 'resumed'))).toContain(
      '"sessionId":"ses_1","msg":"resumed"',
    );
    expect(withoutCredentials('nothing to hide')).toBe('nothing to hide');
  });

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    createLogger('error', { write: (line: string) => void lines.push(line) }).info('quiet');
    expect(lines).toEqual([]);
  });
});
