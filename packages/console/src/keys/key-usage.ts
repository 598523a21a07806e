import { call, Problem } from '../api/call.js';

interface UsageRow {
  readonly key_id: string | null;
  readonly seconds: number;
}

interface UsagePage {
  readonly usage: readonly UsageRow[];
  readonly next_cursor: string | null;
}

/** Seconds of audio that each key paid for in the last 30 days; undefined for who may not see that. */
export const usageByKey = async (signal: AbortSignal): Promise<ReadonlyMap<string, number> | undefined> => {
  const seconds = new Map<string, number>();
  let cursor: string | null = '';
  try {
    while (cursor !== null) {
      const path: string = `/v1/usage?limit=1000${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page: UsagePage = await call<UsagePage>('GET', path, undefined, signal);
      for (const { key_id: id, seconds: used } of page.usage)
        if (id !== null) seconds.set(id, (seconds.get(id) ?? 0) + used);
      cursor = page.next_cursor;
    }
    return seconds;
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  }
};
