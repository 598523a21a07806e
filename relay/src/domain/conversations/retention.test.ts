import { expect, it } from 'vitest';
import { NotYoursFault } from '../removed-ids.js';
import { UnreadableRowError } from '../unreadable-row.js';
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

it('a round goes on with other organizations when what one taught cannot be read', async () => {
  const kept = new Map(
    ['whole_1', 'damaged_1', 'damaged_2', 'whole_2'].map((id) => [id, id.split('_')[0] ?? '']),
  );
  const told: string[] = [];
  const retention = new Retention({
    store: {
      sessionsDue: (_, most, without) =>
        Promise.resolve(
          [...kept]
            .filter(([, orgId]) => !without.includes(orgId))
            .slice(0, most)
            .map(([sessionId, orgId]) => ({ sessionId, orgId })),
        ),
      forgetWords: () => Promise.resolve(3),
      forgetLoose: () => Promise.resolve(0),
    },
    remove: ({ orgId, sessionId }) => {
      if (orgId === 'damaged') return Promise.reject(new UnreadableRowError(sessionId));
      kept.delete(sessionId);
      return Promise.resolve();
    },
    nowMs: () => 0,
    onUnreadable: ({ message }) => told.push(message),
  });
  expect(await retention.round()).toEqual({ sessions: 2, lines: 3, loose: 0, more: false });
  expect([...kept.keys()]).toEqual(['damaged_1', 'damaged_2']);
  expect(told).toEqual(['damaged_1']);
});
