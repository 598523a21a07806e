/** `npm run evaluate` and `evaluate:page` on a user's folder of labeled speech: any rate and layout, and clear messages for its errors. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython } from '../../scripts/lib/python.mjs';
import { synthesizeVoice } from '../support/voices.js';
import { writeWav } from '../support/wav.js';

const scripts = fileURLToPath(new URL('../../packages/model/scripts/', import.meta.url));
const modules = ['numpy', 'scipy', 'soundfile'];
const hasPython = findPython(modules) !== undefined;
if (!hasPython) console.warn(`SKIPPED: evaluating a folder, missing a Python with ${modules.join(', ')}`);

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'undertone-folder-'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** Makes a folder with these index lines and a voice in `<label>-<rate>.wav` for each label and rate. */
const folderOf = async (name: string, lines: readonly string[]): Promise<string> => {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [number, label] of (['angry', 'sad'] as const).entries()) {
    for (const rate of [16_000, 44_100]) {
      const voice = synthesizeVoice(label, 2, number, rate);
      await writeWav(join(folder, `${label}-${rate}.wav`), voice, rate);
    }
  }
  writeFileSync(join(folder, 'index.csv'), `${lines.join('\r\n')}\r\n`);
  return folder;
};

const run = (script: 'evaluate' | 'evaluate-page', folder: string, ...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { ...process.env, UNDERTONE_TRAINING_CACHE: join(root, 'cache') };
    execFile(process.execPath, [`${scripts}${script}.mjs`, folder, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
  });

describe.skipIf(!hasPython)('a folder of labeled speech', () => {
  it('is scored at any sample rate with only the required columns, and the report names the labels it leaves out', async () => {
    const folder = await folderOf('whole', [
      'path,corpus,speaker,label',
      'angry-16000.wav,ours,anna,angry',
      'angry-44100.wav,ours,anna,angry',
      'sad-16000.wav,ours,bela,sad',
      'sad-44100.wav,ours,bela,sad',
      'sad-44100.wav,ours,bela,wistful',
    ]);
    const report = join(root, 'report.json');
    const { code, out, err } = await run('evaluate-page', folder, '--json', report);
    expect(code).toBe(0);
    expect(out).toContain('| ours | 2 | 2 | 4 |');
    expect(err).toContain('not scored, by label: wistful (1)');
    const { recognition } = JSON.parse(readFileSync(report, 'utf8')) as {
      recognition: { ours: { clips: number; confusion: { counts: number[][] } } };
    };
    expect(recognition.ours.clips).toBe(4);
    // The same voice at another rate gets the same label, so each row has all its clips in one column.
    for (const row of recognition.ours.confusion.counts)
      expect(row.filter((count) => count > 0)).toEqual([2]);

    const readers = await run('evaluate', folder, '--conditions', 'clean', '--orders', '2');
    expect(readers.code).toBe(0);
    for (const kind of ['full', 'live'])
      expect(readers.out).toContain(`| ${kind} | clean | corpus never heard | ours | voice | 4 |`);
  }, 120_000);

  it.each([
    [
      'unreadable recordings',
      ['path,corpus,speaker,label', 'index.csv,ours,anna,angry', 'gone.wav,ours,anna,sad'],
      /2 of 2 recordings of ours cannot be read:\n {2}index\.csv: .+\n {2}gone\.wav: is not there\n/,
    ],
    [
      'other columns',
      ['file,emotion', 'angry-16000.wav,angry'],
      /no column path, corpus, speaker, label: its first line names/,
    ],
    [
      'other labels',
      ['path,corpus,speaker,label', 'angry-16000.wav,ours,anna,wrath'],
      /It knows neutral, calm, .+; the index has: wrath/,
    ],
  ])(
    'with %s ends with advice and without a stack trace',
    async (name, lines, words) => {
      const { code, out, err } = await run('evaluate', await folderOf(name, lines));
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(words);
      expect(err).not.toMatch(/Traceback|at ChildProcess/);
    },
    60_000,
  );

  it('that does not exist gives an error that names the missing index.csv', async () => {
    const { code, err } = await run('evaluate', join(root, 'nowhere'));
    expect(code).toBe(1);
    expect(err).toContain('index.csv is missing');
  });
});
