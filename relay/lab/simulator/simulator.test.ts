import { describe, expect, it } from 'vitest';
import { type Finding, runHistory } from './history.js';
import { type PlantedBug, PLANTED_BUGS } from './planted-bugs.js';
import { describeFinding, ENOUGH_HISTORIES, runHistories } from './simulate.js';
import { RareEvents } from './rare-events.js';
import { Violation } from './truth.js';

const TIMEOUT_MS = 300_000;
/** A planted bug is found within this many histories, most bugs within ten. */
const SEARCHED = 400;

const invariantOf = ({ violation }: Finding): string | undefined =>
  violation instanceof Violation ? violation.invariant : undefined;

describe('random histories of streams that pay', () => {
  it(
    'keep I1, I2 and I6 after every step, and everything rare happens in them',
    async () => {
      const sometimes = new RareEvents();
      const finding = await runHistories({ firstSeed: 1, histories: ENOUGH_HISTORIES, sometimes });
      expect(finding && describeFinding(finding)).toBeUndefined();
      expect(sometimes.never).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('are the same for the same seed', async () => {
    const [one, two] = [new RareEvents(), new RareEvents()];
    for (let seed = 1; seed <= 5; seed += 1) {
      expect(await runHistory({ seed, sometimes: one })).toBeUndefined();
      expect(await runHistory({ seed, sometimes: two })).toBeUndefined();
    }
    expect(one.table).toBe(two.table);
  });
});

describe('a planted bug', () => {
  const find = async (plant: PlantedBug): Promise<Finding | undefined> => {
    for (let seed = 1; seed <= SEARCHED; seed += 1) {
      const finding = await runHistory({ seed, plant, sometimes: new RareEvents() });
      if (finding !== undefined) return finding;
    }
    return undefined;
  };

  for (const plant of Object.keys(PLANTED_BUGS) as PlantedBug[]) {
    it(
      `is found: ${plant}, against ${PLANTED_BUGS[plant]}`,
      async () => {
        const finding = await find(plant);
        if (finding === undefined) throw new Error('nothing was found');
        expect(invariantOf(finding)).toBe(PLANTED_BUGS[plant]);
        expect(describeFinding(finding)).toContain(`--histories 1 --seed ${finding.seed}`);
      },
      TIMEOUT_MS,
    );
  }
});
