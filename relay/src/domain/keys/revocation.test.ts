import { describe, expect, it } from 'vitest';
import { StreamCredentials } from './stream-credentials.js';
import { KeyUses } from './key-uses.js';

describe('notes of a key’s use', () => {
  const setUp = (fails = false) => {
    const written: Map<string, Date>[] = [];
    const state = { now: 1_000, fails, failures: 0 };
    const notes = new KeyUses({
      nowMs: () => state.now,
      onFailed: () => {
        state.failures++;
      },
      store: {
        noteUses: (uses) => {
          if (state.fails) return Promise.reject(new Error('gone'));
          written.push(new Map(uses));
          return Promise.resolve();
        },
      },
    });
    return { notes, state, written };
  };

  it('are written together, only the newest of each key, and only if there are any', async () => {
    const { notes, state, written } = setUp();
    await notes.flush();
    notes.note('a');
    notes.note('b');
    state.now = 2_000;
    notes.note('a');
    await notes.flush();
    await notes.flush();
    expect(written).toEqual([
      new Map([
        ['a', new Date(2_000)],
        ['b', new Date(1_000)],
      ]),
    ]);
  });

  it('that could not be written are written later, unless a newer one came', async () => {
    const { notes, state, written } = setUp(true);
    notes.note('a');
    notes.note('b');
    const flushing = notes.flush();
    state.now = 3_000;
    notes.note('a');
    await flushing;
    state.fails = false;
    await notes.flush();
    expect(state.failures).toBe(1);
    expect(written[0]?.get('a')).toEqual(new Date(3_000));
    expect(written[0]?.get('b')).toEqual(new Date(1_000));
  });
});

describe('the credentials of open streams', () => {
  const setUp = (inUse: string[], unusable: string[] | Error) => {
    const seen = { asked: [] as string[][], forgotten: [] as string[], revoked: [] as string[], failures: 0 };
    const credentials = new StreamCredentials({
      nowMs: () => 5,
      states: {
        findUnusable: (keyIds) => {
          seen.asked.push([...keyIds]);
          return unusable instanceof Error ? Promise.reject(unusable) : Promise.resolve(unusable);
        },
      },
      streams: {
        keysInUse: () => inUse,
        revoke: ({ keyId }) => {
          seen.revoked.push(keyId);
          return 1;
        },
      },
      forget: (keyId) => void seen.forgotten.push(keyId),
      onEnded: () => undefined,
      onFailed: () => {
        seen.failures++;
      },
    });
    return { credentials, seen };
  };

  it('are checked only while streams are open', async () => {
    const idle = setUp([], ['a']);
    await idle.credentials.check();
    expect(idle.seen.asked).toEqual([]);
    const busy = setUp(['a', 'b'], ['b']);
    await busy.credentials.check();
    expect(busy.seen).toMatchObject({ asked: [['a', 'b']], forgotten: ['b'], revoked: ['b'] });
  });

  it('stay valid while the storage does not answer', async () => {
    const { credentials, seen } = setUp(['a'], new Error('gone'));
    await credentials.check();
    expect(seen).toMatchObject({ revoked: [], failures: 1 });
  });
});
