import { type RequestSlot, type RequestSlots, releasingOnce } from './request-slots.js';

/** What one relay tells the store about one organization. */
export interface SlotOrder {
  readonly orgId: string;
  /** All places that this relay holds already. The total is written, not a change of it, so that nothing drifts. */
  readonly held: number;
  readonly wanted: number;
  readonly most: number;
}

/** Where relays agree on who holds how many places. A relay that does not report for 30 s holds none. */
export interface SlotStore {
  /** @returns how many of the wanted places are granted, by organization */
  take(orders: readonly SlotOrder[]): Promise<ReadonlyMap<string, number>>;
  /** Gives back everything this relay holds. */
  leave(): Promise<void>;
}

export interface SharedRequestSlotsOptions {
  readonly store: SlotStore;
  /** Called when the store did not answer. Places are counted for this relay alone until it does. */
  readonly onFailed: (error: unknown) => void;
}

interface Waiting {
  readonly most: number;
  readonly resolve: (granted: boolean) => void;
}

/** The places of relays that share a database. One statement at a time covers all organizations that need one. */
export class SharedRequestSlots implements RequestSlots {
  private readonly options: SharedRequestSlotsOptions;
  private readonly heldPlaces = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting[]>();
  /** Organizations whose count in the store is out of date. */
  private readonly changed = new Set<string>();
  private round: Promise<void> | undefined;
  private failing = false;

  constructor(options: SharedRequestSlotsOptions) {
    this.options = options;
  }

  async acquire(orgId: string, most: number): Promise<RequestSlot | undefined> {
    const granted = await new Promise<boolean>((resolve) => {
      const queue = this.waiting.get(orgId) ?? [];
      queue.push({ most, resolve });
      this.waiting.set(orgId, queue);
      this.start();
    });
    return granted ? releasingOnce(() => this.release(orgId)) : undefined;
  }

  held(orgId: string): number {
    return this.heldPlaces.get(orgId) ?? 0;
  }

  /** Renews the leases. Call it well within their 30 s. */
  async renew(): Promise<void> {
    for (const orgId of this.heldPlaces.keys()) this.changed.add(orgId);
    this.start();
    await this.round;
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    await this.round;
    try {
      await this.options.store.leave();
    } catch (error) {
      // The leases run out by themselves.
      this.options.onFailed(error);
    }
  }

  private release(orgId: string): void {
    this.add(orgId, -1);
    this.changed.add(orgId);
    this.start();
  }

  private add(orgId: string, count: number): void {
    const held = this.held(orgId) + count;
    if (held > 0) this.heldPlaces.set(orgId, held);
    else this.heldPlaces.delete(orgId);
  }

  private start(): void {
    this.round ??= this.run().finally(() => {
      this.round = undefined;
      // If the store does not answer, the change is written with the next renewal, not retried at once.
      if (this.waiting.size > 0 || (this.changed.size > 0 && !this.failing)) this.start();
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.size > 0 || this.changed.size > 0) {
      const waiting = new Map(this.waiting);
      const changed = new Set([...this.changed, ...waiting.keys()]);
      this.waiting.clear();
      this.changed.clear();
      const orders = [...changed].map((orgId) => {
        const queue = waiting.get(orgId) ?? [];
        return {
          orgId,
          held: this.held(orgId),
          wanted: queue.length,
          // If the plan was just changed, two requests may have seen different plans.
          most: Math.max(0, ...queue.map(({ most }) => most)),
        };
      });
      let granted: ReadonlyMap<string, number> | undefined;
      try {
        granted = await this.options.store.take(orders);
        this.failing = false;
      } catch (error) {
        this.failing = true;
        for (const orgId of changed) this.changed.add(orgId);
        this.options.onFailed(error);
      }
      for (const [orgId, queue] of waiting) this.hand(orgId, queue, granted?.get(orgId));
      if (this.failing && this.waiting.size === 0) return;
    }
  }

  /** Without an answer from the store, the number of places that this relay holds decides. */
  private hand(orgId: string, queue: readonly Waiting[], granted: number | undefined): void {
    for (const [index, { most, resolve }] of queue.entries()) {
      const has = granted === undefined ? this.held(orgId) < most : index < granted;
      if (has) this.add(orgId, 1);
      resolve(has);
    }
  }
}
