/** A model that fails does so with every span: once a minute is enough for a log. */
const TELL_EVERY_MS = 60_000;

/** Tells what a model threw: its caller knows only that there is no reading. */
export class FailureTeller {
  private toldAtMs = -Infinity;

  /** @param now monotonic, ms */
  constructor(
    private readonly tell: (message: string) => void,
    private readonly now: () => number,
  ) {}

  /** The same function: what it throws is told, at most once a minute for all that are watched, and thrown on. */
  watch<Given extends unknown[], Result>(
    run: (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result> {
    return async (...given) => {
      try {
        return await run(...given);
      } catch (error) {
        const nowMs = this.now();
        if (nowMs - this.toldAtMs >= TELL_EVERY_MS) {
          this.toldAtMs = nowMs;
          this.tell(error instanceof Error ? error.message : String(error));
        }
        throw error;
      }
    };
  }
}
