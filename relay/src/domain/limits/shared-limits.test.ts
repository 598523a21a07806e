import { describe, expect, it } from 'vitest';
import { type CountResult, SharedRequestLimiter } from './shared-request-limiter.js';
import { SharedRequestSlots, type SlotOrder, type SlotStore } from './shared-request-slots.js';

const SUBJECT = { orgId: 'org_1', orgLimit: 10, keyId: 'key_1', keyLimit: 5 };
const NOW_MS = 100_000;

/** A limiter whose store answers this of the one key. */
const limiterOver = (answer: Omit<CountResult, 'orgId' | 'keyId'>): SharedRequestLimiter =>
  new SharedRequestLimiter({
    counts: { count: () => Promise.resolve([{ orgId: 'org_1', keyId: 'key_1', ...answer }]) },
    insurance: { take: () => Promise.reject(new Error('the store answers')) },
    nowMs: () => NOW_MS,
    onFailed: (error) => {
      throw error;
    },
  });

describe('requests that relays count together', () => {
  it('are told what is left after each of those that were counted at once', async () => {
    const limiter = limiterOver({
      granted: 2,
      organization: { used: 1, endsAtMs: NOW_MS + 50_000 },
      key: { used: 3, endsAtMs: NOW_MS + 40_000 },
    });
    const states = await Promise.all([limiter.take(SUBJECT), limiter.take(SUBJECT), limiter.take(SUBJECT)]);
    expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    expect(states[2]).toMatchObject({ limit: 5, resetS: 140, retryAfterS: 40 });
  });

  it('never have less than nothing left, or no second to wait, after a plan got smaller', async () => {
    const ended = { used: 20, endsAtMs: NOW_MS - 1 };
    const limiter = limiterOver({ granted: 0, organization: ended, key: ended });
    expect(await limiter.take(SUBJECT)).toMatchObject({ allowed: false, remaining: 0, retryAfterS: 1 });
  });

  it('wait for the later of two windows that are both used up', async () => {
    const limiter = limiterOver({
      granted: 0,
      organization: { used: 10, endsAtMs: NOW_MS + 50_000 },
      key: { used: 5, endsAtMs: NOW_MS + 10_000 },
    });
    expect(await limiter.take(SUBJECT)).toMatchObject({ allowed: false, limit: 10, retryAfterS: 50 });
  });
});

/** Grants everything, and keeps what it was told. */
class Told implements SlotStore {
  readonly orders: SlotOrder[] = [];
  left = false;
  private answers: (() => void)[] | undefined;

  async take(orders: readonly SlotOrder[]): Promise<ReadonlyMap<string, number>> {
    if (this.answers !== undefined) await new Promise<void>((resolve) => this.answers?.push(resolve));
    this.orders.push(...orders);
    return new Map(orders.map(({ orgId, wanted }) => [orgId, wanted]));
  }

  leave(): Promise<void> {
    this.left = true;
    return Promise.resolve();
  }

  /** From now on it answers nobody until the returned function is called. */
  hold(): () => void {
    this.answers = [];
    return () => {
      for (const answer of this.answers ?? []) answer();
      this.answers = undefined;
    };
  }
}

describe('places that relays give out together', () => {
  it('are told again with each renewal, so that their lease goes on, and only while somebody has one', async () => {
    const store = new Told();
    const slots = new SharedRequestSlots({ store, onFailed: () => undefined });
    const place = await slots.acquire('org_1', 5);
    store.orders.length = 0;
    await slots.renew();
    expect(store.orders).toEqual([{ orgId: 'org_1', held: 1, wanted: 0, most: 0 }]);
    place?.release();
    await slots.renew();
    store.orders.length = 0;
    await slots.renew();
    expect(store.orders).toEqual([]);
  });

  it('are given back only after what is still on its way', async () => {
    const store = new Told();
    const slots = new SharedRequestSlots({ store, onFailed: () => undefined });
    const answer = store.hold();
    const place = slots.acquire('org_1', 5);
    const closed = slots.close();
    await Promise.resolve();
    expect(store.left).toBe(false);
    answer();
    await Promise.all([place, closed]);
    expect(store.orders).toHaveLength(1);
    expect(store.left).toBe(true);
  });
});
