/** Runs steps one after the other, in the order in which they were added, such as confirmations that wait for results. */
export class SerialQueue {
  private tail: Promise<void> = Promise.resolve();

  constructor(private readonly onError: (error: unknown) => void) {}

  /** Runs `step` after all steps before it. A step that fails does not stop the next ones. */
  add(step: () => Promise<void> | void): void {
    this.tail = this.tail.then(step).catch((error: unknown) => this.onError(error));
  }

  /** Resolves when every step so far is done. */
  settled(): Promise<void> {
    return this.tail;
  }
}
