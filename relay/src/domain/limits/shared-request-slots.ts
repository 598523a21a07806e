import { type RequestSlot, type RequestSlots, releasingOnce } from './request-slots.js';

/** What one relay tells the store about one organization. */
export interface SlotOrder {
  readonly orgId: string;
  /** Places this relay holds already: written as a whole, so that nothing drifts. */
  readonly held: number;
  readonly wanted: number;
  readonly most: number;
}

/** Where relays agree on who holds how many places. A relay that does not speak up for 30 s holds none. */
export interface SlotStore {
  /** @returns how many of the wanted places are granted, by organization */
  take(orders: readonly SlotOrder[]): Promise<ReadonlyMap<string, number>>;
  /** Gives back everything this relay holds. */
  leave(): Promise<void>;
}

export interface SharedRequestSlotsOptions {
  readonly store: SlotStore;
  /** The store did not answer; places are counted for this relay alone until it does. */
  readonly onFailed: (error: unknown) => void;
}

interface Waiting {
  readonly most: number;
  readonly resolve: (granted: boolean) => void;
}

/** The places of relays that share a database. One statement is in flight, for all organizations that want something. */
export class SharedRequestSlots implements RequestSlots {
  private readonly options: SharedRequestSlotsOptions;
  private readonly heldPlaces = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting[]>();
  /** Organizations whose count in the store is no longer true. */
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

  /** Renews the leases: to be called well within their 30 s. */
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
      // A store that does not answer is told with the next renewal, not again and again.
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
          // Two requests may have seen two plans while one was changed.
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

  /** Without the store's word, what this relay holds itself decides. */
  private hand(orgId: string, queue: readonly Waiting[], granted: number | undefined): void {
    for (const [index, { most, resolve }] of queue.entries()) {
      const has = granted === undefined ? this.held(orgId) < most : index < granted;
      if (has) this.add(orgId, 1);
      resolve(has);
    }
  }
}
