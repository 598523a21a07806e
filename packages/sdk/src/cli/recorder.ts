import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { CliError } from './cli-error.js';

interface Recorder {
  readonly program: string;
  /** Writes 16-bit little-endian mono samples to standard output. */
  readonly args: (rate: number) => readonly string[];
}

const RECORDERS: readonly Recorder[] = [
  { program: 'arecord', args: (rate) => ['-q', '-t', 'raw', '-f', 'S16_LE', '-c', '1', '-r', String(rate)] },
  {
    program: 'rec',
    args: (rate) => ['-q', '-t', 'raw', '-e', 'signed', '-b', '16', '-L', '-c', '1', '-r', String(rate), '-'],
  },
  {
    program: 'ffmpeg',
    args: (rate) => [
      ...['-v', 'error', '-f', process.platform === 'darwin' ? 'avfoundation' : 'pulse'],
      ...['-i', process.platform === 'darwin' ? ':default' : 'default'],
      ...['-ac', '1', '-ar', String(rate), '-f', 's16le', '-'],
    ],
  },
];

export type Recording = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Records from the default microphone with a program of the system, because Node has no access to a microphone.
 * @throws CliError that says what to install
 */
export const record = (rate: number, path = process.env['PATH'] ?? ''): Recording => {
  const recorder = RECORDERS.find(({ program }) => isInstalled(program, path));
  if (recorder === undefined) {
    throw new CliError(
      'no recorder found: install ALSA’s arecord (apt-get install alsa-utils), SoX (rec) or ffmpeg, or pipe 16-bit PCM in',
    );
  }
  return spawn(recorder.program, recorder.args(rate), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: path },
  });
};

const isInstalled = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
