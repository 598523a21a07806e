/** Checks on the wire whether a session that lost its link was answered completely. */
import { expect } from 'vitest';
import { type Span, holes, withoutOverlap } from './coverage.js';
import type { Wiretap } from './wiretap.js';

/** Fails unless all audio was acknowledged and nothing was answered twice. */
export const expectCompleteOnce = (wiretap: Wiretap, totalMs: number): void => {
  const directives = wiretap.received('directive').map(({ value }) => value);
  const ids = directives.map(({ directiveId }) => directiveId);
  expect(new Set(ids).size).toBe(ids.length);
  withoutOverlap(
    directives.map(({ audioStartMs, audioEndMs }) => ({ startMs: audioStartMs, endMs: audioEndMs })),
  );
  const acked: Span[] = [];
  let before = 0;
  for (const { value } of wiretap.received('audio.ack')) {
    expect(value.throughSample).toBeGreaterThanOrEqual(before);
    acked.push({ startMs: before / 16, endMs: value.throughSample / 16 });
    before = value.throughSample;
  }
  expect(holes(acked, 0, Math.floor(totalMs))).toEqual([]);
};
