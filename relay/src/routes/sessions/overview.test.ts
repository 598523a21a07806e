import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANGRY, at, codeOf, problemsOf, type SessionsRig, startSessionsRig } from './testing/sessions-rig.js';

const CALM = { emotion: 'calm', confidence: 0.9, valence: 0.6, arousal: -0.4, dominance: 0 };

let rig: SessionsRig;
beforeAll(async () => {
  rig = await startSessionsRig();
}, 60_000);
afterAll(() => rig.gateway.stop());

const hold = async (tones: readonly object[], outcome: object): Promise<void> => {
  const id = await rig.begin();
  for (const result of tones) expect((await rig.add(id, { result, duration: 6 })).status).toBe(201);
  await rig.call('POST', `/v1/sessions/${id}/end`, { outcome });
};

describe('GET /v1/overview', () => {
  it('sums calls, emotions, escalations and outcomes by day and by week, for one organization', async () => {
    const calm = { ...CALM, emotion: 'content' };
    await hold([ANGRY, ANGRY, ANGRY, ...Array.from({ length: 16 }, () => calm)], {
      escalated: false,
      csat: 4,
    });
    await hold([ANGRY, ANGRY, ANGRY, ANGRY], { escalated: true, csat: 1 });
    rig.gateway.advance(86_400_000);
    await hold([calm], { csat: 5 });
    const { status, json } = await rig.call('GET', '/v1/overview');
    expect(status).toBe(200);
    const periods = json['periods'] as object[];
    expect(periods).toHaveLength(2);
    expect(periods[0]).toMatchObject({
      calls: 2,
      minutes: 2.3,
      escalated_calls: 2,
      escalations: 2,
      calmed: 1,
      emotions: { angry: 0.7, content: 1.6 },
      outcomes: {
        escalated: { calls: 2, came: 0.5 },
        csat: { calls: 2, came: 2.5 },
        churned: { calls: 0, came: null },
      },
    });
    expect(periods[1]).toMatchObject({ calls: 1, escalations: 0, outcomes: { csat: { came: 5 } } });
    const first = String(at(periods[0], 'start'));
    const narrow = await rig.call('GET', `/v1/overview?from=${first}&to=${first}`);
    expect(narrow.json['periods']).toHaveLength(1);
    const weeks = await rig.call('GET', '/v1/overview?by=week');
    const counted = (weeks.json['periods'] as { start: string; calls: number }[]).map(({ calls }) => calls);
    expect(counted.reduce((sum, calls) => sum + calls, 0)).toBe(3);
    for (const { start } of weeks.json['periods'] as { start: string }[]) {
      expect(new Date(start).getUTCDay()).toBe(1);
    }
    const other = await rig.gateway.createTenant();
    expect((await rig.call('GET', '/v1/overview', undefined, other)).json['periods']).toEqual([]);
  });

  it.each([
    ['no day', 'from=yesterday', 'from'],
    ['an empty range', 'from=2026-02-02&to=2026-02-01', 'from'],
    ['more than a year', 'from=2024-01-01&to=2026-01-01', 'from'],
    ['another period', 'by=agent', 'by'],
  ])('refuses %s', async (_what, query, parameter) => {
    const reply = await rig.call('GET', `/v1/overview?${query}`);
    expect([reply.status, codeOf(reply), problemsOf(reply)]).toEqual([400, 'validation_error', [parameter]]);
  });

  it('ends with the last day that can be written', async () => {
    const last = await rig.call('GET', '/v1/overview?from=9999-12-31&to=9999-12-31');
    expect([last.status, last.json['periods']]).toEqual([200, []]);
  });

  it('is refused with a parameter that comes twice', async () => {
    const twice = await rig.call('GET', '/v1/overview?by=day&by=week');
    expect([twice.status, at(twice.json, 'error', 'details')]).toEqual([400, { by: ['is given twice'] }]);
  });
});
