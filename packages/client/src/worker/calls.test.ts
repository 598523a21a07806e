import { afterEach, describe, expect, it } from 'vitest';
import { CredentialError, RelayError, UndertoneError } from '../common/undertone-error.js';
import { connectCalls } from './calls.js';

const open: MessagePort[] = [];

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

const channel = (): [MessagePort, MessagePort] => {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  return [port1, port2];
};

const thrownThrough = async (error: unknown): Promise<unknown> => {
  const [here, there] = channel();
  connectCalls(there, {
    fail: () => {
      throw error;
    },
  });
  return connectCalls<{ fail(): void }>(here)
    .fail()
    .catch((caught: unknown) => caught);
};

describe('Calls between threads', () => {
  it('are answered, in both directions over one channel', async () => {
    const [here, there] = channel();
    const asked: string[] = [];
    class Counter {
      private count = 0;
      add(step: number): number {
        return (this.count += step);
      }
    }
    const page = connectCalls<{ ask(what: string): Promise<string> }>(there, new Counter());
    const worker = connectCalls<Counter>(here, {
      ask: (what: string) => {
        asked.push(what);
        return Promise.resolve(`${what}!`);
      },
    });
    const [first, second, answer] = await Promise.all([worker.add(2), worker.add(3), page.ask('token')]);
    expect([first, second, answer, asked]).toEqual([2, 5, 'token!', ['token']]);
  });

  it('move ports to the other side', async () => {
    const [here, there] = channel();
    const [mine, theirs] = channel();
    connectCalls(there, { take: (port: MessagePort) => port.postMessage('hello') });
    const heard = new Promise((resolve) => (mine.onmessage = ({ data }) => resolve(data)));
    await connectCalls<{ take(port: MessagePort): void }>(here).take(theirs);
    expect(await heard).toBe('hello');
  });

  it('fail when an argument or an answer cannot be copied, and later calls work', async () => {
    const [here, there] = channel();
    connectCalls(there, { give: () => () => undefined, take: () => 'taken' });
    const worker = connectCalls<{ give(): unknown; take(value: unknown): string }>(here);
    await expect(worker.give()).rejects.toThrow(/clone/);
    await expect(worker.take(() => undefined)).rejects.toThrow(/clone/);
    expect(await worker.take(1)).toBe('taken');
  });

  it('fail when the other side has no such function', async () => {
    const [here, there] = channel();
    connectCalls(there);
    await expect(connectCalls<{ gone(): void }>(here).gone()).rejects.toBeInstanceOf(Error);
  });
});

describe('Errors from another thread', () => {
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

  it.each([new TypeError('plain'), 'plain'])('keep the message of other errors: %s', async (thrown) => {
    const caught = await thrownThrough(thrown);
    expect(caught).toBeInstanceOf(Error);
    expect(caught).not.toBeInstanceOf(UndertoneError);
    expect(caught).toMatchObject({ message: 'plain' });
  });
});
