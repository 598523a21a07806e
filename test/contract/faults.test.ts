/** A share of `npm run soak:faults`: two relays are rolled and their Postgres stops, in the middle of calls and uploads. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVARIANTS } from '../soak/faults/checks.js';
import { type Fault, NOTHING, postgresStopped, ROLL } from '../soak/faults/fault-list.js';
import { round } from '../soak/faults/round.js';
import { Stage } from '../soak/faults/stage.js';

const CALL_S = 16;
const OUTAGE = postgresStopped(1);
const both: Fault = {
  name: `${ROLL.name}, then ${OUTAGE.name}`,
  strike: async (stage) => {
    await ROLL.strike(stage);
    await OUTAGE.strike(stage);
  },
};

describe('two relays on one Postgres', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  }, 120_000);
  afterAll(() => stage.stop());

  it('keep money, results, events, erasure and isolation when both are rolled and Postgres stops', async () => {
    const calm = await round(stage, { fault: NOTHING, undisturbed: undefined, callS: CALL_S });
    const { problems, resumed } = await round(stage, {
      fault: both,
      undisturbed: calm.spans,
      callS: CALL_S,
    });
    for (const name of INVARIANTS) expect([...calm.problems[name], ...problems[name]], name).toEqual([]);
    expect(resumed).toBeGreaterThan(0);
  }, 180_000);
});
