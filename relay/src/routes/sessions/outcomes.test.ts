import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../testing/gateway-rig.js';
import {
  ANGRY,
  at,
  CALM,
  codeOf,
  problemsOf,
  type SessionsRig,
  startSessionsRig,
} from './testing/sessions-rig.js';

let rig: SessionsRig;
beforeAll(async () => {
  rig = await startSessionsRig();
}, 60_000);
afterAll(() => rig.gateway.stop());

describe('outcomes', () => {
  const ended = async (tenant: Tenant = rig.us): Promise<string> => {
    const id = await rig.begin({}, tenant);
    for (let i = 0; i < 3; i++) await rig.add(id, { result: ANGRY }, tenant);
    await rig.call('POST', `/v1/sessions/${id}/end`, {}, tenant);
    return id;
  };

  it('are refused when they were observed later than now, or when the session is still open', async () => {
    const id = await ended();
    const observed_at = new Date(rig.gateway.nowMs() + 60_000).toISOString();
    const later = await rig.call('POST', `/v1/sessions/${id}/outcome`, { resolved: true, observed_at });
    expect([later.status, problemsOf(later)]).toEqual([400, ['observed_at']]);
    const open = await rig.begin();
    const early = await rig.call('POST', `/v1/sessions/${open}/outcome`, { resolved: true });
    expect([early.status, codeOf(early)]).toEqual([409, 'conflict']);
  });

  it('teach the organization’s predictions, count in the quality, and can be rolled back', async () => {
    const tenant = await rig.gateway.createTenant();
    for (let i = 0; i < 3; i++) {
      const id = await ended(tenant);
      const body = { escalated: true, csat: 1, observed_at: new Date(rig.gateway.nowMs()).toISOString() };
      const { status, json } = await rig.call('POST', `/v1/sessions/${id}/outcome`, body, tenant);
      expect([status, at(json, 'learned', 'model_version')]).toEqual([200, i + 1]);
    }
    const quality = await rig.call('GET', '/v1/predictions/quality', undefined, tenant);
    const escalation = at(quality.json, 'targets', 'escalation_risk') as Record<string, unknown>;
    expect(escalation).toMatchObject({ kind: 'chance', outcomes: 3, base_rate: 1 });
    expect(escalation['lift_over_prior']).toBeGreaterThan(0);
    expect((escalation['reliability_curve'] as unknown[]).length).toBeGreaterThan(0);
    const back = await rig.call('POST', '/v1/predictions/rollback', { version: 1 }, tenant);
    expect(back.json).toEqual({ model_version: 4, rolled_back_to: 1 });
    const { json } = await rig.call('GET', '/v1/predictions/versions', undefined, tenant);
    expect(json['current']).toBe(4);
    const missing = await rig.call('POST', '/v1/predictions/rollback', { version: 77 }, tenant);
    expect([missing.status, codeOf(missing)]).toEqual([404, 'not_found']);
  });

  it('may come with the end of a session, and with the organization’s own KPIs', async () => {
    const tenant = await rig.gateway.createTenant();
    const kpi = { kind: 'scalar', name: 'basket', direction: 'higher_is_better', min: 0, max: 500 };
    expect((await rig.call('POST', '/v1/kpis', kpi, tenant)).status).toBe(201);
    const id = await rig.begin({}, tenant);
    const { json } = await rig.add(id, { result: CALM }, tenant);
    expect(at(json, 'kpi_predictions', 'basket')).toMatchObject({ value: expect.any(Number) as number });
    const wrong = await rig.call(
      'POST',
      `/v1/sessions/${id}/end`,
      { outcome: { kpis: { basket: 900 } } },
      tenant,
    );
    expect([wrong.status, problemsOf(wrong)]).toEqual([400, ['kpis.basket']]);
    // The refused request did not end the session.
    expect(
      at((await rig.call('GET', `/v1/sessions/${id}`, undefined, tenant)).json, 'session', 'state'),
    ).toBe('open');
    const end = await rig.call(
      'POST',
      `/v1/sessions/${id}/end`,
      { outcome: { csat: 5, kpis: { basket: 120 } } },
      tenant,
    );
    expect(end.json['learned']).toEqual({ model_version: 1 });
    expect(at(end.json, 'session', 'outcome')).toMatchObject({ csat: 5, kpis: { basket: 120 } });
  });

  it.each([
    ['nothing', {}, 'body'],
    ['a score nobody gives', { csat: 6 }, 'csat'],
    ['a KPI that is not defined', { kpis: { nope: 1 } }, 'kpis.nope'],
    ['a word for yes', { resolved: 'yes' }, 'resolved'],
  ])('are refused with %s', async (_what, body, parameter) => {
    const id = await ended();
    const reply = await rig.call('POST', `/v1/sessions/${id}/outcome`, body);
    expect([reply.status, problemsOf(reply)]).toEqual([400, [parameter]]);
  });
});

describe('thresholds and alerts', () => {
  it('belong to the organization: a threshold raises one alert, with an action and an acknowledgment', async () => {
    const tenant = await rig.gateway.createTenant();
    const alerts = [
      {
        id: 'hot',
        metric: 'escalation_risk',
        direction: 'above',
        enter: 0.4,
        leave: 0.3,
        minimum_utterances: 1,
        recommended_action: 'Call the supervisor.',
      },
    ];
    expect((await rig.call('PUT', '/v1/alerts', { alerts }, tenant)).status).toBe(200);
    const id = await rig.begin({}, tenant);
    const raised: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      raised.push(...((await rig.add(id, { result: ANGRY }, tenant)).json['alerts'] as unknown[]));
    }
    expect(raised).toHaveLength(1);
    expect(raised[0]).toMatchObject({
      alert_type: 'escalation_risk_high',
      threshold: 0.4,
      recommended_action: 'Call the supervisor.',
      acknowledged_at: null,
    });
    const path = `/v1/sessions/${id}/alerts/${String(at(raised[0], 'id'))}/acknowledge`;
    const seen = await rig.call('POST', path, undefined, tenant);
    expect(at(seen.json, 'alerts', '0', 'acknowledged_at')).toEqual(expect.any(String));
    const reset = await rig.call('DELETE', '/v1/alerts', undefined, tenant);
    expect(reset.json['configured']).toBe(false);
  });

  it('are refused when leave is on the wrong side of enter', async () => {
    const alerts = [{ id: 'a', metric: 'churn_risk', direction: 'above', enter: 0.5, leave: 0.6 }];
    const reply = await rig.call('PUT', '/v1/alerts', { alerts });
    expect([reply.status, problemsOf(reply)]).toEqual([400, ['alerts.0.leave']]);
  });

  it('are refused for a KPI that is not defined, and for a categorical one', async () => {
    const tenant = await rig.gateway.createTenant();
    const rule = (id: string, metric: string) => ({ id, metric, direction: 'above', enter: 0.5, leave: 0.4 });
    const alerts = [rule('a', 'kpi.upsell'), rule('b', 'kpi.reason'), rule('c', 'kpi.upsel')];
    for (const kpi of [
      { name: 'upsell', kind: 'binary', direction: 'higher_is_better' },
      { name: 'reason', kind: 'categorical', categories: ['price', 'service'] },
    ]) {
      expect((await rig.call('POST', '/v1/kpis', kpi, tenant)).status).toBe(201);
    }
    const refused = await rig.call('PUT', '/v1/alerts', { alerts }, tenant);
    expect([refused.status, problemsOf(refused)]).toEqual([400, ['alerts.1.metric', 'alerts.2.metric']]);
    const taken = await rig.call('PUT', '/v1/alerts', { alerts: alerts.slice(0, 1) }, tenant);
    expect(taken.status).toBe(200);
  });
});
