import type { Session } from '@undertone/sdk';
import { afterEach, expect, it, vi } from 'vitest';
import { wholeCall } from './whole-call.js';

afterEach(() => vi.unstubAllGlobals());

/** A call of so many utterances, of which the answer about it has the newest ones alone. */
const answered = (count: number, newest: number): Session =>
  ({ id: 'a call', utterance_count: count, utterances: said(count).slice(-newest) }) as unknown as Session;
const said = (count: number) => Array.from({ length: count }, (_, second) => ({ id: `u${second}` }));

/** The relay's pages of two, whatever the limit. @returns what was asked for */
const relayOf = (count: number): string[] => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const cursor = new URLSearchParams(path.split('?')[1]).get('cursor');
    const from = said(count).findIndex(({ id }) => id === cursor) + 1;
    const utterances = said(count).slice(from, from + 2);
    const next_cursor = from + 2 < count ? utterances.at(-1)?.id : null;
    return Promise.resolve(Response.json({ utterances, next_cursor }));
  });
  return asked;
};
const read = (session: Session, before: Session['utterances'] = []) =>
  wholeCall(session, before, new AbortController().signal);

it('reads every page of a call that has more utterances than the answer about it', async () => {
  const asked = relayOf(5);
  expect((await read(answered(5, 2))).utterances).toEqual(said(5));
  const path = '/v1/sessions/a%20call/utterances?limit=1000';
  expect(asked).toEqual([path, `${path}&cursor=u1`, `${path}&cursor=u3`]);
});

it('asks for nothing more where the answer has all, or where those before are known', async () => {
  const asked = relayOf(6);
  const short = answered(3, 3);
  expect(await read(short)).toBe(short);
  const { utterances } = await read(answered(5, 2), short.utterances);
  expect([utterances, asked]).toEqual([said(5), []]);
});

it('reads a call again of which an utterance is missing between what is known and the newest', async () => {
  const asked = relayOf(6);
  const { utterances } = await read(answered(6, 2), answered(3, 3).utterances);
  expect([utterances, asked.length]).toEqual([said(6), 3]);
});
