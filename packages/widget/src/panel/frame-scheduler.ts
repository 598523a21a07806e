/** Least time between two draws: nobody reads more than ten pictures a second. */
const MIN_FRAME_MS = 95;

/** What a scheduler needs from a page. */
export interface FrameClock {
  requestFrame(callback: () => void): number;
  cancelFrame(handle: number): void;
  nowMs(): number;
}

/**
 * Runs the callback at most once per animation frame and at most once every {@link MIN_FRAME_MS}, at any rate of
 * requests. A hidden tab gets no frames: one request stays open and no more pile up.
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

  /** Cancels the request. */
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
