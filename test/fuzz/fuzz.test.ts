/** A small share of `npm run fuzz`. UNDERTONE_FUZZ_SEED repeats a run, UNDERTONE_FUZZ_ROUNDS lengthens it. */
import { describe, expect, it } from 'vitest';
import { ATTACKS, fuzz } from './fuzz-run.js';

const seed = Number(process.env['UNDERTONE_FUZZ_SEED'] ?? 20_261_121);
const cases = Number(process.env['UNDERTONE_FUZZ_ROUNDS'] ?? 160);

describe(`the relay, seed ${seed}`, () => {
  it('answers or closes whatever comes, and nobody else notices', { timeout: 600_000 }, async () => {
    const { counts, findings } = await fuzz({ attacks: ATTACKS, seed, cases, ms: 500_000 });
    expect(findings).toEqual([]);
    // The cases mean something: each attack was refused in more than one way.
    for (const { name } of ATTACKS) {
      expect(Object.keys(counts[name] ?? {}).length, name).toBeGreaterThan(1);
    }
  });
});
