import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pino } from 'pino';

/** Bytes that wait for a slow reader of the log, at most: some 10,000 lines. */
const MOST_BYTES = 4 * 1024 * 1024;
const STDERR = 2;

/** Where lines go. Writing returns at once, and what cannot be written yet waits. */
export interface LogSink {
  write(line: string): void;
  waitingBytes(): number;
  /** Resolves when nothing waits, or after this time. */
  flush(withinMs: number): Promise<void>;
}

/**
 * The log on its way out. A reader that is stuck (a full pipe, a journal that hangs) holds nobody: above a bound lines are
 * dropped and counted, and the log says how many as soon as there is room again.
 */
export class LogStream {
  private readonly sink: LogSink;
  private readonly mostBytes: number;
  private untold = 0;
  /** Lines that were dropped since the start. */
  dropped = 0;

  constructor(sink: LogSink, mostBytes = MOST_BYTES) {
    this.sink = sink;
    this.mostBytes = mostBytes;
  }

  write(line: string): void {
    // Half of it has to be free again, or a slow reader would get as many notes as lines.
    const most = this.untold > 0 ? this.mostBytes / 2 : this.mostBytes;
    if (this.sink.waitingBytes() >= most) {
      this.dropped += 1;
      this.untold += 1;
      return;
    }
    if (this.untold > 0) this.sink.write(noteOf(this.untold));
    this.untold = 0;
    this.sink.write(line);
  }

  /** Waits until everything is written, but not for a reader that is stuck. */
  flush(withinMs: number): Promise<void> {
    return this.sink.flush(withinMs);
  }
}

const noteOf = (lines: number): string =>
  `${JSON.stringify({ level: pino.levels.values['warn'], time: Date.now(), lines, msg: 'log lines were dropped: their reader was too slow' })}\n`;

/** The log of a process on its stderr. */
export const stderrStream = (): LogStream =>
  new LogStream(fstatSync(STDERR).isFile() ? fileSink() : pipeSink(process.stderr));

/** A pipe or a socket: Node writes what fits, and keeps the rest without a thread that waits. */
export const pipeSink = (stream: Writable): LogSink => {
  // A reader that is gone (EPIPE) must not end the relay. What is written then is lost.
  stream.on('error', () => undefined);
  return {
    write: (line) => void stream.write(line),
    waitingBytes: () => (stream.writable ? stream.writableLength : Infinity),
    flush: (withinMs) =>
      within(withinMs, (done) => {
        if (stream.writableLength === 0) done();
        else stream.write('', done);
      }),
  };
};

/** A file: written by another thread. While its disk is full, what waits is tried again with each line. */
const fileSink = (): LogSink => {
  let waiting = 0;
  const file = pino.destination({ fd: STDERR, sync: false });
  file.on('write', (bytes: number) => (waiting = Math.max(0, waiting - bytes)));
  file.on('error', () => undefined);
  return {
    write: (line) => {
      waiting += Buffer.byteLength(line);
      file.write(line);
    },
    waitingBytes: () => waiting,
    flush: (withinMs) => within(withinMs, (done) => file.flush(() => done())),
  };
};

const within = (ms: number, work: (done: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    work(() => {
      clearTimeout(timer);
      resolve();
    });
  });
