import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ChunkReader, decodeAudio, decodeJson, encodeJson, type Frame } from './child-frames.js';
import type { AudioInfo, DecodeRequest } from './decode-file.js';
import { MediaError, type MediaErrorCode } from '../common/media-error.js';

export interface ChildLimits {
  /** The compiled decode-child.define.ts; tests pass their own build. */
  readonly childUrl: URL;
  /** The size of JavaScript's heap. */
  readonly heapMb: number;
  /** All memory, checked between blocks. */
  readonly rssMb: number;
  /** The time that the child may take for one file, without the time of the receiver. */
  readonly timeoutMs: number;
}

/** Takes 16 kHz audio, one array per channel, views of memory that nobody else uses. Decoding pauses until its promise resolves. */
export type AudioSink = (channels: Float32Array<ArrayBuffer>[]) => void | Promise<void>;

/** The process ended without being asked to. */
export class ChildGone extends Error {
  override readonly name = 'ChildGone';
  constructor(
    readonly hadDelivered: boolean,
    /** By a signal that no decoder ends with by itself: somebody, or the kernel, killed it. */
    readonly wasKilled: boolean,
  ) {
    super('the decoding process ended');
  }
}

/** One decoding process. It decodes one file after the other until it fails. */
export class DecodeChild {
  alive = true;
  private readonly process: ChildProcess;
  private readonly frames: ChunkReader;
  private readonly stdin: Writable;
  private readonly exited: Promise<void>;
  private isReady = false;

  constructor(private readonly limits: ChildLimits) {
    this.process = spawn(
      process.execPath,
      [
        `--max-old-space-size=${limits.heapMb}`,
        '--disable-proto=delete',
        limits.childUrl.pathname,
        JSON.stringify({ rssLimitBytes: limits.rssMb * 2 ** 20 }),
      ],
      // No environment, so an attacker who takes over a decoder finds no secret there. The output of libraries is dropped.
      { stdio: ['pipe', 'ignore', 'ignore', 'pipe'], env: {} },
    );
    const [stdin, , , output] = this.process.stdio as unknown as [Writable, null, null, Readable];
    this.stdin = stdin;
    // If a child dies while we write to it, its output ends, and that is noticed.
    stdin.on('error', () => undefined);
    this.frames = new ChunkReader(output);
    this.exited = new Promise((resolve) => {
      const end = () => {
        this.alive = false;
        resolve();
      };
      this.process.once('exit', end);
      this.process.once('error', end);
    });
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /**
   * @throws MediaError that the child reports about the file, or `timeout` or `aborted`; ChildGone; what the sink throws.
   *   After all but the first, the child is dead.
   */
  async decode(
    file: Uint8Array,
    request: DecodeRequest,
    sink: AudioSink,
    signal: AbortSignal | undefined,
  ): Promise<AudioInfo> {
    const clock = new WorkClock(this.limits.timeoutMs, () => this.kill());
    const abort = () => this.kill();
    signal?.addEventListener('abort', abort, { once: true });
    let hadDelivered = false;
    try {
      if (isAborted(signal)) this.kill();
      if (!this.isReady) await clock.during(this.frames.readFrame());
      this.isReady = true;
      this.send(file, request);
      for (;;) {
        const frame = await clock.during(this.frames.readFrame());
        if (frame === undefined) {
          if (isAborted(signal)) throw new MediaError('aborted', 'given up');
          if (clock.isOver) throw new MediaError('timeout', 'decoding took too long');
          await clock.during(this.exited);
          throw new ChildGone(hadDelivered, this.process.signalCode === 'SIGKILL');
        }
        if (frame.kind === 'done') return decodeJson(frame.payload) as AudioInfo;
        if (frame.kind === 'failed') throw failureOf(frame);
        hadDelivered = true;
        await sink(decodeAudio(frame.payload));
      }
    } catch (error) {
      // Only a child that has finished this file can take another one.
      if (!(error instanceof ReportedFailure)) this.kill();
      else throw new MediaError(error.code, error.message);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      clock.stop();
    }
  }

  kill(): void {
    this.alive = false;
    this.process.kill('SIGKILL');
  }

  /** Ends the process and waits until it has ended. */
  async close(): Promise<void> {
    this.kill();
    await this.exited;
  }

  private send(file: Uint8Array, request: DecodeRequest): void {
    const json = encodeJson(request);
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(json.length, 0);
    lengths.writeUInt32LE(file.length, 4);
    this.stdin.write(lengths);
    this.stdin.write(json);
    this.stdin.write(file);
  }
}

class ReportedFailure extends Error {
  constructor(
    readonly code: MediaErrorCode,
    message: string,
  ) {
    super(message);
  }
}

const failureOf = ({ payload }: Frame): ReportedFailure => {
  const { code, message } = decodeJson(payload) as { code: MediaErrorCode; message: string };
  return new ReportedFailure(code, message);
};

/** A function, because the compiler does not know that a signal may change during an await. */
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Limits the time spent waiting for the child. The time of the receiver does not count. */
class WorkClock {
  isOver = false;
  private spentMs = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limitMs: number,
    private readonly onOver: () => void,
  ) {}

  async during<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.onOver();
    }, this.limitMs - this.spentMs);
    try {
      return await work;
    } finally {
      clearTimeout(this.timer);
      this.spentMs += performance.now() - startedAt;
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
