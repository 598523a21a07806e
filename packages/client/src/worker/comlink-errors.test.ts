import { expose, wrap } from 'comlink';
import { describe, expect, it } from 'vitest';
import { CredentialError, RelayError, UndertoneError } from '../common/undertone-error.js';
import { registerErrorTransfer } from './comlink-errors.js';

registerErrorTransfer();
registerErrorTransfer();

async function thrownThrough(error: Error): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  expose({ fail: () => Promise.reject(error) }, port2);
  try {
    await wrap<{ fail(): Promise<void> }>(port1).fail();
    return undefined;
  } catch (caught) {
    return caught;
  } finally {
    port1.close();
    port2.close();
  }
}

describe('errors through Comlink', () => {
  it('keep class, code, retryable, details and cause', async () => {
    const error = new CredentialError('psk_in_browser', 'no', {
      cause: new Error('why'),
      details: { channel: 1 },
    });
    const caught = await thrownThrough(error);
    expect(caught).toBeInstanceOf(CredentialError);
    expect(caught).toBeInstanceOf(UndertoneError);
    expect(caught).toMatchObject({ code: 'psk_in_browser', retryable: false, details: { channel: 1 } });
    expect((caught as Error).cause).toMatchObject({ message: 'why' });
  });

  it('keep a code that the library does not know', async () => {
    expect(await thrownThrough(new RelayError('brand_new', 'x', { retryable: true }))).toMatchObject({
      code: 'brand_new',
      retryable: true,
    });
  });

  it('leave other errors alone', async () => {
    const caught = await thrownThrough(new TypeError('plain'));
    expect(caught).toBeInstanceOf(Error);
    expect(caught).not.toBeInstanceOf(UndertoneError);
    expect(caught).toMatchObject({ message: 'plain' });
  });
});
