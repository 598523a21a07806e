/** What streams that moved lost or got twice, against an undisturbed stream of the same speech. */
import { holes, type Span } from '../support/coverage.js';
import type { CallReport } from './caller.js';
import { INTERVAL_MS } from './speech.js';

export interface ResultsVerdict {
  readonly results: number;
  /** Stretches without the result that an undisturbed stream has. */
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Streams that did not come to their receipt. */
  readonly failed: readonly string[];
}

/** @param references undisturbed streams, one for each clip */
export const judgeResults = (
  calls: readonly CallReport[],
  references: readonly CallReport[],
): ResultsVerdict => {
  const undisturbed = new Map(references.map((reference) => [reference.clip, spansOf(reference)]));
  const verdict = {
    lost: [] as string[],
    doubled: [] as string[],
    failed: [] as string[],
  };
  for (const call of [...calls, ...references]) {
    const { sessionId, failure, receipt } = call;
    if (failure !== undefined || receipt === undefined)
      verdict.failed.push(`${sessionId}: ${failure ?? 'no receipt'}`);
    verdict.doubled.push(...overlaps(call));
    if (failure !== undefined) continue;
    for (const hole of missing(call, undisturbed.get(call.clip) ?? []))
      verdict.lost.push(`${sessionId}: ${hole.startMs} to ${hole.endMs} ms (${movesOf(call)})`);
  }
  return { ...verdict, results: calls.reduce((sum, { results }) => sum + results.length, 0) };
};

const movesOf = ({ moves }: CallReport): string =>
  moves.length === 0
    ? 'never moved'
    : moves.map(({ atMs, wasAsked }) => `moved at ${atMs} ms${wasAsked ? ', asked' : ''}`).join('; ');

const spansOf = ({ results }: CallReport): Span[] => results.map(([startMs, endMs]) => ({ startMs, endMs }));

/** Results of audio that has one already. */
const overlaps = (call: CallReport): string[] => {
  const spans = spansOf(call).sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  return spans.flatMap(({ startMs, endMs }, index) => {
    const before = spans[index - 1];
    return before !== undefined && startMs < before.endMs
      ? [`${call.sessionId}: ${startMs} to ${endMs} ms, also ${before.startMs} to ${before.endMs} ms`]
      : [];
  });
};

/**
 * One interval is let go at the edge of a stretch of speech: a state that was rebuilt may begin or end it one block later or
 * earlier. Between two results that came, none may be missing.
 */
const missing = (call: CallReport, undisturbed: readonly Span[]): Span[] => {
  const totalMs = call.samples / 16;
  const spans = spansOf(call);
  const silent = holes(undisturbed, 0, totalMs);
  const isInside = (hole: Span): boolean =>
    spans.some(({ endMs }) => endMs === hole.startMs) && spans.some(({ startMs }) => startMs === hole.endMs);
  return holes([...spans, ...call.lost, ...silent], 0, totalMs).filter(
    (hole) => hole.endMs - hole.startMs > INTERVAL_MS || isInside(hole),
  );
};
