import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acknowledgeAlert,
  advanceAlerts,
  alertBoardSchema,
  alertData,
  alertMessage,
  freshAlertBoard,
  openAlerts,
  type AlertEvent,
  type AlertMoment,
} from './alert-board.js';
import { alertRuleSchema, checkRules, DEFAULT_ALERT_RULES, type AlertRule } from './alert-rule.js';

const rule = (over: object = {}): AlertRule =>
  alertRuleSchema.parse({
    id: 'hot',
    metric: 'escalation_risk',
    direction: 'above',
    enter: 0.7,
    leave: 0.5,
    ...over,
  });

/** A session in which one value moves, one second per step. */
class Session {
  board = freshAlertBoard();
  readonly events: AlertEvent[] = [];
  private atMs = 0;

  constructor(private readonly rules: readonly AlertRule[] = [rule()]) {}

  say(values: number[], over: Partial<AlertMoment> = {}): this {
    for (const value of values) {
      this.atMs += 1_000;
      const { board, events } = advanceAlerts(this.board, this.rules, {
        atMs: this.atMs,
        utterances: 10,
        values: { escalation_risk: value },
        recommendedAction: 'Name one concrete next step.',
        newAlertId: () => `alr_${this.board.alerts.length + 1}`,
        ...over,
      });
      // Every step goes through storage: no state may live outside the value.
      this.board = alertBoardSchema.parse(JSON.parse(JSON.stringify(board)));
      this.events.push(...events);
    }
    return this;
  }

  get told(): string[] {
    return this.events.map((event) => (event.kind === 'crossed' ? event.crossing : event.kind));
  }
}

describe('a threshold', () => {
  it('is reported once in each direction, with an alert on entering', () => {
    const session = new Session().say([0.2, 0.6, 0.75, 0.9, 0.8, 0.45, 0.3]);
    expect(session.told).toEqual(['entered', 'triggered', 'left']);
    expect(session.events[0]).toEqual({
      kind: 'crossed',
      ruleId: 'hot',
      metric: 'escalation_risk',
      crossing: 'entered',
      threshold: 0.7,
      value: 0.75,
      atMs: 3_000,
    });
    expect(session.events[2]).toMatchObject({ threshold: 0.5, value: 0.45, atMs: 6_000 });
  });

  it('is reported once for a value that moves to and fro between its limits', () => {
    const session = new Session().say([0.71, 0.69, 0.71, 0.55, 0.7, 0.5, 0.72]);
    expect(session.told).toEqual(['entered', 'triggered']);
  });

  it('works downwards as well', () => {
    const low = rule({ metric: 'predicted_csat', direction: 'below', enter: 2, leave: 2.5 });
    const session = new Session([low]);
    for (const predicted_csat of [3, 2, 2.4, 2.6]) session.say([0], { values: { predicted_csat } });
    expect(session.told).toEqual(['entered', 'triggered', 'left']);
    expect(session.board.alerts[0]!.alertType).toBe('predicted_csat_low');
  });

  it('waits until the value has stayed beyond it, in both directions', () => {
    const session = new Session([rule({ dwell_ms: 2_000 })]);
    session.say([0.8, 0.8, 0.6, 0.8, 0.8]);
    expect(session.told).toEqual([]);
    session.say([0.8]);
    expect(session.told).toEqual(['entered', 'triggered']);
    session.say([0.4, 0.4, 0.6, 0.4, 0.4, 0.4]);
    expect(session.told).toEqual(['entered', 'triggered', 'left']);
  });

  it('reports nothing before there are enough utterances, nor for a metric without a value', () => {
    expect(new Session([rule({ minimum_utterances: 5 })]).say([0.9], { utterances: 4 }).told).toEqual([]);
    expect(new Session([rule({ metric: 'kpi.upsell' })]).say([0.9]).told).toEqual([]);
    const kpi = new Session([rule({ metric: 'kpi.upsell' })]).say([0], { values: { 'kpi.upsell': 0.9 } });
    expect(kpi.board.alerts[0]!.alertType).toBe('kpi_upsell_high');
  });

  it('can send an event without an alert', () => {
    expect(new Session([rule({ alert: false })]).say([0.9, 0.1]).told).toEqual(['entered', 'left']);
  });

  it('alternates between entered and left for any values, and raises one alert per entry', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }),
        fc.constantFrom(0, 1_000, 3_000),
        (values, dwell_ms) => {
          const { told, board } = new Session([rule({ dwell_ms })]).say(values);
          const crossings = told.filter((word) => word !== 'triggered');
          crossings.forEach((word, i) => expect(word).toBe(i % 2 === 0 ? 'entered' : 'left'));
          expect(board.alerts).toHaveLength(Math.ceil(crossings.length / 2));
          expect(openAlerts(board)).toHaveLength(crossings.length % 2);
        },
      ),
    );
  });
});

describe('an alert', () => {
  it('recommends an action: the rule’s own, or what the prediction recommends', () => {
    expect(new Session().say([0.9]).board.alerts[0]!.recommendedAction).toBe('Name one concrete next step.');
    const own = new Session([rule({ recommended_action: 'Call the duty manager.' })]).say([0.9]);
    expect(own.board.alerts[0]!.recommendedAction).toBe('Call the duty manager.');
  });

  it('is sent as `alert.triggered` and as a realtime message', () => {
    const alert = new Session().say([0.9]).board.alerts[0]!;
    expect(alertData(alert, { sessionId: 'ses_1', emotion: 'angry' })).toEqual({
      rule_id: 'hot',
      alert_type: 'escalation_risk_high',
      session_id: 'ses_1',
      threshold: 0.7,
      value: 0.9,
      emotion: 'angry',
      recommended_action: 'Name one concrete next step.',
    });
    expect(alertMessage(alert)).toMatchObject({ alertId: 'alr_1', alertType: 'escalation_risk_high' });
  });

  it('keeps its first acknowledgment, and is not_found if it was never raised', () => {
    const { board } = new Session().say([0.9]);
    const first = acknowledgeAlert(board, 'alr_1', { by: 'anna', at: '2026-11-21T10:00:00Z' });
    const second = acknowledgeAlert(first, 'alr_1', { by: 'ben', at: '2026-11-21T10:01:00Z' });
    expect(second.alerts[0]!.acknowledged).toEqual({ by: 'anna', at: '2026-11-21T10:00:00Z' });
    expect(openAlerts(second)).toHaveLength(1);
    expect(() => acknowledgeAlert(board, 'alr_9', { by: 'anna', at: '' })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  it('ends when the value comes back or the rule is removed', () => {
    const back = new Session().say([0.9, 0.2]);
    expect(back.board.alerts[0]!.endedAtMs).toBe(2_000);
    const { board } = new Session().say([0.9]);
    const without = advanceAlerts(board, [], {
      atMs: 5_000,
      utterances: 10,
      values: { escalation_risk: 0.9 },
      recommendedAction: '',
      newAlertId: () => 'alr_2',
    });
    expect(without.events).toEqual([]);
    expect(openAlerts(without.board)).toEqual([]);
  });
});

describe('a rule', () => {
  it.each([
    ['a leave on the wrong side', { leave: 0.8 }],
    ['a leave on the wrong side, downwards', { direction: 'below', leave: 0.6 }],
    ['an unknown metric', { metric: 'weather' }],
    ['a KPI without a name', { metric: 'kpi.' }],
    ['a limit that is no number', { enter: NaN }],
    ['an endless dwell', { dwell_ms: 1e9 }],
    ['an unknown field', { color: 'red' }],
    ['an id that is none', { id: '__proto__' }],
  ])('is refused with %s', (_, over) => {
    const given = {
      id: 'hot',
      metric: 'escalation_risk',
      direction: 'above',
      enter: 0.7,
      leave: 0.5,
      ...over,
    };
    expect(alertRuleSchema.safeParse(given).success).toBe(false);
  });

  it('must have a unique id', () => {
    expect(() => checkRules(DEFAULT_ALERT_RULES)).not.toThrow();
    expect(() => checkRules([rule(), rule()])).toThrow(expect.objectContaining({ code: 'validation_error' }));
  });

  it('has well-formed defaults', () => {
    for (const each of DEFAULT_ALERT_RULES) expect(alertRuleSchema.parse(each)).toEqual(each);
  });
});
