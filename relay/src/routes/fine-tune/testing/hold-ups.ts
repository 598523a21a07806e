/** Where the worker can be stopped. `taken`: it has the job and has not started it. */
export type Step = 'taken' | 'preparing' | 'training' | 'evaluating';

export interface HeldUp {
  /** Resolves when the worker waits there. */
  readonly reached: Promise<void>;
  release(): void;
}

/** Stops the worker at its next step of a kind until the test lets it go on. */
export class HoldUps {
  private readonly held = new Map<Step, { reach(): void; readonly over: Promise<void> }>();

  holdUp(step: Step): HeldUp {
    let reach = (): void => undefined;
    let release = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    this.held.set(step, { reach, over: new Promise<void>((resolve) => (release = resolve)) });
    return {
      reached,
      release: () => {
        this.held.delete(step);
        release();
      },
    };
  }

  /** The worker comes to a step. Resolves at once where nobody holds it up. */
  async pass(step: Step): Promise<void> {
    const inTheWay = this.held.get(step);
    inTheWay?.reach();
    await inTheWay?.over;
  }
}
