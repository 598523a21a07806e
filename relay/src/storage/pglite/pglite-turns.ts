/**
 * Decides who uses the single connection of the embedded database: in order of request, urgent requests
 * first.
 */
export class PgliteTurns {
  private readonly urgent: (() => void)[] = [];
  private readonly others: (() => void)[] = [];
  private taken = false;

  get isTaken(): boolean {
    return this.taken;
  }

  /** How many wait for the connection. */
  get waiting(): number {
    return this.urgent.length + this.others.length;
  }

  /** Resolves when the caller has the connection. The caller must call {@link release} afterward. */
  async acquire(urgent: boolean): Promise<void> {
    if (this.taken) await new Promise<void>((resolve) => (urgent ? this.urgent : this.others).push(resolve));
    this.taken = true;
  }

  release(): void {
    const next = this.urgent.shift() ?? this.others.shift();
    // Passed on directly, so that a new request cannot go first.
    if (next === undefined) this.taken = false;
    else next();
  }
}
