import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { RateLimiter } from '../../domain/limits/rate-limiter.js';
import { LocalRequestLimiter } from '../../domain/limits/request-limiter.js';
import { SharedRequestLimiter } from '../../domain/limits/shared-request-limiter.js';
import { SharedRequestSlots } from '../../domain/limits/shared-request-slots.js';
import { LimitRepository } from './limit-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';

const nowMs = (): number => Date.now();
const fail = (error: unknown): void => {
  throw error;
};

describe.each(DATABASES)('relays that share $name', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened.close());

  const organization = (): Promise<string> => addOrganization(opened.database.queries);
  const repository = (): LimitRepository => new LimitRepository(opened.database.queries, newId('rel'));
  const meter = (): SharedRequestLimiter =>
    new SharedRequestLimiter({
      counts: repository(),
      insurance: new LocalRequestLimiter(new RateLimiter(nowMs, nowMs)),
      nowMs,
      onFailed: fail,
    });
  const places = (): SharedRequestSlots => new SharedRequestSlots({ store: repository(), onFailed: fail });

  it('together allow exactly a key’s requests per minute', async () => {
    const subject = { orgId: await organization(), orgLimit: 1_000, keyId: newId('key'), keyLimit: 60 };
    const meters = [meter(), meter()];
    const states = await Promise.all(
      Array.from({ length: 200 }, (_, index) => meters[index % 2]!.take(subject)),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(60);
    const remaining = states.filter(({ allowed }) => allowed).map((state) => state.remaining);
    expect(new Set(remaining).size).toBe(60);
    expect(states.find(({ allowed }) => !allowed)).toMatchObject({ limit: 60, remaining: 0 });
  });

  it('count a request for its key and its organization, or for neither', async () => {
    const orgId = await organization();
    const [one, two] = [newId('key'), newId('key')];
    const relay = meter();
    const take = (keyId: string, keyLimit: number) => relay.take({ orgId, orgLimit: 5, keyId, keyLimit });
    const first = await Promise.all([take(one, 3), take(one, 3), take(one, 3), take(one, 3)]);
    expect(first.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    // The refused fourth request did not count against the organization's limit.
    const second = [await take(two, 100), await take(two, 100), await take(two, 100)];
    expect(second.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(second[2]).toMatchObject({ limit: 5, remaining: 0 });
  });

  it('start a new window when the minute is over', async () => {
    const subject = { orgId: await organization(), orgLimit: 1, keyId: newId('key'), keyLimit: 1 };
    const relay = meter();
    expect((await relay.take(subject)).allowed).toBe(true);
    expect((await relay.take(subject)).allowed).toBe(false);
    await opened.database.queries
      .updateTable('rate_windows')
      .set({ ends_at: new Date(0) })
      .execute();
    expect((await relay.take(subject)).allowed).toBe(true);
  });

  it('give each place of an organization out once, and again after its release', async () => {
    const orgId = await organization();
    const relays = [places(), places()];
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) => relays[index % 2]!.acquire(orgId, 5)),
    );
    const held = taken.filter((place) => place !== undefined);
    expect(held).toHaveLength(5);
    held[0]!.release();
    held[0]!.release();
    await Promise.all(relays.map((relay) => relay.renew()));
    const next = await Promise.all([relays[0]!.acquire(orgId, 5), relays[1]!.acquire(orgId, 5)]);
    expect(next.filter((place) => place !== undefined)).toHaveLength(1);
  });

  it('free the places of a dead relay when its lease of 30 s is over', async () => {
    const orgId = await organization();
    const [dead, alive] = [places(), places()];
    await Promise.all([1, 2, 3, 4, 5].map(() => dead.acquire(orgId, 5)));
    expect(await alive.acquire(orgId, 5)).toBeUndefined();
    const { expires_at: expiresAt } = await opened.database.queries
      .selectFrom('request_places')
      .select('expires_at')
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - nowMs()).toBeLessThanOrEqual(30_000);
    await opened.database.queries
      .updateTable('request_places')
      .set({ expires_at: new Date(0) })
      .where('org_id', '=', orgId)
      .execute();
    expect(await alive.acquire(orgId, 5)).toBeDefined();
  });

  it('release everything when they stop, and delete what has expired', async () => {
    const orgId = await organization();
    const relay = places();
    await relay.acquire(orgId, 1);
    await relay.close();
    expect(await places().acquire(orgId, 1)).toBeDefined();
    await repository().forgetExpired();
  });
});

describe('a relay whose database does not answer', () => {
  const broken = () => Promise.reject(new Error('gone'));
  const failures: unknown[] = [];
  const onFailed = (error: unknown): void => void failures.push(error);

  it('uses its own count of requests', async () => {
    const meter = new SharedRequestLimiter({
      counts: { count: broken },
      insurance: new LocalRequestLimiter(new RateLimiter(nowMs, nowMs)),
      nowMs,
      onFailed,
    });
    const subject = { orgId: 'org', orgLimit: 2, keyId: 'key', keyLimit: 9 };
    const states = [await meter.take(subject), await meter.take(subject), await meter.take(subject)];
    expect(states.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(failures).toHaveLength(3);
  });

  it('uses its own count of places, and reports it when the database answers again', async () => {
    const told: unknown[] = [];
    let answers = false;
    const relay = new SharedRequestSlots({
      onFailed,
      store: {
        take: (orders) => {
          if (!answers) return broken();
          told.push(orders);
          return Promise.resolve(new Map());
        },
        leave: broken,
      },
    });
    const held = [
      await relay.acquire('org', 2),
      await relay.acquire('org', 2),
      await relay.acquire('org', 2),
    ];
    expect(held.map((place) => place !== undefined)).toEqual([true, true, false]);
    answers = true;
    await relay.renew();
    expect(told).toEqual([[{ orgId: 'org', held: 2, wanted: 0, most: 0 }]]);
  });
});
