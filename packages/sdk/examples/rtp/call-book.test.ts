import { describe, expect, it } from 'vitest';
import type { SessionEnded } from '@undertone/protocol';
import { type BookedCall, CallBook } from './call-book.js';

const aCall = () => {
  let finish = (): void => undefined;
  const over = new Promise<void>((resolve) => (finish = resolve));
  const call: BookedCall & { ends: number } = {
    over,
    ends: 0,
    end() {
      call.ends += 1;
      return Promise.resolve<SessionEnded | undefined>(undefined);
    },
  };
  return { call, finish };
};

describe('the calls that go on', () => {
  it('are ended once, and told of', async () => {
    const ended: string[] = [];
    const book = new CallBook<BookedCall>({ onEnd: (callId) => ended.push(callId) });
    const { call } = aCall();
    book.add('one', Promise.resolve(call));
    book.end('one');
    book.end('one');
    await book.endAll();
    expect([call.ends, ended, book.get('one')]).toEqual([1, ['one'], undefined]);
  });

  it('are forgotten when they are over, although no BYE came', async () => {
    const ended: string[] = [];
    const book = new CallBook<BookedCall>({ onEnd: (callId) => ended.push(callId) });
    const { call, finish } = aCall();
    book.add('lost', Promise.resolve(call));
    expect(book.get('lost')).toBeDefined();
    finish();
    await expect.poll(() => ended).toEqual(['lost']);
    expect(book.get('lost')).toBeUndefined();
  });

  it('are forgotten when they never began', async () => {
    const book = new CallBook<BookedCall>({});
    const opening = Promise.reject(new Error('refused'));
    book.add('refused', opening);
    await expect(opening).rejects.toThrow('refused');
    await expect.poll(() => book.get('refused')).toBeUndefined();
  });

  it('tell what went wrong at their end', async () => {
    const faults: unknown[] = [];
    const book = new CallBook<BookedCall>({ onFault: (callId, error) => faults.push([callId, error]) });
    const error = new Error('the relay is gone');
    book.add('one', Promise.resolve({ ...aCall().call, end: () => Promise.reject(error) }));
    await book.endAll();
    expect(faults).toEqual([['one', error]]);
  });
});
