import type { StreamDependencies } from '../ports.js';
import { sessionKey, type SessionRegistry } from '../registry.js';
import { saveStream } from './saved-stream.js';
import { defined } from '../../domain/defined.js';
import type { LiveSession } from '../live-session.js';

/**
 * The share of all sessions that one round writes at most, unless more have requested a write. Hundreds at once
 * would delay the results of all.
 */
const SHARE_PER_TICK = 1 / 36;
/** A round may always write this many. */
const LEAST_PER_TICK = 4;
/** An idle session is written too, because the store frees places that are not renewed within 30 s. */
const RENEWAL_MS = 10_000;

interface Progress {
  writtenMs: number;
  /** The write that is under way. */
  inFlight: Promise<void> | undefined;
  soon: boolean;
  /** Clients that are coming back to it. */
  returning: number;
}

/**
 * Writes sessions to the store in batches. {@link tick} starts no write of a session while another one is in
 * flight. Only the relay's shutdown waits for a write.
 */
export class Checkpointer {
  private readonly progress = new WeakMap<LiveSession, Progress>();

  constructor(
    private readonly deps: StreamDependencies,
    private readonly registry: SessionRegistry,
  ) {}

  /** The next {@link tick} without a write in flight writes this session, whatever the age of its checkpoint. */
  soon(session: LiveSession): void {
    this.progressOf(session).soon = true;
  }

  /** Writes the sessions that are due; the most urgent ones when there are too many. */
  tick(nowMs: number): void {
    const all = this.registry.all();
    const due = all.filter((session) => this.isDue(session, nowMs));
    if (due.length === 0) return;
    const most = Math.max(LEAST_PER_TICK, Math.ceil(all.length * SHARE_PER_TICK));
    void this.write(due.length > most ? this.mostUrgent(due, most) : due, nowMs);
  }

  /** Writes a session for the last time, after the write that is under way: an older state must not come to lie on top. */
  async writeLast(session: LiveSession, nowMs: number): Promise<void> {
    const progress = this.progressOf(session);
    await progress.inFlight;
    progress.soon = true;
    await this.write([session], nowMs);
  }

  /**
   * Runs what takes the place of a session again whose client comes back. It comes after a write that is under way, which may give the
   * place back, and before the next one.
   */
  async whileReturning<T>(session: LiveSession, regain: () => Promise<T>): Promise<T> {
    const progress = this.progressOf(session);
    progress.returning += 1;
    try {
      await progress.inFlight;
      return await regain();
    } finally {
      progress.returning -= 1;
    }
  }

  /** Writes these sessions now. Never rejects. Gives up the sessions that another holder has taken. */
  private async write(sessions: readonly LiveSession[], nowMs: number): Promise<void> {
    const written = this.store(sessions);
    for (const session of sessions) {
      Object.assign(this.progressOf(session), { writtenMs: nowMs, inFlight: written, soon: false });
    }
    await written;
    for (const session of sessions) this.progressOf(session).inFlight = undefined;
  }

  private async store(sessions: readonly LiveSession[]): Promise<void> {
    const atMs = this.deps.clock.wallMs();
    for (const session of sessions) session.checkpointNeed.written();
    try {
      const batch = sessions.map((session) => ({
        orgId: session.orgId,
        sessionId: session.id,
        generation: session.epoch,
        atMs,
        state: saveStream(session),
        hasLeft: hasLeft(session),
        ...defined({ heardLine: session.lineHearing.unsaved(this.progressOf(session).soon) }),
      }));
      const fenced = new Set(
        (await this.deps.store.checkpoint(batch)).map(({ orgId, sessionId }) => sessionKey(orgId, sessionId)),
      );
      this.deps.metrics.count('checkpoints', sessions.length);
      for (const session of sessions) {
        if (fenced.has(sessionKey(session.orgId, session.id)) && isHeld(session)) session.supersede();
      }
    } catch (error) {
      this.deps.metrics.count('checkpoint_failures', sessions.length);
      this.deps.log.warn(
        { sessions: sessions.length, error: String(error) },
        'checkpoints will be written again',
      );
      for (const session of sessions) {
        session.checkpointNeed.changed();
        session.lineHearing.lost();
      }
    }
  }

  private isDue(session: LiveSession, nowMs: number): boolean {
    if (!isHeld(session) || session.state.kind === 'handshake') return false;
    const { writtenMs, inFlight, soon, returning } = this.progressOf(session);
    if (inFlight !== undefined || returning > 0) return false;
    const ageMs = nowMs - writtenMs;
    // A session without a socket keeps its state but not its place. Otherwise a user who reloads a page often
    // would use up all places.
    const renews = session.state.kind !== 'detached' && ageMs >= RENEWAL_MS;
    return soon || renews || session.checkpointNeed.isDue(ageMs);
  }

  /** All sessions that requested a write, then those with the oldest checkpoint, up to `most`. */
  private mostUrgent(due: readonly LiveSession[], most: number): LiveSession[] {
    const askedFirst = due
      .map((session) => {
        const { soon, writtenMs } = this.progressOf(session);
        return { session, soon, sinceMs: soon ? -Infinity : writtenMs };
      })
      .sort((a, b) => (a.sinceMs < b.sinceMs ? -1 : 1));
    const asked = askedFirst.filter(({ soon }) => soon).length;
    return askedFirst.slice(0, Math.max(most, asked)).map(({ session }) => session);
  }

  private progressOf(session: LiveSession): Progress {
    const known = this.progress.get(session);
    if (known !== undefined) return known;
    const fresh = { writtenMs: -Infinity, inFlight: undefined, soon: false, returning: 0 };
    this.progress.set(session, fresh);
    return fresh;
  }
}

/** 1000 and 1001 say so, and 1005 is a close without a reason. A broken link (1006) keeps its place for its return. */
const LEAVING_CODES: ReadonlySet<number> = new Set([1000, 1001, 1005]);

/** Whether the client closed its socket itself: its place is free then. */
export const hasLeft = ({ state }: Pick<LiveSession, 'state'>): boolean =>
  state.kind === 'detached' && LEAVING_CODES.has(state.closeCode);

const isHeld = ({ state }: LiveSession): boolean => state.kind !== 'ending' && state.kind !== 'ended';
