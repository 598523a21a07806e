/** A program as a child process, whose output is kept and can be waited for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type RunningProgram = ReturnType<typeof startProgram>;

export const startProgram = (program: string, args: readonly string[], cwd: string) => {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      listeners.forEach((listen) => listen());
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    ended,
    said: () => text,
    says: (wanted: RegExp) =>
      Promise.race([
        new Promise<void>((resolve) => {
          listeners.add(() => {
            if (wanted.test(text)) resolve();
          });
        }),
        ended.then((code) => {
          throw new Error(`${program} ended with ${code}:\n${text.slice(-2_000)}`);
        }),
      ]),
    /** Asks it to end, unless it has. */
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
};
