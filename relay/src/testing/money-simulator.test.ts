import { describe, expect, it } from 'vitest';
import { InvariantBroken } from './money-checks.js';
import { MoneyHistory, type PlantedBug } from './money-simulator.js';

/** `UNDERTONE_HISTORIES` runs more or fewer. */
const HISTORIES = Number(process.env['UNDERTONE_HISTORIES'] ?? 10_000);
const FIRST_SEED = Number(process.env['UNDERTONE_SEED'] ?? 1);

/** Each of these must come up in a run, or the run has tested less than it says. */
const SOMETIMES = [
  'resumed on the same relay',
  'resumed after a crash',
  'taken over from a relay that lives',
  'a relay was killed under its callers',
  'the clock stepped',
  'a key was revoked',
  'the accounts refused a batch',
  'a batch was done and its answer lost',
  'a batch was slow',
  'refused: insufficient_credits',
  'refused: concurrency_exceeded',
  'closed: insufficient_credits',
  'closed: unauthorized',
  'closed: session_superseded',
  'closed: normal',
];

describe('the money simulator', () => {
  it(`keeps I1, I2 and I6 through ${HISTORIES} random histories of start, audio, gap, pause, drop, resume, kill, clock step, top-up and revoke`, async () => {
    const happened = new Set<string>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
      const history = new MoneyHistory(seed);
      try {
        await history.run();
      } catch (cause) {
        throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
      }
      for (const what of history.happened) happened.add(what);
    }
    expect(SOMETIMES.filter((what) => !happened.has(what))).toEqual([]);
  }, 900_000);

  it.each<[PlantedBug, string]>([
    ['charges_a_replay_again', 'I1'],
    ['loses_a_line_of_the_ledger', 'I2'],
    ['admits_one_too_many', 'I6'],
  ])(
    'finds the planted bug that %s by %s',
    async (bug, invariant) => {
      let found: unknown;
      for (let seed = 1; seed <= 500 && found === undefined; seed += 1) {
        await new MoneyHistory(seed, bug).run().catch((error: unknown) => {
          found = error;
        });
      }
      expect(found).toBeInstanceOf(InvariantBroken);
      expect(found).toMatchObject({ invariant });
    },
    120_000,
  );
});
