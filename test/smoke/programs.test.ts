/** Programs that benchmarks and tests need besides Node are found, installed, or requested with the exact command. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthesizeVoice } from '../support/voices.js';
import { writeWav } from '../support/wav.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ffmpeg = (process.env['PATH'] ?? '')
  .split(':')
  .map((place) => join(place, 'ffmpeg'))
  .find((path) => existsSync(path));
if (ffmpeg === undefined) console.warn('SKIPPED: a recording comes as samples, missing ffmpeg');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertone-programs-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Imports `names` from a file of scripts/lib and evaluates one expression. Only `programs` are on the PATH: name to link target. */
const evaluate = (file: string, names: string, expression: string, programs: Record<string, string> = {}) => {
  const bin = mkdtempSync(join(folder, 'bin-'));
  for (const [name, target] of Object.entries(programs)) symlinkSync(target, join(bin, name));
  const script = join(bin, 'script.mjs');
  writeFileSync(script, `import { ${names} } from '${root}scripts/lib/${file}';\n${expression};\n`);
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [script], { env: { PATH: bin } }, (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
  });
};

describe('a program', () => {
  it('is not installed when it is already there', async () => {
    const ask = "await ensureProgram('praat', 'the reference')";
    const { code, err } = await evaluate('program.mjs', 'ensureProgram', ask, { praat: '/bin/true' });
    expect([code, err]).toEqual([0, '']);
  });

  it('that cannot be installed is requested, with its purpose and the command', async () => {
    const { code, err } = await evaluate(
      'program.mjs',
      'ensureProgram',
      "await ensureProgram('praat', 'the reference')",
    );
    expect(code).toBe(1);
    expect(err).toContain('the reference needs praat');
    expect(err).toContain('sudo apt-get update && sudo apt-get install -y praat');
  });
});

it('a program of a package with another name is requested by the package', async () => {
  const ask = "await ensureProgram('promtool', 'alerting', 'prometheus')";
  const { code, err } = await evaluate('program.mjs', 'ensureProgram', ask);
  expect(code).toBe(1);
  expect(err).toContain('alerting needs promtool');
  expect(err).toContain('sudo apt-get update && sudo apt-get install -y prometheus');
});

describe('a recording', () => {
  const decode = (path: string) =>
    `await decodeRecording(${JSON.stringify(path)}).then(({ length }) => console.log(length), ({ message }) => console.log(message))`;

  it('without a decoder gives an error with the command that installs one', async () => {
    const { out } = await evaluate('speech.mjs', 'decodeRecording', decode('call.wav'));
    expect(out).toContain('ffmpeg is missing: sudo apt-get update && sudo apt-get install -y ffmpeg');
  });

  it('that cannot be decoded is named in the error', async () => {
    const { out } = await evaluate('speech.mjs', 'decodeRecording', decode('no-recording.wav'), {
      ffmpeg: '/bin/false',
    });
    expect(out).toBe('cannot decode no-recording.wav\n');
  });

  it.skipIf(ffmpeg === undefined)('is decoded to samples', async () => {
    const path = join(folder, 'voice.wav');
    await writeWav(path, synthesizeVoice('sad', 1), 16_000);
    const { out } = await evaluate('speech.mjs', 'decodeRecording', decode(path), { ffmpeg: ffmpeg! });
    expect(Number(out)).toBe(16_000);
  });
});
