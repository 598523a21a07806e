/** One comparison of voices after the other, behind the stream. What fails is told and holds nothing up. */
export class ComparisonQueue {
  private readonly onFailed: (error: unknown) => void;
  private last: Promise<void> = Promise.resolve();
  private epoch = 0;

  constructor(onFailed: (error: unknown) => void) {
    this.onFailed = onFailed;
  }

  /** @param work asks `isCurrent` after each wait: once it was disowned it says nothing */
  add(work: (isCurrent: () => boolean) => Promise<void>): void {
    const { epoch } = this;
    this.last = this.last.then(async () => {
      try {
        await work(() => this.epoch === epoch);
      } catch (error) {
        this.onFailed(error);
      }
    });
  }

  /** Everything was forgotten: what was added before counts no more. */
  disown(): void {
    this.epoch++;
  }

  /** Resolves when everything so far is done. */
  settled(): Promise<void> {
    return this.last;
  }
}
