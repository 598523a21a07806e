/** Requests and decisions are written after at most this time. */
const INTERVAL_MS = 2_000;
/**
 * A crash loses at most this much of what sessions learned about their calls. The audio is safe: the client
 * still has it. Each write takes the database milliseconds per session. Writing every other second cost more
 * than half of what the analysis of a stream costs.
 */
const PROGRESS_INTERVAL_MS = 8_000;

/** What the newest checkpoint of a session lacks. */
export class CheckpointNeed {
  private lacksChange = true;
  private lacksProgress = true;

  /** Something was requested or decided: a pause, a consent, a correction. */
  changed(): void {
    this.lacksChange = true;
  }

  /** There is more audio or another result. A replay brings these again, but not their statistics. */
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
