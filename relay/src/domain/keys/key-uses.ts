export interface KeyUseStore {
  /** Notes when keys were last used, all in one statement. */
  noteUses(uses: ReadonlyMap<string, Date>): Promise<void>;
}

export interface KeyUsesOptions {
  readonly store: KeyUseStore;
  readonly nowMs: () => number;
  readonly onFailed: (error: unknown) => void;
}

/** Collects when keys were last used. A thousand requests a minute cause one write in each round, not a thousand. */
export class KeyUses {
  private readonly options: KeyUsesOptions;
  private uses = new Map<string, Date>();

  constructor(options: KeyUsesOptions) {
    this.options = options;
  }

  note(keyId: string): void {
    this.uses.set(keyId, new Date(this.options.nowMs()));
  }

  /** Writes the collected times. If that fails, they go into the next round, except for keys that were used again by then. */
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    try {
      await this.options.store.noteUses(uses);
    } catch (error) {
      this.options.onFailed(error);
      for (const [keyId, at] of uses) if (!this.uses.has(keyId)) this.uses.set(keyId, at);
    }
  }
}
