import type { TranscriptLine } from '@undertone/sdk';
import { call } from '../api/call.js';
import { t } from '../language/text.js';

interface Page {
  readonly transcript_days: number | null;
  readonly lines: readonly TranscriptLine[];
  readonly next_cursor: string | null;
}

/** What is kept of what was said in a call. */
export interface Transcript {
  /** How long the organization keeps words; null: not at all. */
  readonly keptDays: number | null;
  readonly lines: readonly TranscriptLine[];
  readonly hasMore: boolean;
}

/** Reads the first pages of a call's transcript. @throws Problem; what an abort throws */
export const readTranscript = async (
  sessionId: string,
  pages: number,
  signal: AbortSignal,
): Promise<Transcript> => {
  const path = `/v1/sessions/${encodeURIComponent(sessionId)}/transcript`;
  const lines: TranscriptLine[] = [];
  let keptDays: number | null = null;
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const query: string = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`;
    const read: Page = await call<Page>('GET', `${path}${query}`, undefined, signal);
    lines.push(...read.lines);
    keptDays = read.transcript_days;
    cursor = read.next_cursor;
    if (cursor === null) break;
  }
  return { keptDays, lines, hasMore: cursor !== null };
};

const DAY_MS = 86_400_000;

/** Why a call has no transcript, for people. @param beganAt when it began, ISO 8601 */
export const whyNone = (keptDays: number | null, beganAt: string, isOver: boolean, nowMs: number): string => {
  if (keptDays === null) return t('What is said is not kept: that is so unless an owner switches it on.');
  if (!isOver) return t('Nothing that was said came with this call yet.');
  return Date.parse(beganAt) + keptDays * DAY_MS < nowMs
    ? t('What is said is kept for {days}, and this call is older.', { days: dayWords(keptDays) })
    : t(
        'Nothing that was said came with this call, or it is not kept since before the call. The relay writes down no speech itself: a transcription service or your program sends the words, with the stream or with each utterance.',
      );
};

export const dayWords = (days: number): string => (days === 1 ? t('one day') : t('{days} days', { days }));
