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
  StoreRefusal,
} from '../../src/domain/live/stream-store.js';
import type { SessionName } from '../../src/domain/call/session-name.js';
import type { PlantedBug } from './planted-bugs.js';

/** As in the session repository, the places of a dead relay are free again within this time. */
export const LEASE_MS = 30_000;

const NO_PLACE: StoreRefusal = {
  kind: 'refused',
  code: 'concurrency_exceeded',
  message: 'too many streams',
  retryAfterMs: 5_000,
};

interface Row {
  readonly session: NewStream;
  generation: number;
  heldAtMs: number;
  checkpoint: { readonly atMs: number; readonly text: string } | undefined;
  endCode: string | undefined;
}

/** The sessions' table: the rules of the session repository in memory. Each call is applied at once as a whole. */
export class SimStore {
  readonly rows = new Map<string, Row>();

  constructor(
    /** The database's own clock, which times the leases. */
    private readonly nowMs: () => number,
    private readonly plant: PlantedBug | undefined,
  ) {}

  create(session: NewStream): CreateOutcome {
    const used = this.held(session.orgId);
    if (used >= this.most(session.concurrentMax)) return NO_PLACE;
    if (this.rows.has(session.sessionId)) {
      return { kind: 'refused', code: 'conflict', message: 'used before' };
    }
    const row = { session, generation: 1, heldAtMs: this.nowMs(), checkpoint: undefined, endCode: undefined };
    this.rows.set(session.sessionId, row);
    return { kind: 'created', generation: 1, concurrentUsed: used + 1 };
  }

  discard({ sessionId, generation, handleHash }: StreamOpening): void {
    const row = this.rows.get(sessionId);
    const isIts = row?.generation === generation && row.session.handleHash === handleHash;
    if (isIts && row.checkpoint === undefined && row.endCode === undefined) this.rows.delete(sessionId);
  }

  claim({ handleHash, orgId, sessionId, nowMs, windowMs, concurrentMax }: StreamClaim): ClaimOutcome {
    for (const [id, row] of this.rows) {
      const { session, checkpoint } = row;
      if (session.handleHash !== handleHash || session.orgId !== orgId || row.endCode !== undefined) continue;
      if (sessionId !== undefined && sessionId !== id) continue;
      const checkpointAtMs = checkpoint?.atMs ?? session.startedAtMs;
      if (nowMs - checkpointAtMs > windowMs) continue;
      if (!this.mayHold(row, concurrentMax)) return NO_PLACE;
      row.generation += 1;
      row.heldAtMs = this.nowMs();
      return {
        kind: 'claimed',
        sessionId: id,
        generation: row.generation,
        startedAtMs: session.startedAtMs,
        checkpointAtMs,
        ...(checkpoint !== undefined && { state: JSON.parse(checkpoint.text) as unknown }),
        config: JSON.parse(JSON.stringify(session.config)) as unknown,
        concurrentUsed: this.held(orgId),
      };
    }
    return { kind: 'not_found' };
  }

  regain({ orgId, sessionId, generation, concurrentMax }: StreamReturn): ReturnOutcome {
    const row = this.rows.get(sessionId);
    if (row?.generation !== generation || row.endCode !== undefined) return { kind: 'fenced' };
    if (!this.mayHold(row, concurrentMax)) return NO_PLACE;
    row.heldAtMs = this.nowMs();
    return { kind: 'held', concurrentUsed: this.held(orgId) };
  }

  hasMoved({ sessionId, generation }: HeldStream): boolean {
    const row = this.rows.get(sessionId);
    return row !== undefined && row.endCode === undefined && row.generation > generation;
  }

  checkpoint(batch: readonly StreamCheckpoint[]): readonly StreamCheckpoint[] {
    return batch.filter(({ sessionId, generation, atMs, state }) => {
      const row = this.rows.get(sessionId);
      if (row?.generation !== generation || row.endCode !== undefined) return true;
      row.checkpoint = { atMs, text: JSON.stringify(state) };
      row.heldAtMs = this.nowMs();
      return false;
    });
  }

  end({ sessionId, generation, code }: StreamEnding): 'ended' | 'fenced' {
    const row = this.rows.get(sessionId);
    if (row?.generation !== generation || row.endCode !== undefined) return 'fenced';
    row.endCode = code;
    return 'ended';
  }

  locate({ sessionId }: SessionName): StreamLocation | undefined {
    const row = this.rows.get(sessionId);
    return row === undefined || row.endCode !== undefined ? undefined : {};
  }

  /** Whether the session still has its place, or another place is free. */
  private mayHold({ session, heldAtMs }: Row, concurrentMax: number): boolean {
    return heldAtMs > this.nowMs() - LEASE_MS || this.held(session.orgId) < this.most(concurrentMax);
  }

  private most(concurrentMax: number): number {
    return concurrentMax + (this.plant === 'one_place_too_many' ? 1 : 0);
  }

  /** The number of places that an organization holds. */
  held(orgId: string): number {
    const since = this.plant === 'lease_without_end' ? -Infinity : this.nowMs() - LEASE_MS;
    let held = 0;
    for (const { session, endCode, heldAtMs } of this.rows.values()) {
      if (session.orgId === orgId && endCode === undefined && heldAtMs > since) held += 1;
    }
    return held;
  }
}
