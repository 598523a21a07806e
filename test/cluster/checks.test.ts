/** The checks of `npm run cluster` find what they look for, and nothing else. */
import { readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../support/relay-process.js';
import { judgeResults } from './call-results.js';
import type { CallReport } from './caller.js';
import { INTERVAL_MS } from './speech.js';
import { configurationFor, WITH_SBIN } from './haproxy.js';
import { type Books, judgeMoney } from './ledger.js';

/** Ten seconds with speech from 2 to 6 s and from 8 to 10 s. */
const results = [2, 3, 4, 5, 8, 9].map(
  (second) => [second * INTERVAL_MS, (second + 1) * INTERVAL_MS] as const,
);
const call = (changes: Partial<CallReport> = {}): CallReport => ({
  clip: 0,
  sessionId: 'ses_call',
  samples: 160_000,
  ackedSample: 160_000,
  receipt: 10_000_000,
  moves: [],
  lost: [],
  failure: undefined,
  results,
  ...changes,
});
const reference = call({ sessionId: 'ses_reference' });
const judged = (changes: Partial<CallReport>) => judgeResults([call(changes)], [reference]);
const without = (at: number) => results.filter(([startMs]) => startMs !== at);

it('an undisturbed stream lost nothing, got nothing twice and came to its receipt', () => {
  expect(judged({})).toEqual({ lost: [], doubled: [], failed: [], results: results.length });
});

it('a missing result between two others is lost, unless the relay declared it, and its moves are told', () => {
  expect(judged({ results: without(4_000) }).lost).toEqual(['ses_call: 4000 to 5000 ms (never moved)']);
  const lost = [{ startMs: 4_000, endMs: 5_000 }];
  expect(judged({ results: without(4_000), lost }).lost).toEqual([]);
  const moves = [
    { atMs: 1_000, wasAsked: false },
    { atMs: 4_000, wasAsked: true },
  ];
  expect(judged({ results: without(4_000), moves }).lost).toEqual([
    'ses_call: 4000 to 5000 ms (moved at 1000 ms; moved at 4000 ms, asked)',
  ]);
});

it('one interval at the edge of speech may begin later or end earlier, two may not', () => {
  expect(judged({ results: without(2_000) }).lost).toEqual([]);
  const late = results.filter(([startMs]) => startMs > 3_000);
  expect(judged({ results: late }).lost).toEqual(['ses_call: 2000 to 4000 ms (never moved)']);
});

it('a result of audio that has one is doubled', () => {
  expect(judged({ results: [...results, [4_000, 5_000]] }).doubled).toHaveLength(1);
  expect(judged({ results: [...results, [4_500, 4_800]] }).doubled).toHaveLength(1);
});

it('a stream without its receipt failed', () => {
  expect(judged({ receipt: undefined }).failed).toEqual(['ses_call: no receipt']);
  expect(judged({ failure: 'closed with 4404', receipt: undefined }).failed).toEqual([
    'ses_call: closed with 4404',
  ]);
});

const books = (changes: Partial<Books> = {}): Books => ({
  charged: new Map([['ses_call', 10_000_000]]),
  twice: 0,
  ledger: 90_000_000,
  wallet: 90_000_000,
  held: 0,
  openHolds: 0,
  usage: 10_000_000,
  spent: 10_000_000,
  ...changes,
});

it.each<[string, Partial<Books>, Partial<CallReport>]>([
  ['cost 11000000, 10000000 was sent', { charged: new Map([['ses_call', 11_000_000]]) }, {}],
  ['its receipt says 10000000', { charged: new Map([['ses_call', 9_000_000]]) }, {}],
  ['0 ms of it were lost', { charged: new Map([['ses_call', 9_000_000]]) }, { receipt: 9_000_000 }],
  ['are in the ledger twice', { twice: 1 }, {}],
  ['the wallet 89999999', { wallet: 89_999_999 }, {}],
  ['the open holds say 5', { openHolds: 5 }, {}],
  ['usage says 9', { usage: 9 }, {}],
])('money that is wrong is found: %s', (says, wrong, changes) => {
  expect(judgeMoney([call()], books())).toEqual([]);
  expect(judgeMoney([call(changes)], books(wrong)).join('\n')).toContain(says);
});

it('audio that was declared lost need not be paid', () => {
  const lost = [{ startMs: 2_000, endMs: 3_000 }];
  const paid = books({ charged: new Map([['ses_call', 9_000_000]]) });
  expect(judgeMoney([call({ lost, receipt: 9_000_000 })], paid)).toEqual([]);
});

it('the balancer’s deployed configuration is one that HAProxy takes, and the cluster runs no other', async () => {
  const file = join(repositoryRoot, 'deploy/haproxy/haproxy.cfg');
  const text = await readFile(file, 'utf8');
  const servers = [{ name: 'x', port: 1234, agentPort: 1235 }];
  const folder = await mkdtemp(join(tmpdir(), 'undertone-haproxy-check-'));
  try {
    const path = join(folder, 'haproxy.cfg');
    await writeFile(path, configurationFor(text, 8443, servers, join(folder, 'stats')));
    const check = spawnSync('haproxy', ['-c', '-f', path], { env: WITH_SBIN, encoding: 'utf8' });
    expect(`${check.error?.message ?? ''}${check.stderr}`).not.toMatch(/ALERT|WARNING|ENOENT/);
    expect(check.status).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(() => configurationFor('global\n', 1, servers, 'x')).toThrow('has no line like');
});
