// @ts-check
/** Finds the labeled speech, and decodes any recording with ffmpeg. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureProgram, installCommand } from './program.mjs';
import { root } from './run.mjs';

const execute = promisify(execFile);

/** The folder of speech: `UNDERTONE_SPEECH_DIR`, or `shared/speech` next to the repository. */
export const speechFolder = process.env.UNDERTONE_SPEECH_DIR ?? join(root, '../shared/speech');

/** Whether there is any speech. Without it, tests and benchmarks use synthesized voices and say so. */
export const hasSpeech = existsSync(join(speechFolder, 'index.csv'));

/** Finds or installs ffmpeg when there is speech to decode. If that fails, prints the exact command and ends the process. */
export async function ensureSpeechDecoder() {
  if (hasSpeech) await ensureProgram('ffmpeg', `decoding the speech in ${speechFolder}`);
}

/**
 * Samples of a recording, 16 kHz mono, -1 to 1.
 * @param {string} path
 * @returns {Promise<Float32Array<ArrayBuffer>>}
 * @throws Error that names the file, or the command that installs ffmpeg
 */
export async function decodeRecording(path) {
  const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', '16000', '-f', 'f32le', '-'];
  try {
    const { stdout } = await execute('ffmpeg', args, { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 });
    // Copied, because a pooled buffer may start at an offset that is not aligned for floats.
    return new Float32Array(Uint8Array.from(stdout).buffer);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const message = missing ? `ffmpeg is missing: ${installCommand('ffmpeg')}` : `cannot decode ${path}`;
    throw new Error(message, { cause: error });
  }
}
