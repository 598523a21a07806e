/**
 * How soon the list of calls is there, with many calls: in a browser, over the API with every filter and order, and by which index the
 * database finds them. Starts a relay of its own on a data folder that is deleted afterwards.
 *
 * Usage: node packages/console/scripts/measure-calls.mjs [CALLS, 10000 unless given]
 * With `DATABASE_URL` of an empty database, on that Postgres; else on the embedded database.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pageQuery } from '../../../relay/dist/storage/conversations/conversation-list.js';
import { openDatabase } from '../../../relay/dist/storage/database/database.js';
import { withTenant } from '../../../relay/dist/storage/tables/tenant.js';
import { seedCalls } from './call-seeder.mjs';
import { consoleInBrowser } from './console-in-browser.mjs';

const ROUNDS = 9;
const KEY = 'psk_measure_0123456789abcdefghijklmn';
const DAY_MS = 86_400_000;
const [count = '10000'] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'undertone-measure-'));
const url = process.env.DATABASE_URL;

const since = Date.now() - 40 * DAY_MS;
const until = Date.now() - 30 * DAY_MS;
const days = `created_after=${new Date(since).toISOString()}&created_before=${new Date(until).toISOString()}`;
/** What the console asks for, and the same as the query that the relay makes of it. */
const LISTS = [
  ['newest first', '', {}],
  ['oldest first', 'sort=created_at&order=asc', { ascending: true }],
  ['most heated first', 'sort=peak_escalation&order=desc', { sort: 'peak_escalation' }],
  ['longest first', 'sort=duration&order=desc', { sort: 'duration' }],
  ['shortest first', 'sort=duration&order=asc', { sort: 'duration', ascending: true }],
  ['going on', 'state=live,paused', { states: ['live', 'paused'] }],
  ['ended', 'state=ended', { states: ['ended'] }],
  ['broken off', 'state=expired', { states: ['expired'] }],
  ['one vertical', 'vertical=healthcare', { verticals: ['healthcare'] }],
  ['mostly angry', 'emotion=angry', { emotions: ['angry'] }],
  ['escalation high', 'peak_escalation_from=0.65', { peakFrom: 0.65 }],
  ['an alert', 'alert=escalation_risk_high', { alert: 'escalation_risk_high' }],
  ['an alert that no call has', 'alert=none_has_it', { alert: 'none_has_it' }],
  ['an agent', 'agent=Mara+Voss', { agent: 'Mara Voss' }],
  ['a person', 'person=spk_nobody', { personId: 'spk_nobody' }],
  ['ten days, a month ago', days, { sinceMs: since, untilMs: until }],
  ['a reference', 'external_id=case+1217', { externalId: 'case 1217' }],
  ['one word', 'q=mara', { words: ['mara'] }],
  ['two words', 'q=mara+case', { words: ['mara', 'case'] }],
  ['a word that no call has', 'q=zzz', { words: ['zzz'] }],
  [
    'angry in one vertical, longest first',
    'emotion=angry&vertical=sales&sort=duration&order=desc',
    { emotions: ['angry'], verticals: ['sales'], sort: 'duration' },
  ],
  [
    'an agent, most heated first',
    'agent=Mara+Voss&sort=peak_escalation&order=desc',
    { agent: 'Mara Voss', sort: 'peak_escalation' },
  ],
];

const onIdleError = (error) => {
  throw error;
};
const openOne = () =>
  openDatabase(
    url === undefined ? { kind: 'embedded', directory: folder } : { kind: 'server', url, onIdleError },
  );

try {
  // The first start makes the tables and the organization.
  await withRelay(async () => undefined);
  const database = await openOne();
  let indexes;
  try {
    const orgId = await seedCalls(database.queries, Number(count));
    indexes = await indexesOf(database.queries, orgId);
  } finally {
    await database.close();
  }
  await withRelay(async (relayUrl) => {
    const what = url === undefined ? 'embedded database' : 'Postgres';
    process.stdout.write(`${count} calls, ${what}\n\n${await firstView(relayUrl)}\n\n`);
    for (const [name, query] of LISTS) {
      const { median, worst, rows } = await asked(`${relayUrl}/v1/sessions?limit=25&${query}`);
      const line = `${name.padEnd(40)} ${String(median).padStart(5)} ms, at most ${String(worst).padStart(5)} ms, ${String(rows).padStart(2)} rows`;
      process.stdout.write(`${line}  ${indexes.get(name)}\n`);
    }
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs something against a relay, and ends it. */
async function withRelay(work) {
  const main = fileURLToPath(new URL('../../../relay/dist/main.js', import.meta.url));
  const relay = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      UNDERTONE_DATA_DIR: folder,
      UNDERTONE_BOOTSTRAP_KEY: KEY,
      UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
    },
  });
  const ended = new Promise((resolve) => relay.once('exit', resolve));
  try {
    await work(await addressOf(relay));
  } finally {
    relay.kill('SIGTERM');
    await ended;
  }
}

/** @returns the address that a relay prints when it listens */
function addressOf(relay) {
  return new Promise((resolve, reject) => {
    let said = '';
    relay.once('exit', () => reject(new Error(`the relay ended:\n${said}`)));
    for (const stream of [relay.stdout, relay.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-20_000);
        const port = /"port":(\d+)/.exec(said)?.[1];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      });
    }
  });
}

/** The list in a browser, until its first call is seen: each time in a page that is new. */
async function firstView(relayUrl) {
  const { browser, context } = await consoleInBrowser(relayUrl, KEY);
  try {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const fresh = await context.newPage();
      const began = performance.now();
      await fresh.goto(`${relayUrl}/console#sessions`);
      await fresh.locator('.call').first().waitFor();
      times.push(performance.now() - began);
      await fresh.close();
    }
    const { median, worst } = summed(times);
    return `first view in Chromium: ${median} ms, at most ${worst} ms (${ROUNDS} times)`;
  } finally {
    await browser.close();
  }
}

async function asked(address) {
  const times = [];
  let rows = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    const response = await fetch(address, { headers: { 'X-API-Key': KEY } });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${JSON.stringify(answer)}`);
    rows = answer.sessions.length;
    // The first one fills caches and plans.
    if (round > 0) times.push(performance.now() - began);
  }
  return { ...summed(times), rows };
}

function summed(times) {
  const sorted = times.map((ms) => Math.round(ms)).sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], worst: sorted.at(-1) };
}

/** The indexes that the planner chooses, behind the wall between organizations, and how long the database alone takes. */
async function indexesOf(db, orgId) {
  const found = new Map();
  for (const [name, , page] of LISTS) {
    const plan = await withTenant(db, orgId, async (tx) => {
      const { rows } =
        await sql`explain (analyze, costs off) ${pageQuery(orgId, { most: 26, ...page })}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    const names = new Set(
      [...plan.matchAll(/(?:using|on) (\w+_(?:by_\w+|pkey))/g)].map(([, index]) => index),
    );
    const scans = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => `all of ${table}`);
    const [, ms = '?'] = /Execution Time: ([\d.]+) ms/.exec(plan) ?? [];
    found.set(name, `${[...names, ...scans].join(', ')} (${ms} ms)`);
  }
  return found;
}
