/** Whose turn it is at the embedded database's one connection: in the order of asking, what is urgent before everything else. */
export class PgliteTurns {
  private readonly urgent: (() => void)[] = [];
  private readonly others: (() => void)[] = [];
  private taken = false;

  /** Resolves when the connection is the caller's, who gives it back with {@link release}. */
  async acquire(urgent: boolean): Promise<void> {
    if (this.taken) await new Promise<void>((resolve) => (urgent ? this.urgent : this.others).push(resolve));
    this.taken = true;
  }

  release(): void {
    const next = this.urgent.shift() ?? this.others.shift();
    // Handed over directly, so that a newcomer cannot slip in between.
    if (next === undefined) this.taken = false;
    else next();
  }
}
