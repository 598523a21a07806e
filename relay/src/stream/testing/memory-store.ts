import type {
  ClaimOutcome,
  CreateOutcome,
  HeldStream,
  NewStream,
  ReturnOutcome,
  StreamCheckpoint,
  StreamClaim,
  StreamEnding,
  StreamLocation,
  StreamOpening,
  StreamReturn,
  StreamStore,
  StoreRefusal,
} from '../../domain/live/stream-store.js';
import { isToldLater } from '../../domain/live/told-later.js';
import { defined } from '../../domain/defined.js';
import type { SessionName } from '../../domain/call/session-name.js';

/** The same as in the real store. */
const LEASE_MS = 30_000;

const NO_PLACE: StoreRefusal = {
  kind: 'refused',
  code: 'concurrency_exceeded',
  message: 'too many streams',
  retryAfterMs: 5_000,
};

interface Row {
  readonly session: NewStream;
  generation: number;
  /** When its holder was last active, on the store's own clock. */
  heldAtMs: number;
  checkpoint: { atMs: number; text: string } | undefined;
  heardLine: Uint8Array | undefined;
  ending: StreamEnding | undefined;
}

const keyOf = ({ orgId, sessionId }: { orgId: string; sessionId: string }): string => `${orgId} ${sessionId}`;

/** What a call of a store that is away fails with. */
export class StoreAway extends Error {}

/** The store's contract in memory: it fences by generation, keeps states as JSON text, and accepts one end. */
export class MemoryStore implements StreamStore {
  readonly rows = new Map<string, Row>();
  writes = 0;
  /** While set, every call fails with this error. */
  broken: Error | undefined;
  /** While set, `create` waits for it. */
  gate: Promise<void> | undefined;
  /** While set, a checkpoint that begins waits for it. */
  writeGate: Promise<void> | undefined;

  /** @param storeMs the store's own clock; when absent, it stands still and a place becomes free only at the end */
  constructor(private readonly storeMs: () => number = () => 0) {}

  async create(session: NewStream): Promise<CreateOutcome> {
    await this.gate;
    this.check();
    const used = this.held(session.orgId);
    if (used >= session.concurrentMax) return NO_PLACE;
    const key = keyOf(session);
    const former = this.rows.get(key);
    if (former !== undefined && (former.checkpoint !== undefined || former.ending !== undefined))
      return { kind: 'refused', code: 'conflict', message: 'used before' };
    if (former !== undefined && former.heldAtMs > this.storeMs() - LEASE_MS)
      return { kind: 'refused', code: 'overloaded', message: 'being opened', retryAfterMs: 2_000 };
    const generation = (former?.generation ?? 0) + 1;
    this.rows.set(key, {
      session,
      generation,
      heldAtMs: this.storeMs(),
      checkpoint: undefined,
      heardLine: undefined,
      ending: undefined,
    });
    return { kind: 'created', generation, concurrentUsed: used + 1 };
  }

  async discard(opening: StreamOpening): Promise<void> {
    await Promise.resolve();
    this.check();
    const row = this.rows.get(keyOf(opening));
    const isIts = row?.generation === opening.generation && row.session.handleHash === opening.handleHash;
    if (isIts && row.checkpoint === undefined && row.ending === undefined) this.rows.delete(keyOf(opening));
  }

  async claim(claim: StreamClaim): Promise<ClaimOutcome> {
    await Promise.resolve();
    this.check();
    for (const row of this.rows.values()) {
      const { session, checkpoint, ending } = row;
      const { sessionId } = session;
      if (session.handleHash !== claim.handleHash || session.orgId !== claim.orgId) continue;
      if (claim.sessionId !== undefined && claim.sessionId !== sessionId) continue;
      if (ending !== undefined) {
        if (claim.nowMs - ending.atMs > claim.windowMs || !isToldLater(ending.code)) continue;
        return { kind: 'ended', ended: ending.ended };
      }
      const checkpointAtMs = checkpoint?.atMs ?? session.startedAtMs;
      if (claim.nowMs - checkpointAtMs > claim.windowMs) continue;
      if (!this.mayHold(row, claim.concurrentMax)) return NO_PLACE;
      row.generation += 1;
      row.heldAtMs = this.storeMs();
      return {
        kind: 'claimed',
        sessionId,
        generation: row.generation,
        startedAtMs: session.startedAtMs,
        checkpointAtMs,
        ...(checkpoint !== undefined && { state: JSON.parse(checkpoint.text) as unknown }),
        config: JSON.parse(JSON.stringify(session.config)) as unknown,
        ...defined({ heardLine: row.heardLine }),
        concurrentUsed: this.held(claim.orgId),
      };
    }
    return { kind: 'not_found' };
  }

  async regain(back: StreamReturn): Promise<ReturnOutcome> {
    await Promise.resolve();
    this.check();
    const row = this.rows.get(keyOf(back));
    if (row === undefined || row.generation !== back.generation || row.ending !== undefined) {
      return { kind: 'fenced' };
    }
    if (!this.mayHold(row, back.concurrentMax)) return NO_PLACE;
    row.heldAtMs = this.storeMs();
    return { kind: 'held', concurrentUsed: this.held(back.orgId) };
  }

  async hasMoved(held: HeldStream): Promise<boolean> {
    await Promise.resolve();
    this.check();
    const row = this.rows.get(keyOf(held));
    return row !== undefined && row.ending === undefined && row.generation > held.generation;
  }

  async checkpoint(batch: readonly StreamCheckpoint[]): Promise<readonly StreamCheckpoint[]> {
    await this.writeGate;
    this.check();
    return batch.filter((written) => {
      const { generation, atMs, state, hasLeft = false, heardLine } = written;
      const row = this.rows.get(keyOf(written));
      if (row === undefined || row.generation !== generation || row.ending !== undefined) return true;
      row.heldAtMs = this.storeMs() - (hasLeft ? LEASE_MS : 0);
      row.checkpoint = { atMs, text: JSON.stringify(state) };
      row.heardLine = heardLine ?? row.heardLine;
      this.writes += 1;
      return false;
    });
  }

  async locate(name: SessionName): Promise<StreamLocation | undefined> {
    await Promise.resolve();
    this.check();
    const row = this.rows.get(keyOf(name));
    if (row === undefined || row.ending !== undefined) return undefined;
    const state = JSON.parse(row.checkpoint?.text ?? '{}') as StreamLocation;
    return state.relay === undefined ? {} : { relay: state.relay };
  }

  async end(ending: StreamEnding): Promise<'ended' | 'fenced'> {
    await Promise.resolve();
    this.check();
    const row = this.rows.get(keyOf(ending));
    if (row === undefined || row.generation !== ending.generation || row.ending !== undefined)
      return 'fenced';
    row.ending = ending;
    return 'ended';
  }

  row(sessionId: string, orgId = 'org_a'): Row {
    const row = this.rows.get(keyOf({ orgId, sessionId }));
    if (row === undefined) throw new Error(`no session ${sessionId}`);
    return row;
  }

  /** The number of sessions whose holder was active within the lease. */
  private held(orgId: string): number {
    const since = this.storeMs() - LEASE_MS;
    return [...this.rows.values()].filter(
      ({ session, ending, heldAtMs }) => session.orgId === orgId && ending === undefined && heldAtMs > since,
    ).length;
  }

  /** Whether the session still has its place, or another one is free. */
  private mayHold({ session, heldAtMs }: Row, concurrentMax: number): boolean {
    return heldAtMs > this.storeMs() - LEASE_MS || this.held(session.orgId) < concurrentMax;
  }

  private check(): void {
    if (this.broken !== undefined) throw this.broken;
  }
}
