/** What was asked for or decided is written this soon. */
const INTERVAL_MS = 2_000;
/**
 * A crash loses at most this much of what sessions learned about their calls. The audio is safe: the client still has it.
 * Writing takes the database milliseconds for each session; every other second that was more than half of the cost of
 * analyzing a stream.
 */
const PROGRESS_INTERVAL_MS = 8_000;

/** What the newest checkpoint of a session lacks. */
export class CheckpointNeed {
  private lacksChange = true;
  private lacksProgress = true;

  /** Something was asked for or decided: a pause, a consent, a correction. */
  changed(): void {
    this.lacksChange = true;
  }

  /** There is more audio or another result. A replay brings those again, but not their statistics. */
  progressed(): void {
    this.lacksProgress = true;
  }

  /** A checkpoint is being written now. */
  written(): void {
    this.lacksChange = false;
    this.lacksProgress = false;
  }

  /** @param ageMs the age of the newest checkpoint */
  isDue(ageMs: number): boolean {
    return (
      (this.lacksChange && ageMs >= INTERVAL_MS) || (this.lacksProgress && ageMs >= PROGRESS_INTERVAL_MS)
    );
  }
}
