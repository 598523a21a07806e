import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../domain/ids.js';
import { answerOf, codeOf, formOf, JSON_TYPE, wav } from './testing/analysis-requests.js';
import { type AnalysisRig, startAnalysisRig } from './testing/analysis-rig.js';

let rig: AnalysisRig;
beforeAll(async () => {
  rig = await startAnalysisRig();
}, 120_000);
afterAll(() => rig.stop());

const analyze = (key: string) => rig.post('/v1/analyze', formOf({ audio: wav }), { 'Idempotency-Key': key });
const balance = async (): Promise<number> =>
  (await rig.repositories.wallets.state(rig.first.organization.id)).balanceMicroCredits;

describe('[I1] an analysis whose answer is lost', () => {
  it('is not charged again when it is repeated with its Idempotency-Key', async () => {
    const key = newId('try');
    const before = await balance();
    const { idempotencyKeys } = rig.repositories;
    vi.spyOn(idempotencyKeys, 'complete').mockRejectedValueOnce(new Error('the storage is away'));
    expect((await analyze(key)).status).toBe(500);
    const paid = before - (await balance());
    expect(paid).toBeGreaterThan(0);

    expect(codeOf(await analyze(key))).toBe('conflict');
    rig.advance(300_001);
    expect(answerOf(await analyze(key)).emotion).toBeTypeOf('string');
    expect(before - (await balance())).toBe(paid);

    const another = await analyze(newId('try'));
    expect(answerOf(another).duration).toBeGreaterThan(0);
    expect(before - (await balance())).toBe(2 * paid);
  });

  it('is one job, however often a large batch is sent', async () => {
    const headers = { ...JSON_TYPE, 'Idempotency-Key': newId('try') };
    const items = Array.from({ length: 11 }, (_, n) => ({ id: `${n}`, audio_base64: 'AAAA' }));
    const send = () => rig.post('/v1/analyze/batch', JSON.stringify({ items }), headers);
    const { idempotencyKeys } = rig.repositories;
    vi.spyOn(idempotencyKeys, 'complete').mockRejectedValueOnce(new Error('the storage is away'));
    expect((await send()).status).toBe(500);
    rig.advance(300_001);
    const again = await send();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, null]);
    const { rows } = await sql<{ id: string }>`select id from analysis_jobs`.execute(rig.database.queries);
    expect(rows).toEqual([{ id: (again.json['job'] as { id: string }).id }]);
  });
});
