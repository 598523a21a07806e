import { expect, it } from 'vitest';
import { NotYoursFault } from '../removed-ids.js';
import { Retention } from './retention.js';

const retentionOf = (due: number, loose: number, remove: (id: string) => Promise<void>) =>
  new Retention({
    store: {
      sessionsDue: (_, most) =>
        Promise.resolve(
          Array.from({ length: Math.min(due, most) }, (_, n) => ({ orgId: 'org', sessionId: `ses_${n}` })),
        ),
      forgetWords: () => Promise.resolve(0),
      forgetLoose: (_, most) => Promise.resolve(Math.min(loose, most)),
    },
    remove: ({ sessionId }) => remove(sessionId),
    nowMs: () => 0,
  });

it('a round goes on when another relay has deleted a session first', async () => {
  const removed: string[] = [];
  const retention = retentionOf(3, 0, (id) => {
    if (id === 'ses_1') return Promise.reject(new NotYoursFault({ kind: 'session', id }));
    removed.push(id);
    return Promise.resolve();
  });
  expect(await retention.round()).toEqual({ sessions: 3, lines: 0, loose: 0, more: false });
  expect(removed).toEqual(['ses_0', 'ses_2']);
});

it.each([
  [1_000, 0, true],
  [0, 1_000_000, true],
  [99, 4_999, false],
])('with %d sessions and %d loose rows due, there is more to do at once: %s', async (due, loose, more) => {
  expect(await retentionOf(due, loose, () => Promise.resolve()).round()).toMatchObject({ more });
});
