import { describe, expect, it } from 'vitest';
import { crashRounds, STORES } from './testing/crash-rounds.js';

const ROUNDS = 2;

describe.each(STORES)('a kill -9 between sending and recording, on %s', (store) => {
  it('[I3] loses no committed event: "every attempt has the same id and the same bytes"', async () => {
    const outcome = await crashRounds(store, ROUNDS);
    expect(outcome).toMatchObject({ rounds: ROUNDS, lost: 0, changed: 0 });
    expect(outcome.states).toEqual({ delivered: outcome.events });
    expect(outcome.repeated, 'the kills must have hit something').toBeGreaterThan(0);
  }, 240_000);
});
