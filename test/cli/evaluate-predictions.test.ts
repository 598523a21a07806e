/** `npm run evaluate:predictions -- FOLDER`: "The same evaluation runs on any folder of real sessions." */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateSessions } from '../../relay/lab/predictions/report.js';
import { sessionFileOf } from '../../relay/lab/predictions/session-file.js';
import { WORLDS } from '../../relay/lab/predictions/worlds.js';
import { repositoryRoot } from '../support/relay-process.js';

const execute = promisify(execFile);
const evaluate = (folder: string) =>
  execute(process.execPath, [join(repositoryRoot, 'relay/lab/evaluate-predictions.mjs'), folder]);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-sessions-'));
  for (const [i, session] of generateSessions(WORLDS['moods, ordinary'], 40, 7).entries()) {
    const { outcome, utterances } = session;
    const endedAt = new Date(Date.UTC(2026, 10, 1, i)).toISOString();
    const file = sessionFileOf({ sessionId: `ses_${i}`, endedAt, utterances: [...utterances], outcome });
    await writeFile(join(folder, `session-${i}.json`), JSON.stringify(file));
  }
  const example = 'relay/lab/predictions/example-session.json';
  await copyFile(join(repositoryRoot, example), join(folder, 'example.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('evaluates a folder of sessions, predicting each before learning from it', async () => {
  const { stdout } = await evaluate(folder);
  expect(stdout).toContain('41 sessions of');
  for (const row of [
    'ended escalation_risk',
    'ended predicted_csat',
    'live churn_risk',
    'live sentiment_forecast',
  ]) {
    expect(stdout).toMatch(new RegExp(`${row} +-?\\d`));
  }
});

it('names the file that is not a session, and exits with 1', async () => {
  const bad = join(folder, 'session-0.json');
  await writeFile(bad, '{"session_id":"x","utterances":[]}');
  await expect(evaluate(folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('session-0.json is not a session') as string,
  });
});
