import { expect, it, vi } from 'vitest';
import type { ConversationStanding } from '../../domain/conversations/conversation-store.js';
import { ConversationWatch } from './conversation-watch.js';

const call = { orgId: 'org_a', sessionId: 'call-1' };
const held = { ...call, revision: 3 };

/** A watch whose pauses are over at once; `told` is what it did with the streams of this relay. */
const watched = (options: {
  readonly isHere?: boolean;
  readonly isHeld?: boolean;
  readonly standings: () => readonly ConversationStanding[];
}) => {
  const told: unknown[] = [];
  const watch = new ConversationWatch({
    conversations: { movedOn: () => Promise.resolve(options.standings()) },
    streamRows: {
      askToEnd: (session, code) => {
        told.push(['asks to end', session.sessionId, code]);
        return Promise.resolve(options.isHeld ?? true);
      },
    },
    log: { warn: () => undefined },
    wait: () => new Promise((resolve) => void setImmediate(resolve)),
  });
  const note =
    (what: string) =>
    ({ sessionId }: typeof call, of?: unknown): boolean =>
      told.push([what, sessionId, of]) > 0;
  const ticker = watch.attach({
    names: () => [held],
    dismiss: note('dismisses'),
    hasNews: note('has news'),
    end: (session, code) => {
      if (options.isHere === true) note('ends')(session, code);
      return Promise.resolve(options.isHere === true);
    },
  });
  return { watch, ticker, told };
};

it('[RT76] a stream of this relay is ended here', async () => {
  const { watch, ticker, told } = watched({ isHere: true, standings: () => [] });
  await watch.endStream(call, 'client_ended');
  await ticker.stop();
  expect(told).toEqual([['ends', 'call-1', 'client_ended']]);
});

it('[RT76] a stream of another relay is asked to end, and waited for', async () => {
  let looks = 0;
  const standings = () => (++looks < 5 ? [] : [{ ...held, isOver: true }]);
  const { watch, ticker, told } = watched({ standings });
  await ticker.stop();
  looks = 0;
  await watch.endStream(call, 'client_ended');
  expect(looks).toBe(5);
  expect(told.at(-1)).toEqual(['asks to end', 'call-1', 'client_ended']);
});

it('waits neither for a stream that no relay holds, nor longer than 10 s', async () => {
  let looks = 0;
  const standings = () => ((looks += 1), []);
  const nobody = watched({ isHeld: false, standings });
  await nobody.ticker.stop();
  looks = 0;
  await nobody.watch.endStream(call, 'client_ended');
  expect(looks).toBe(0);
  const slow = watched({ standings });
  await slow.ticker.stop();
  looks = 0;
  await slow.watch.endStream(call, 'client_ended');
  expect(looks).toBe(50);
});

it.each([
  [{ ...held, isOver: true }, ['dismisses', 'call-1', undefined]],
  [{ ...held, isOver: false, endCode: 'client_ended' }, ['ends', 'call-1', 'client_ended']],
  [{ ...held, isOver: false, revision: 4 }, ['has news', 'call-1', 4]],
])('[RT76] [RT78] a stream follows its conversation: %j', async (standing, expected) => {
  const { ticker, told } = watched({ isHere: true, standings: () => [standing] });
  await vi.waitFor(() => expect(told[0]).toEqual(expected));
  await ticker.stop();
});
