/** The command line as a user runs it, against the built relay. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeWav } from '@undertone/sdk';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { someSpeech } from '../support/speech.js';

const RATE = 16_000;
/** The link that npm creates at install: `npx undertone` runs this. */
const cli = join(repositoryRoot, 'node_modules/.bin/undertone');

let relay: RelayProcess;
let folder: string;
let speech: Int16Array;

beforeAll(async () => {
  relay = await RelayProcess.start();
  folder = await mkdtemp(join(tmpdir(), 'undertone-cli-'));
  speech = Int16Array.from(await someSpeech(3), (sample) => Math.round(sample * 32_767));
  await writeFile(join(folder, 'call.wav'), encodeWav({ samples: speech, sampleRate: RATE }));
  await writeFile(join(folder, 'notes.wav'), 'this is no audio');
});
afterAll(async () => {
  await relay.stop();
  await rm(folder, { recursive: true });
});

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const undertone = (args: readonly string[], input?: Buffer, env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], UNDERTONE_URL: relay.url, UNDERTONE_API_KEY: relay.key, ...env },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });

describe('undertone analyze', () => {
  it('reports the emotion of a recording as JSON when its output is piped', async () => {
    const { code, out, err } = await undertone(['analyze', 'call.wav', '--vertical', 'contact_center']);
    expect([code, err]).toEqual([0, '']);
    const [result] = JSON.parse(out) as Record<string, unknown>[];
    expect(result).toMatchObject({ file: 'call.wav', duration: speech.length / RATE });
    expect(result).toHaveProperty('metrics.csat_predicted');
  });

  it('reports successes and failures, and exits with 1 if any failed', async () => {
    const { code, out } = await undertone([
      'analyze',
      'call.wav',
      'notes.wav',
      'missing.wav',
      '--format',
      'table',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/call\.wav .+│/);
    expect(out).toMatch(
      /2 failed:\nnotes\.wav: .+ \(unsupported_audio_format\)\nmissing\.wav: .+ \(unreadable_file\)/,
    );
  });

  it('writes CSV into a file', async () => {
    await undertone(['analyze', 'call.wav', '--format', 'csv', '--output', 'out.csv']);
    const [head, row] = (await readFile(join(folder, 'out.csv'), 'utf8')).split('\n');
    expect(head).toMatch(/^file,duration,emotion/);
    expect(row).toMatch(/^call\.wav,/);
  });

  it('tells who speaks when, and adds recordings to a conversation', async () => {
    const { out } = await undertone(['analyze', 'call.wav', '--diarize', '--session', 'call-7']);
    const [result] = JSON.parse(out) as object[];
    expect(result).toMatchObject({
      session_id: 'call-7',
      turns: [{ speaker: expect.anything() as unknown }],
    });
    const { out: table } = await undertone(['analyze', 'call.wav', '--diarize', '--format', 'table']);
    expect(table).toMatch(/\d\.\d s \S+/);
  });

  it('computes only the requested features', async () => {
    const { out } = await undertone(['analyze', 'call.wav', '--features', 'prosody']);
    const [result] = JSON.parse(out) as object[];
    expect(result).toHaveProperty('prosody.pitch.mean');
    expect(result).not.toHaveProperty('emotion');
  });

  it.each([
    [['analyze'], 'name at least one file'],
    [['analyze', 'call.wav', '--format', 'xml'], '--format must be one of'],
    [['analyze', 'call.wav', '--concurrency', '0'], '--concurrency'],
    [['analyze', 'call.wav', '--nonsense'], '--nonsense'],
    [['sing'], 'there is no command sing'],
    [['listen', '--rate', '1'], '--rate'],
  ])('%j exits with 2 and says what to do', async (args, words) => {
    const { code, err } = await undertone(args);
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(err).not.toContain('    at ');
  });

  it('says which variable is missing, and never prints a key', async () => {
    const { code, err } = await undertone(['analyze', 'call.wav'], undefined, { UNDERTONE_API_KEY: '' });
    expect([code, err]).toEqual([2, expect.stringContaining('UNDERTONE_API_KEY')]);
    const wrong = 'psk_a_key_that_nobody_has_0123456789';
    const refused = await undertone(['analyze', 'call.wav'], undefined, { UNDERTONE_API_KEY: wrong });
    expect(refused.out).toContain('"unauthorized"');
    expect(refused.out + refused.err).not.toContain(wrong);
  });
});

describe('undertone listen', () => {
  it('reads PCM from a pipe and prints readings while it plays, then the summary', async () => {
    const { code, out, err } = await undertone(['listen'], Buffer.from(speech.buffer));
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^session ses_/);
    expect(out.match(/^\d\d:\d\d {2}\S+ +[█░]{10} \d\.\d\d/gm)?.length).toBeGreaterThan(3);
    expect(out).toMatch(/ended after \d+\.\d s/);
  });

  it('prints every message as the relay sent it with --json', async () => {
    const { out } = await undertone(['listen', '--json'], Buffer.from(speech.buffer));
    const types = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types[0]).toBe('session.ready');
    expect(types).toContain('directive');
    expect(types.at(-1)).toBe('session_end');
  });

  it('says what to install when there is a terminal but no recorder', async () => {
    const { record } = (await import(join(repositoryRoot, 'packages/sdk/dist/cli/recorder.js'))) as {
      record: (rate: number, path: string) => unknown;
    };
    expect(() => record(RATE, folder)).toThrow('apt-get install alsa-utils');
  });
});
