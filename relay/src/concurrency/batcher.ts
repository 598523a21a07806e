/**
 * Collects the items that arrive during one query into the next one (group commit). A single item does not wait. Under
 * load, one query carries many items.
 */
export class Batcher<Item, Result> {
  private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  private readonly most: number;
  private waiting: Waiting<Item, Result>[] = [];
  private running: Promise<void> | undefined;

  /**
   * @param run handles a batch and returns a result for each item, in order
   * @param most the maximum number of items in one batch
   */
  constructor(run: (items: readonly Item[]) => Promise<readonly Result[]>, most = 100) {
    this.run = run;
    this.most = most;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.running ??= this.drain();
    });
  }

  private async drain(): Promise<void> {
    // Waits one turn of the event loop, so that items of the same turn share the first query.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        const results = await this.run(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, i) => {
          const result = results[i];
          if (i < results.length) resolve(result as Result);
          else reject(new Error('a batch gave fewer results than it had items'));
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.running = undefined;
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
