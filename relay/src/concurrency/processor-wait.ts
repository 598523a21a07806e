import { closeSync, openSync, readSync } from 'node:fs';

/**
 * How long this process's first thread was ready to run and had no processor, ms in all. On a machine with other work this is what the
 * thread lost, not what it took. Linux only: elsewhere, or where the kernel keeps no such figures, 0.
 */
export class ProcessorWait {
  private readonly buffer = Buffer.alloc(128);
  private file: number | undefined;

  constructor(path = '/proc/self/schedstat') {
    try {
      this.file = openSync(path, 'r');
    } catch {
      this.file = undefined; // no Linux
    }
  }

  /** Cheap enough for fifty times a second. */
  readonly totalMs = (): number => {
    if (this.file === undefined) return 0;
    const size = readSync(this.file, this.buffer, 0, this.buffer.length, 0);
    // Nanoseconds on a processor, nanoseconds waited for one, turns.
    const waitedNs = Number(this.buffer.toString('latin1', 0, size).split(' ')[1]);
    return Number.isFinite(waitedNs) ? waitedNs / 1e6 : 0;
  };

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}
