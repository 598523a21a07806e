import { MICRO_CREDITS_PER_CREDIT } from '../../src/domain/billing/credits.js';
import { anAuth } from '../../src/stream/testing/rig.js';
import { ManualClock } from '../../src/stream/testing/manual-clock.js';
import { LedgerCheck } from './ledger-check.js';
import { Link } from './link.js';
import type { PlantedBug } from './planted-bugs.js';
import { Random } from './random.js';
import { SimAccounts } from './sim-accounts.js';
import { SimClient } from './sim-client.js';
import { SimDatabase } from './sim-database.js';
import { SimRelay } from './sim-relay.js';
import { LEASE_MS, SimStore } from './sim-store.js';
import type { RareEvent, RareEvents } from './rare-events.js';
import { SAMPLE_RATE, Truth, Violation } from './truth.js';

const STEP_MS = 200;
const STEP_SAMPLES = (STEP_MS * SAMPLE_RATE) / 1_000;
/** A resumed session holds no place until its relay has stored that, with its next check and a slow database. */
const RESUMED_GRACE_MS = 3_000;
export const ORGS = ['org_a', 'org_b'] as const;

export interface WorldOptions {
  readonly seed: number;
  readonly sometimes: RareEvents;
  readonly plant?: PlantedBug;
}

/** Everything in one history: relays, clients, the network between them, the database and its clock. */
export class World {
  readonly random: Random;
  readonly clock = new ManualClock();
  readonly truth = new Truth();
  readonly accounts: SimAccounts;
  readonly store: SimStore;
  readonly database: SimDatabase;
  readonly check: LedgerCheck;
  readonly clients: SimClient[] = [];
  readonly relays: (SimRelay | undefined)[] = [undefined, undefined];
  /** The error of the wall clock of the relays' host. */
  wallOffsetMs = 0;
  readonly maxStreams: number;
  private readonly attachedAtMs = new WeakMap<Link, number>();
  private readonly dropped: { readonly link: Link; readonly atMs: number }[] = [];
  private readonly keys = new Map<string, number>();
  private readonly revoked = new Set<string>();
  private violation: Error | undefined;
  private readonly started: SimRelay[] = [];
  private ids = 0;
  private processes = 0;

  constructor(readonly options: WorldOptions) {
    const { seed, sometimes, plant } = options;
    this.random = new Random(seed);
    this.maxStreams = this.random.between(1, 4);
    this.accounts = new SimAccounts(() => this.clock.wallMs() + this.wallOffsetMs, plant);
    this.store = new SimStore(() => this.clock.wallMs(), plant);
    this.check = new LedgerCheck(this.accounts, this.truth);
    this.database = new SimDatabase({
      sometimes,
      clock: this.clock,
      random: this.random,
      store: this.store,
      accounts: this.accounts,
      committed: () => this.guard(() => this.check.committed()),
      created: ({ orgId, sessionId }) => this.guard(() => this.checkPlaces(orgId, sessionId)),
    });
  }

  happened(event: RareEvent): void {
    this.options.sometimes.happened(event);
  }

  get attached(): readonly SimClient[] {
    return this.clients.filter((client) => client.isAttached);
  }

  /** Sessions whose relay gave up waiting for the wallet at their end. */
  get unsettled(): ReadonlySet<string> {
    return new Set(this.started.flatMap(({ unsettled }) => [...unsettled]));
  }

  startRelay(id: number): void {
    const serial = (this.processes += 1);
    const relay = new SimRelay({
      serial,
      id,
      clock: this.clock,
      database: this.database,
      wallOffsetMs: () => this.wallOffsetMs,
      newId: (prefix) => `${prefix}_${(this.ids += 1)}`,
      note: (sessionId, channel, start, end) => {
        this.truth.analyzed(sessionId, channel, start, end, serial);
      },
      duplicate: () => this.happened('audio came twice'),
    });
    this.started.push(relay);
    this.relays[id] = relay;
  }

  killRelay(id: number): void {
    const relay = this.relays[id];
    if (relay === undefined) return;
    const clients = this.clients.filter(({ link }) => link?.relayId === id);
    if (clients.some(({ link }) => link !== undefined && link.waiting > 0)) {
      this.happened('a relay died with audio on its way');
    }
    if (relay.database.charging > 0) this.happened('a relay died while the wallet was charging');
    relay.kill();
    this.relays[id] = undefined;
    for (const { link } of clients) link?.reset();
    for (const { link } of this.dropped) if (link.relayId === id) link.reset();
  }

  addClient(): void {
    const orgId = this.random.chance(0.8) ? ORGS[0] : ORGS[1];
    const generation = this.keys.get(orgId) ?? 0;
    this.clients.push(
      new SimClient({
        orgId,
        keyId: `key_${orgId}_${generation}`,
        channels: this.random.chance(0.2) ? 2 : 1,
        truth: this.truth,
        nowMs: () => this.clock.monotonicMs(),
      }),
    );
  }

  topUp(orgId: string, reference: string, credits: number): void {
    const applied = this.accounts.topUp(orgId, reference, credits * MICRO_CREDITS_PER_CREDIT);
    if (!applied) this.happened('a top-up was repeated');
    else if (this.attached.length > 0) this.happened('a top-up came while streams were open');
    this.guard(() => this.check.committed());
  }

  /** Revokes the key that an organization's streams use. Later streams use a new one. */
  revoke(orgId: string): void {
    const generation = this.keys.get(orgId) ?? 0;
    const keyId = `key_${orgId}_${generation}`;
    this.keys.set(orgId, generation + 1);
    this.revoked.add(keyId);
    for (const relay of this.relays) {
      if ((relay?.streams.revoke({ keyId }) ?? 0) > 0)
        this.happened('a key was revoked under an open stream');
    }
  }

  /** Removes the client's side of a link. The relay notices it now, or later. */
  drop(client: SimClient, noticeAfterMs: number): void {
    const { link } = client;
    if (link === undefined) return;
    link.cut();
    this.dropped.push({ link, atMs: this.clock.monotonicMs() + noticeAfterMs });
  }

  /** Advances the time by one step and does what is due. @throws Violation */
  async step(ms = STEP_MS): Promise<void> {
    for (const client of this.clients) {
      client.read();
      if (client.wantsLink) this.connect(client);
      client.talk(STEP_SAMPLES);
      if (this.random.chance(0.9)) client.link?.deliver();
    }
    this.noticeDropped();
    await this.clock.advance(ms);
    for (const relay of this.relays) relay?.inference.answer(() => this.random.chance(0.8));
    for (const client of this.clients) if (this.random.chance(0.9)) client.link?.deliver();
    this.verify();
  }

  /** The rare events that clients saw since the last call. */
  news(): readonly RareEvent[] {
    return this.clients.flatMap((client) => client.news.splice(0));
  }

  /** @throws Violation */
  verify(everything = false): void {
    this.guard(() => {
      this.check.committed();
      this.check.acknowledged(everything);
    });
    const errors = this.relays.flatMap((relay) => relay?.errors ?? []);
    if (errors.length > 0) throw new Error(`a relay made a mistake: ${errors.join('; ')}`);
    if (this.violation !== undefined) throw this.violation;
  }

  private connect(client: SimClient): void {
    const { orgId, keyId } = client.options;
    if (this.revoked.has(keyId)) {
      client.isOver = true;
      return;
    }
    const alive = this.relays.filter((relay) => relay !== undefined);
    if (alive.length === 0) return;
    const relay = this.random.pick(alive);
    const link = new Link(relay.id, relay.serial);
    const auth = anAuth({ orgId, keyId });
    relay.accept(link, { ...auth, plan: { ...auth.plan, concurrentStreams: this.maxStreams } });
    this.attachedAtMs.set(link, this.clock.monotonicMs());
    client.connect(link);
  }

  private noticeDropped(): void {
    const nowMs = this.clock.monotonicMs();
    for (const { link } of this.dropped.filter(({ atMs }) => atMs <= nowMs)) link.notice();
  }

  /** When a new session was admitted, there must have been a free place, whatever the store has counted. */
  private checkPlaces(orgId: string, sessionId: string): void {
    const nowMs = this.clock.monotonicMs();
    const links = [
      ...this.clients.flatMap(({ link }) => link ?? []),
      ...this.dropped.map(({ link }) => link),
    ];
    const others = new Set(
      links
        .filter((link) => nowMs - (this.attachedAtMs.get(link) ?? nowMs) > RESUMED_GRACE_MS)
        .flatMap((link) => link.sessionId ?? [])
        .filter((id) => {
          const row = this.store.rows.get(id);
          return id !== sessionId && row?.session.orgId === orgId && row.endCode === undefined;
        }),
    );
    if (others.size + 1 > this.maxStreams) {
      throw new Violation(
        'I6',
        `${sessionId} is one of ${others.size + 1}, the plan allows ${this.maxStreams}`,
      );
    }
    const lapsed = [...this.store.rows.values()].some(
      ({ session, endCode, heldAtMs }) =>
        session.orgId === orgId && endCode === undefined && heldAtMs <= this.clock.wallMs() - LEASE_MS,
    );
    if (lapsed) this.happened('a place came back after a crash');
  }

  /** Relays treat errors of the database as faults, so a violation found there is kept for {@link verify}. */
  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.violation ??= error instanceof Error ? error : new Error(String(error));
    }
  }
}
