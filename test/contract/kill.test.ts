/** `kill -9` on the real relay. `npm run soak:kill -- --rounds 100` runs more rounds of the same. */
import { describe, expect, it } from 'vitest';
import { killRounds, type Store } from '../soak/kill-rounds.js';

const ROUNDS = 3;

describe.each<Store>(['embedded', 'postgres'])(
  'a relay that is killed while callers talk, on the %s store',
  (store) => {
    it(`bills each acknowledged second exactly once, balances the wallet and frees the stream slots, ${ROUNDS} times`, async () => {
      const report = await killRounds(store, ROUNDS, Math.random);
      expect(report.problems).toEqual([]);
      expect(report.resumed).toBeGreaterThan(0);
    }, 180_000);
  },
);
