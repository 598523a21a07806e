import type { Insight } from '../conversation-progress.js';
import { keepNewest } from '../../keep-newest.js';

/** With hundreds of calls, a third of all statements asked for the same few numbers. */
const RECENT_MS = 1_000;
/** Organizations of which one is kept. */
const MOST = 200;

interface Asked {
  readonly atMs: number;
  readonly insight: Promise<Insight>;
}

/** What turns of an organization share for a second. What another relay changes meanwhile reaches a turn that much later. */
export class RecentInsights {
  /** The newest of each organization. */
  private readonly asked = new Map<string, Asked>();

  /** @param ask the store */
  constructor(
    private readonly ask: (orgId: string) => Promise<Insight>,
    private readonly nowMs: () => number,
  ) {}

  /** At most a second old, and nothing of before the last {@link forget}. @throws whatever the store throws */
  async of(orgId: string): Promise<Insight> {
    const known = this.asked.get(orgId);
    if (known !== undefined && this.isRecent(known)) return known.insight;
    const asked = { atMs: this.nowMs(), insight: this.ask(orgId) };
    keepNewest(this.asked, orgId, asked, MOST);
    try {
      return await asked.insight;
    } catch (error) {
      if (this.asked.get(orgId) === asked) this.asked.delete(orgId);
      throw error;
    }
  }

  /** Something was changed here: the next turn asks again. */
  forget(orgId: string): void {
    this.asked.delete(orgId);
  }

  private isRecent({ atMs }: Asked): boolean {
    const ageMs = this.nowMs() - atMs;
    // A clock may be set back.
    return ageMs >= 0 && ageMs < RECENT_MS;
  }
}
