/** The operator's command line, as run from a shell. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type RelayProcess, repositoryRoot } from './relay-process.js';

const entry = join(repositoryRoot, 'relay/dist/main.js');

/** Runs a command against a relay, with its data folder. @returns exit code, and stdout and stderr together */
export const runCommand = async (
  relay: RelayProcess,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, UNDERTONE_DATA_DIR: relay.dataDir, UNDERTONE_ADMIN_URL: relay.url },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};
