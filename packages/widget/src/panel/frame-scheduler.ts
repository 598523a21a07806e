/** Ten pictures a second are more than anyone reads. */
export const MIN_FRAME_MS = 95;

/** What a scheduler needs of a page. */
export interface FrameClock {
  requestFrame(callback: () => void): number;
  cancelFrame(handle: number): void;
  nowMs(): number;
}

/**
 * Runs one callback per animation frame at most, and not more often than every {@link MIN_FRAME_MS}, however often
 * it is asked. A hidden tab gets no frames, so there nothing piles up: one request stays open.
 */
export class FrameScheduler {
  private handle: number | undefined;
  private lastMs = -Infinity;

  constructor(
    private readonly clock: FrameClock,
    private readonly run: () => void,
  ) {}

  /** Asks for the callback to run. */
  request(): void {
    this.handle ??= this.clock.requestFrame(this.onFrame);
  }

  /** Takes the request back. */
  cancel(): void {
    if (this.handle !== undefined) {
      this.clock.cancelFrame(this.handle);
      this.handle = undefined;
    }
  }

  private readonly onFrame = (): void => {
    const now = this.clock.nowMs();
    if (now - this.lastMs < MIN_FRAME_MS) {
      this.handle = this.clock.requestFrame(this.onFrame);
      return;
    }
    this.handle = undefined;
    this.lastMs = now;
    this.run();
  };
}

/** The page's own frames and clock. */
export const pageClock: FrameClock = {
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  nowMs: () => performance.now(),
};
