/** Time between two checks, by the page's clock. */
const WINDOW_MS = 1_000;
/** Less than this is jitter, drift, or a hole that nobody would hear. */
const MINIMUM_HOLE_MS = 300;
const SAMPLES_PER_MS = 16;
/** After more than this many checks in a row without a report, the clock counts as frozen. */
const SILENT_CHECKS = 3;

/**
 * Compares the sample counter of the audio thread with the page's time. It finds two problems. The thread stopped for a
 * while: then the counter stays behind, and a hole must be declared. Or the thread is stopped now although its context claims
 * to run, as in Safari's interruptions: then the graph must be rebuilt.
 *
 * A busy page gets its reports late and all at once, which looks like a hole for a moment. So only the smallest lag of all
 * reports within a second counts: the last reports of such a burst are on time again.
 */
export class ClockWatch {
  private baselineMs: number | null = null;
  private smallestMs = Infinity;
  private windowStartMs: number | null = null;
  private silentChecks = 0;

  /**
   * Takes one report.
   *
   * @returns samples that were never captured, or 0
   */
  report(sample: number, nowMs: number): number {
    this.silentChecks = 0;
    this.smallestMs = Math.min(this.smallestMs, nowMs - sample / SAMPLES_PER_MS);
    this.windowStartMs ??= nowMs;
    if (nowMs - this.windowStartMs < WINDOW_MS) return 0;
    const lagMs = this.smallestMs;
    this.windowStartMs = null;
    this.smallestMs = Infinity;
    const holeMs = this.baselineMs === null ? 0 : lagMs - this.baselineMs;
    if (holeMs < MINIMUM_HOLE_MS) {
      this.baselineMs = lagMs;
      return 0;
    }
    // The baseline stays. After the counter has skipped the hole, the lag is as before.
    return Math.round(holeMs * SAMPLES_PER_MS);
  }

  /** Call it about once a second while the context runs. @returns whether the clock is stopped */
  check(): boolean {
    return ++this.silentChecks > SILENT_CHECKS;
  }

  /** Call it after a time in which the context was not supposed to run. */
  pardon(): void {
    this.silentChecks = 0;
  }
}
