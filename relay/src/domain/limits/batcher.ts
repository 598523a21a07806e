/**
 * Collects what is asked while an answer is under way and asks for all of it at once: however many requests come, one
 * statement is in flight. The first pays no wait, the rest share one.
 */
export class Batcher<I, O> {
  private readonly run: (items: readonly I[]) => Promise<readonly O[]>;
  private waiting: {
    readonly item: I;
    readonly resolve: (result: O) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  private running = false;

  /** @param run answers each item, in the order given */
  constructor(run: (items: readonly I[]) => Promise<readonly O[]>) {
    this.run = run;
  }

  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        const results = await this.run(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index];
          if (result === undefined) reject(new Error('an item of a batch got no answer'));
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.running = false;
  }
}
