import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type LogSink, LogStream, pipeSink } from './log-stream.js';
import { createLogger } from './logger.js';

/** A sink whose reader reads when it is told to. */
class ManualSink implements LogSink {
  waiting: string[] = [];
  readonly read: string[] = [];

  write(line: string): void {
    this.waiting.push(line);
  }

  waitingBytes(): number {
    return this.waiting.join('').length;
  }

  take(): void {
    this.read.push(...this.waiting.splice(0));
  }

  flush(): Promise<void> {
    this.take();
    return Promise.resolve();
  }
}

const line = (n: number): string => `${String(n).padStart(9, '0')}\n`;

describe('the log on its way out', () => {
  it('keeps what its reader has not taken up to a bound, drops and counts the rest, and says so afterwards', () => {
    const sink = new ManualSink();
    const stream = new LogStream(sink, 1_000);
    for (let n = 0; n < 115; n++) stream.write(line(n));
    expect(sink.waiting).toEqual(Array.from({ length: 100 }, (_, n) => line(n)));
    expect(stream.dropped).toBe(15);
    sink.take();
    stream.write(line(115));
    stream.write(line(116));
    expect(sink.waiting.slice(1)).toEqual([line(115), line(116)]);
    expect(JSON.parse(sink.waiting[0] ?? '')).toMatchObject({ level: 40, lines: 15 });
    expect(stream.dropped).toBe(15);
  });

  it('over a pipe that nobody reads returns at once, and ends within its time', async () => {
    const stuck = new Writable({ write: () => undefined });
    const stream = new LogStream(pipeSink(stuck), 10_000);
    const log = createLogger('info', stream);
    for (let n = 0; n < 1_000; n++) log.info({ n }, 'a line');
    expect(stuck.writableLength).toBeLessThan(10_200);
    expect(stream.dropped).toBeGreaterThan(800);
    await stream.flush(20);
  });

  it('over a pipe loses nothing when it is read, and waits for its reader at the end', async () => {
    const pipe = new PassThrough({ highWaterMark: 64 });
    const stream = new LogStream(pipeSink(pipe));
    const log = createLogger('info', stream);
    for (let n = 0; n < 500; n++) log.info({ n }, 'a line');
    const flushed = stream.flush(10_000);
    let text = '';
    pipe.setEncoding('utf8').on('data', (part: string) => (text += part));
    await flushed;
    expect(text.trim().split('\n')).toHaveLength(500);
    expect(stream.dropped).toBe(0);
  });

  it('survives a reader that is gone', async () => {
    const pipe = new PassThrough();
    const stream = new LogStream(pipeSink(pipe));
    const closed = new Promise((resolve) => pipe.once('close', resolve));
    pipe.destroy(new Error('EPIPE'));
    await closed;
    stream.write('nobody hears this\n');
    expect(stream.dropped).toBe(1);
    await stream.flush(20);
  });
});
