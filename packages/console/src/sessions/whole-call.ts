import type { Session } from '@undertone/sdk';
import { call } from '../api/call.js';
import type { Utterance } from './call-picture.js';

/** The most that the relay gives at once. */
const PAGE = 1_000;

/**
 * A call with all of its utterances: the relay's answer about it has the newest alone. While a long call goes on, those before are
 * taken from what was read last, unless one came late or is missing there.
 * @param before the utterances that were read last; none at first
 * @throws Problem; what an abort throws
 */
export const wholeCall = async (
  session: Session,
  before: readonly Utterance[],
  signal: AbortSignal,
): Promise<Session> => {
  const { id, utterances: newest, utterance_count: count } = session;
  if (count <= newest.length) return session;
  const ids = new Set(newest.map((each) => each.id));
  const merged = [...before.filter((each) => !ids.has(each.id)), ...newest];
  return { ...session, utterances: merged.length === count ? merged : await allOf(id, signal) };
};

const allOf = async (sessionId: string, signal: AbortSignal): Promise<readonly Utterance[]> => {
  const path = `/v1/sessions/${encodeURIComponent(sessionId)}/utterances`;
  const utterances: Utterance[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor !== '' && { cursor }) });
    const page: Page = await call<Page>('GET', `${path}?${query}`, undefined, signal);
    utterances.push(...page.utterances);
    cursor = page.next_cursor;
  }
  return utterances;
};

interface Page {
  readonly utterances: readonly Utterance[];
  readonly next_cursor: string | null;
}
