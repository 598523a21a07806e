import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AnalysisRig, type Answer, startAnalysisRig } from '../analysis/testing/analysis-rig.js';
import { base64, codeOf, postJson } from '../analysis/testing/analysis-requests.js';

/** Micro-credits for 3.5 s. */
const PRICE = 3_500_000;

let rig: AnalysisRig;
beforeAll(async () => {
  rig = await startAnalysisRig();
}, 60_000);
afterAll(() => rig.stop());

const add = (id: string, utteranceId: string): Promise<Answer> =>
  postJson(rig, `/v1/sessions/${id}/utterances`, { audio_base64: base64, utterance_id: utteranceId });
const begin = async (id: string): Promise<void> => {
  expect((await postJson(rig, '/v1/sessions', { session_id: id })).status).toBe(201);
};
/** The micro-credits that the work took out of the wallet. Checks that none of them stay on hold. */
const costOf = async (work: () => Promise<void>): Promise<number> => {
  const { id } = rig.first.organization;
  const before = await rig.repositories.wallets.state(id);
  await work();
  const after = await rig.repositories.wallets.state(id);
  expect(after.heldMicroCredits).toBe(before.heldMicroCredits);
  return before.balanceMicroCredits - after.balanceMicroCredits;
};

describe('the price of a recorded utterance', () => {
  it('is charged once when the same utterance comes several times at once', async () => {
    await begin('four-at-once');
    const cost = await costOf(async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => add('four-at-once', 'same')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      for (const { status, json } of answers) expect(json['duplicate']).toBe(status === 200);
    });
    expect(cost).toBe(PRICE);
  });

  it.each([
    ['ends', 409, 'conflict', (id: string) => postJson(rig, `/v1/sessions/${id}/end`, {})],
    [
      'is deleted',
      404,
      'not_found',
      (id: string) =>
        fetch(`${rig.url}/v1/sessions/${id}`, {
          method: 'DELETE',
          headers: { 'X-API-Key': rig.first.key },
        }),
    ],
  ])('is zero when its session %s during the analysis', async (how, status, code, over) => {
    const id = how.replace(' ', '-');
    await begin(id);
    const { wallets } = rig.repositories;
    const hold = wallets.hold.bind(wallets);
    // The credits are put on hold right before the analysis begins.
    const held = vi.spyOn(wallets, 'hold').mockImplementationOnce(async (order) => {
      const given = await hold(order);
      expect((await over(id)).status).toBeLessThan(300);
      return given;
    });
    const cost = await costOf(async () => {
      const answer = await add(id, 'one');
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    });
    held.mockRestore();
    expect(cost).toBe(0);
  });
});
