/** Commands describe their usage, and refuse unknown options before they do anything. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CommandLineError, readArguments } from '../../scripts/lib/command-line.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const COMMANDS = [
  'scripts/build.mjs',
  'scripts/dev.mjs',
  'scripts/release-address.mjs',
  'scripts/release-publish.mjs',
  'scripts/size.mjs',
  'scripts/start.mjs',
  'scripts/test-firefox.mjs',
  'scripts/test-pipecat.mjs',
  'scripts/test-webkit.mjs',
  'scripts/verify.mjs',
  'packages/client/bench/worklet.mjs',
  'packages/model/bench/inference.mjs',
  'packages/model/scripts/base-set.mjs',
  'packages/model/scripts/evaluate-page.mjs',
  'packages/model/scripts/evaluate.mjs',
  'packages/model/scripts/train-page.mjs',
  'packages/model/scripts/train.mjs',
  'packages/prosody/bench/accuracy.mjs',
  'packages/prosody/bench/prosody.mjs',
  'packages/protocol/scripts/fixtures.mjs',
  'packages/protocol/scripts/generate.mjs',
  'packages/speaker/bench/diarization.mjs',
  'packages/speaker/bench/speakers.mjs',
  'packages/speaker/bench/voice-cost.mjs',
  'packages/speaker/scripts/join.mjs',
  'packages/speaker/scripts/train.mjs',
  'relay/bench/fine-tune.mjs',
  'relay/lab/evaluate-predictions.mjs',
  'relay/lab/evaluate-steering.mjs',
  'relay/scripts/media-fixtures.mjs',
  'relay/scripts/media-table.mjs',
  'relay/lab/simulate.mjs',
  'test/fuzz/fuzz.mjs',
  'test/load/bench-billing.mjs',
  'test/load/bench-hearing.mjs',
  'test/load/bench-relay.mjs',
  'test/load/bench-rest.mjs',
  'test/load/bench-uploads.mjs',
  'test/load/bench-webhooks.mjs',
  'test/load/evaluate-shown.mjs',
  'test/load/soak-webhooks.mjs',
  'test/soak/kill.mjs',
];

const run = (script: string, ...args: string[]): Promise<{ code: unknown; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: root }, (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
  });

describe.each(COMMANDS)('%s', (script) => {
  it('describes its usage with --help', async () => {
    const { code, out } = await run(script, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: /);
    expect(out.split('\n').length).toBeGreaterThan(2);
  });

  it('refuses an unknown option and names it', async () => {
    const { code, out, err } = await run(script, '--no-such-option');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^unknown_option: .*--no-such-option/);
    expect(err).toContain('Usage: ');
  });
});

describe('a command line', () => {
  const rounds = {
    options: { rounds: { type: 'string' }, store: { type: 'string' }, rows: { type: 'string' } },
    whole: ['rounds'],
    choices: { store: ['one', 'other'] },
    lists: { rows: ['R1', 'R2'] },
  } as const;
  const folder = { least: 1, most: 1, options: { deep: { type: 'boolean' } } } as const;
  const codeOf = (args: string[]): string | undefined => {
    try {
      readArguments(args, folder);
      return undefined;
    } catch (error) {
      return error instanceof CommandLineError ? error.code : 'something else';
    }
  };

  it('is parsed into options and arguments', () => {
    expect(readArguments(['--deep', 'here'], folder)).toMatchObject({
      values: { deep: true },
      positionals: ['here'],
    });
  });

  it('yields whole numbers as numbers, and lists as arrays', () => {
    const { values } = readArguments(['--rounds', '3', '--rows', 'R2,R1'], rounds);
    expect(values).toEqual({ rounds: 3, rows: ['R2', 'R1'] });
  });

  it.each([
    ['--rounds=0'],
    ['--rounds=1.5'],
    ['--rounds=many'],
    ['--rounds='],
    ['--store=third'],
    ['--rows=R1,R3'],
    ['--rows='],
  ])('is refused with %s, and the error names the option', (arg) => {
    const name = arg.split('=')[0]!;
    expect(() => readArguments([arg], rounds)).toThrow(
      expect.objectContaining({ code: 'invalid_value', message: expect.stringContaining(name) as string }),
    );
  });

  it.each([
    [[], 'missing_argument'],
    [['here', 'there'], 'unexpected_argument'],
    [['--shallow', 'here'], 'unknown_option'],
    [['--deep=3', 'here'], 'unknown_option'],
  ])('with arguments %j is refused as %s', (args, code) => {
    expect(codeOf(args)).toBe(code);
  });
});
