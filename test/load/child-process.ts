/** A child process of this folder with typed messages: `ask` and `next` wait for a message of a kind. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export class BenchChild {
  private readonly messages: { kind: string }[] = [];
  private wake: (() => void) | undefined;
  private ended: string | undefined;

  private constructor(readonly process: ChildProcess) {
    process.on('message', (message) => {
      this.messages.push(message as { kind: string });
      this.wake?.();
    });
    process.on('exit', (code, signal) => {
      this.ended = `ended with ${signal ?? code ?? 'nothing'}`;
      this.wake?.();
    });
  }

  /** @param module a TypeScript file of this folder */
  static start(module: string, args: readonly string[]): BenchChild {
    const script = fileURLToPath(new URL('child.mjs', import.meta.url));
    return new BenchChild(
      fork(script, [module, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
  }

  /** Waits for the next message of a kind and drops the others before it. */
  async next<T extends { kind: string }>(kind: T['kind'], withinMs: number): Promise<T> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const found = this.messages.findIndex((message) => message.kind === kind);
      if (found >= 0) return this.messages.splice(0, found + 1).at(-1) as T;
      if (this.ended !== undefined) throw new Error(`waiting for ${kind}: the process ${this.ended}`);
      const remaining = deadline - performance.now();
      if (remaining <= 0) throw new Error(`no ${kind} within ${withinMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remaining);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async ask<T extends { kind: string }>(question: string, kind: T['kind'], withinMs = 10_000): Promise<T> {
    this.process.send(question);
    return this.next<T>(kind, withinMs);
  }

  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const exit = once(this.process, 'exit');
    if (this.process.connected) this.process.send('stop', () => undefined); // it may have just ended
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 3_000);
    await exit;
    clearTimeout(timer);
  }
}
