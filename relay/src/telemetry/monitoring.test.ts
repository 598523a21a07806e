/** Alert rules and dashboard of deploy/monitoring: they name metrics that exist, and each alert has its page in the runbook. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.js';

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url);
const folder = new URL('deploy/monitoring/', root);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const rules = read('rules.yml');
const runbook = readFileSync(new URL('docs/runbook.md', root), 'utf8');

/** What each metric of a relay is called in queries: a histogram goes by three names. */
const exposedNames = async (): Promise<ReadonlySet<string>> => {
  const metrics = new Metrics();
  metrics.observe({
    openSockets: () => 0,
    sessions: () => 0,
    inference: () => ({ outstandingChunks: 0, oldestMs: 0, restarts: 0 }),
    decoder: () => ({ running: 0, queued: 0, queuedBytes: 0, crashes: 0 }),
    pool: () => ({ connections: 0, busy: 0, waiting: 0 }),
    databaseAnswers: () => true,
    backlog: () => undefined,
  });
  const { text } = await metrics.render();
  const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gmu)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(names);
};

const namedIn = (text: string): string[] => [
  ...new Set(text.match(/\b(?:undertone|nodejs|process)_\w+/gu) ?? []),
];

const ofAll = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const promtool = async (...words: string[]): Promise<void> => {
  await run('promtool', words, { cwd: folder }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('promtool is missing: sudo apt-get update && sudo apt-get install -y prometheus');
  });
};

describe('alert rules and dashboard', () => {
  it.each(['rules.yml', 'rules.test.yml', 'dashboard.json'])(
    '%s names only metrics that exist',
    async (name) => {
      const exposed = await exposedNames();
      const named = namedIn(read(name));
      expect(named.length).toBeGreaterThan(5);
      expect(named.filter((each) => !exposed.has(each))).toEqual([]);
    },
  );

  it('send each alert to its heading in the runbook, and no heading is without an alert', () => {
    const alerts = ofAll(rules, /^ +- alert: (\w+)$/gmu);
    const pages = ofAll(rules, /^ +runbook_url: docs\/runbook\.md#([\w-]+)$/gmu);
    expect(pages).toHaveLength(alerts.length);
    const headings = ofAll(runbook, /^## (.+)$/gmu).map((heading) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    );
    expect([...new Set(pages)].sort()).toEqual(headings.sort());
  });

  it('are all tried: each alert fires in a test', () => {
    const fired = new Set(ofAll(read('rules.test.yml'), /alertname: (\w+)\n +exp_alerts:/gu));
    expect(ofAll(rules, /^ +- alert: (\w+)$/gmu).filter((alert) => !fired.has(alert))).toEqual([]);
  });

  it('pass promtool', async () => {
    await promtool('check', 'config', 'prometheus.yml');
    await promtool('check', 'rules', 'rules.yml');
    await promtool('test', 'rules', 'rules.test.yml');
  });

  it('draw each panel of the dashboard in a place of its own', () => {
    const { panels } = JSON.parse(read('dashboard.json')) as {
      panels: { id: number; gridPos: { x: number; y: number } }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  });
});
