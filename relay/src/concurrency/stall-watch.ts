/** How often the thread shows that it is free. */
const BEAT_MS = 20;
/** A delay beyond this is a stall. Results of live streams are promised within 100 ms. */
export const STALL_MS = 50;
/** Shorter work is counted as it is. */
const DOUBTFUL_MS = 5;
/** A thread that worked has used processor time. A stopped process or a frozen machine has used none. */
const WORKED_SHARE = 0.1;
/** What nobody noted: timers, answers of the database, results of workers, the garbage collector. */
const OTHER = 'other';
const STOOD_STILL = 'stopped';

/** A time in which this thread did nothing for anybody else. */
export interface Stall {
  /** What held the thread longest, as it was noted; `other` for the rest, `stopped` when the whole process stood still. */
  readonly work: string;
  /** How long that held it, ms. */
  readonly workMs: number;
  /** How late the thread was, ms. */
  readonly delayMs: number;
  /** For how much of that it had no processor, ms: the machine's other work, not this thread's. */
  readonly waitedMs: number;
}

export interface StallWatchOptions {
  readonly onStall: (stall: Stall) => void;
  /** Monotonic. */
  readonly nowMs: () => number;
  /** Processor time of this process. */
  readonly cpuMs: () => number;
  /** How long this thread waited for a processor in all. Absent: never. */
  readonly waitedMs?: () => number;
  /** Each stretch of noted work, and how long it took of the thread. */
  readonly onHeld?: (work: string, ms: number) => void;
  /** How late each sign of life was. */
  readonly onBeat?: (delayMs: number) => void;
  /** Calls back after what the event loop has at hand. Tests replace it. */
  readonly afterThis?: (callback: () => void) => void;
}

/**
 * Watches how long this thread is held, and by what. Work is noted where it begins. Between two notes, or until the loop's
 * turn ends, the thread belongs to the first of them.
 */
export class StallWatch {
  private readonly options: StallWatchOptions;
  private timer: NodeJS.Timeout | undefined;
  private work = OTHER;
  private sinceMs: number;
  private longest = OTHER;
  private longestMs = 0;
  private lastBeatMs: number;
  private lastCpuMs: number;
  private lastWaitedMs: number;
  /** Stretches that may not have had the processor all the time. The next beat knows. */
  private doubtful: { readonly work: string; readonly ms: number }[] = [];
  private isEnding = false;

  constructor(options: StallWatchOptions) {
    this.options = options;
    this.sinceMs = options.nowMs();
    this.lastBeatMs = this.sinceMs;
    this.lastCpuMs = options.cpuMs();
    this.lastWaitedMs = options.waitedMs?.() ?? 0;
  }

  start(): this {
    this.timer ??= setInterval(() => this.beat(), BEAT_MS).unref();
    return this;
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Notes what the thread does from now on. @param work one of few names, because metrics count by it */
  begin(work: string): void {
    this.turnTo(work);
    if (this.isEnding) return;
    this.isEnding = true;
    (this.options.afterThis ?? setImmediate)(this.end);
  }

  /** One sign of life. {@link start} calls it regularly. */
  beat(): void {
    this.turnTo(OTHER);
    const nowMs = this.sinceMs;
    const cpuMs = this.options.cpuMs();
    const delayMs = nowMs - this.lastBeatMs - BEAT_MS;
    const waitedMs = this.waitedSinceBeat();
    const worked = cpuMs - this.lastCpuMs > delayMs * WORKED_SHARE;
    const [work, workMs] = worked ? [this.longest, this.longestMs] : [STOOD_STILL, delayMs];
    this.lastBeatMs = nowMs;
    this.lastCpuMs = cpuMs;
    this.longest = OTHER;
    this.longestMs = 0;
    this.options.onBeat?.(Math.max(0, delayMs - waitedMs));
    if (delayMs > STALL_MS) this.options.onStall({ work, workMs, delayMs, waitedMs });
  }

  private waitedSinceBeat(): number {
    const totalMs = this.options.waitedMs?.() ?? 0;
    const waitedMs = totalMs - this.lastWaitedMs;
    this.lastWaitedMs = totalMs;
    // What was waited is taken off once, from the first that can have waited.
    let restMs = waitedMs;
    for (const { work, ms } of this.doubtful) {
      const offMs = Math.min(ms, restMs);
      restMs -= offMs;
      this.options.onHeld?.(work, ms - offMs);
    }
    this.doubtful = [];
    return waitedMs;
  }

  private readonly end = (): void => {
    this.isEnding = false;
    this.turnTo(OTHER);
  };

  private turnTo(work: string): void {
    const nowMs = this.options.nowMs();
    const heldMs = nowMs - this.sinceMs;
    if (heldMs > this.longestMs) {
      this.longest = this.work;
      this.longestMs = heldMs;
    }
    if (this.work !== OTHER) this.noteHeld(heldMs);
    this.work = work;
    this.sinceMs = nowMs;
  }

  private noteHeld(ms: number): void {
    if (this.options.onHeld === undefined) return;
    if (ms < DOUBTFUL_MS) this.options.onHeld(this.work, ms);
    else this.doubtful.push({ work: this.work, ms });
  }
}
