import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertRule, alertRuleSchema } from '../../domain/alerts/alert-rule.js';
import { CONVERSATION_LIMITS } from '../../domain/conversations/conversation-record.js';
import { ANGRY, CALM, ConversationRig, OUTCOME, said } from '../testing/conversation-rig.js';
import { DATABASES } from '../testing/databases.js';

describe.each(DATABASES)('conversations in $name', ({ open }) => {
  let rig: ConversationRig;
  beforeAll(async () => {
    rig = await ConversationRig.open(open);
  }, 60_000);
  afterAll(() => rig.close());

  /** @returns the conversation, of which the organization's model has learned */
  const teach = async (org: string): Promise<string> => {
    const id = await rig.begin(org);
    await rig.sessions.add(org, id, said('a', ANGRY));
    await rig.sessions.end(org, id, 'client_ended');
    await rig.sessions.submitOutcome(org, id, OUTCOME);
    return id;
  };

  it('accept an outcome a day later, after their end was reported', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    await rig.sessions.add(org, id, said('a', ANGRY));
    rig.nowMs += CONVERSATION_LIMITS.idleMs;
    await rig.sessions.submitOutcome(org, id, OUTCOME);
    expect(await rig.endsOf(org)).toEqual([id]);
    expect((await rig.sessions.read(org, id)).record).toMatchObject({
      lifecycle: { kind: 'expired', code: 'idle' },
    });
  });

  it('teach the model their outcome until it is withdrawn, and never another organization’s model', async () => {
    const [us, them] = [await rig.organization(), await rig.organization()];
    const id = await rig.begin(us);
    for (let i = 0; i < 4; i++) await rig.sessions.add(us, id, said(`u${i}`, ANGRY));
    await expect(rig.sessions.submitOutcome(us, id, OUTCOME)).rejects.toMatchObject({ code: 'conflict' });
    await rig.sessions.end(us, id, 'client_ended');
    const prior = await rig.learning.head(us);
    expect((await rig.sessions.submitOutcome(us, id, OUTCOME)).learnedVersion).toBe(1);
    const taught = await rig.learning.head(us);
    expect(taught.model).not.toEqual(prior.model);
    expect((await rig.learning.head(them)).version).toBe(0);
    expect((await rig.learning.quality(us)).quality.escalation_risk.outcomes).toBe(1);
    await rig.sessions.withdrawOutcome(us, id);
    const without = await rig.learning.head(us);
    expect(without).toMatchObject({ version: 2, outcomes: 0, model: prior.model });
    expect((await rig.learning.quality(us)).quality.escalation_risk.outcomes).toBe(0);
  });

  it('learn anew without what cannot be read, so that its conversation can be deleted', async () => {
    const org = await rig.organization();
    const [damaged = '', other = '', kept = ''] = await Promise.all([1, 2, 3].map(() => rig.begin(org)));
    for (const id of [damaged, other, kept]) {
      await rig.sessions.add(org, id, said('a', ANGRY));
      await rig.sessions.end(org, id, 'client_ended');
      await rig.sessions.submitOutcome(org, id, OUTCOME);
    }
    await rig.database.queries
      .updateTable('taught_lessons')
      .set({ example: '{"example": {}}' })
      .where('session_id', '=', damaged)
      .execute();
    await rig.sessions.remove(org, other);
    expect(await rig.learning.head(org)).toMatchObject({ outcomes: 1 });
    expect(rig.unreadable.join()).toContain(
      `taught_lessons of ${org}, session ${damaged}: example cannot be read`,
    );
    await rig.sessions.remove(org, damaged);
    expect(await rig.learning.head(org)).toMatchObject({ outcomes: 1 });
    expect(await rig.book.hasLesson(org, damaged)).toBe(false);
  });

  it.each([
    ['taught_versions', 'change'],
    ['taught_versions', 'document'],
    ['prediction_scores', 'scores'],
    ['insight_settings', 'kpis'],
  ])('end, teach and can be deleted when %s.%s cannot be read', async (table, column) => {
    const org = await rig.organization();
    await rig.learning.setAlerts(org, null);
    const taught = [await teach(org), await teach(org)];
    await sql`update ${sql.table(table)} set ${sql.id(column)} = '"damaged"' where org_id = ${org}`.execute(
      rig.database.queries,
    );
    rig.restart();
    rig.unreadable.splice(0);
    await rig.learning.quality(org);
    await rig.sessions.remove(org, taught[0]!);
    await teach(org);
    await rig.sessions.remove(org, taught[1]!);
    expect(await rig.sessions.list(org, { most: 10 })).toHaveLength(1);
    expect(await rig.learning.head(org)).toMatchObject({ version: 5, outcomes: 1 });
    expect(rig.unreadable.join()).toContain(table);
    expect(await rig.learning.notes(org)).toHaveLength(5);
  });

  it('learn everything again when the newest version cannot be read', async () => {
    const org = await rig.organization();
    for (let i = 0; i < 3; i++) await teach(org);
    const { model } = await rig.learning.head(org);
    await sql`update taught_versions set document = '{}' where org_id = ${org} and version = 3`.execute(
      rig.database.queries,
    );
    rig.restart();
    expect(await rig.learning.head(org)).toMatchObject({ version: 3, outcomes: 0 });
    await teach(org);
    expect(await rig.learning.head(org)).toMatchObject({ version: 4, outcomes: 4 });
    expect((await rig.learning.head(org)).model).not.toEqual(model);
    await expect(rig.learning.rollBack(org, 3)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('roll the model back to a version, and leave out what came in between even when an outcome is corrected', async () => {
    const org = await rig.organization();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const id = await rig.begin(org);
      for (let k = 0; k < 3; k++) await rig.sessions.add(org, id, said(`u${k}`, i === 1 ? CALM : ANGRY));
      await rig.sessions.end(org, id, 'client_ended');
      await rig.sessions.submitOutcome(org, id, OUTCOME);
      ids.push(id);
    }
    const first = await rig.book.version(org, 1);
    await rig.learning.rollBack(org, 1);
    const back = await rig.learning.head(org);
    expect(back).toMatchObject({ version: 4, outcomes: 1, change: { kind: 'rollback', to: 1 } });
    expect(back.model).toEqual(first?.model);
    await rig.sessions.submitOutcome(org, ids[0] ?? '', { ...OUTCOME, targets: { escalated: false } });
    expect(await rig.learning.head(org)).toMatchObject({ version: 5, outcomes: 1 });
    await expect(rig.learning.rollBack(org, 99)).rejects.toMatchObject({ code: 'not_found' });
    const notes = await rig.learning.notes(org);
    expect(notes.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  });

  it('learn from simultaneous outcomes one after the other', async () => {
    const org = await rig.organization();
    const ids = await Promise.all(Array.from({ length: 5 }, () => rig.begin(org)));
    for (const id of ids) {
      await rig.sessions.add(org, id, said('a', ANGRY));
      await rig.sessions.end(org, id, 'client_ended');
    }
    await Promise.all(ids.map((id) => rig.sessions.submitOutcome(org, id, OUTCOME)));
    expect(await rig.learning.head(org)).toMatchObject({ version: 5, outcomes: 5 });
  });

  it('update the predictions after a corrected utterance', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    for (let i = 0; i < 3; i++) await rig.sessions.add(org, id, said(`u${i}`, ANGRY));
    const before = (await rig.sessions.read(org, id)).foresight.prediction.targets.escalation_risk.value;
    const { foresight, record } = await rig.sessions.correct(org, id, 'u2', {
      emotion: 'calm',
      valence: CALM.valence,
      arousal: CALM.arousal,
    });
    expect(foresight.prediction.targets.escalation_risk.value).toBeLessThan(before);
    expect(record.progress.lastEmotion).toBe('calm');
    await expect(rig.sessions.correct(org, id, 'none', { emotion: 'calm' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('keep a KPI’s definition, refuse a second one of its name, and delete it', async () => {
    const org = await rig.organization();
    const kpi = { kind: 'binary', name: 'sold', direction: 'higher_is_better' } as const;
    await rig.learning.defineKpi(org, kpi, 'new');
    await expect(rig.learning.defineKpi(org, kpi, 'new')).rejects.toMatchObject({ code: 'conflict' });
    const id = await rig.begin(org);
    const { foresight } = await rig.sessions.add(org, id, said('a', CALM));
    expect(foresight.kpis['sold']).toMatchObject({ confidence: expect.any(Number) as number });
    await rig.learning.removeKpi(org, 'sold');
    expect(await rig.learning.kpis(org)).toEqual([]);
    await expect(rig.learning.removeKpi(org, 'sold')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('delete the thresholds on a KPI with the KPI, and do not restore them for a later KPI of its name', async () => {
    const [org, other] = [await rig.organization(), await rig.organization()];
    const sold = { kind: 'binary', name: 'sold', direction: 'higher_is_better' } as const;
    const effort = {
      kind: 'scalar',
      name: 'effort',
      direction: 'lower_is_better',
      min: 1,
      max: 7,
    } as const;
    const rule = (id: string, metric: AlertRule['metric']): AlertRule =>
      alertRuleSchema.parse({
        id,
        metric,
        direction: 'above',
        enter: 0.4,
        leave: 0.2,
        minimum_utterances: 1,
      });
    const rules = [rule('sold', 'kpi.sold'), rule('effort', 'kpi.effort'), rule('risk', 'escalation_risk')];
    for (const each of [org, other]) {
      for (const kpi of [sold, effort]) await rig.learning.defineKpi(each, kpi, 'new');
      await rig.learning.setAlerts(each, rules);
    }
    const alertsOf = async (each: string) => (await rig.learning.insight(each)).settings.alerts;
    await rig.learning.removeKpi(org, 'sold');
    const left = await alertsOf(org);
    expect(left).toEqual(rules.slice(1));
    // The remaining rules can be written back.
    await rig.learning.setAlerts(org, left);
    await rig.learning.defineKpi(org, sold, 'new');
    expect(await alertsOf(org)).toEqual(rules.slice(1));
    expect(await alertsOf(other)).toEqual(rules);
  });

  it('delete a threshold when its KPI becomes categorical, and keep it when only the range changes', async () => {
    const org = await rig.organization();
    const name = 'effort';
    const direction = 'lower_is_better';
    await rig.learning.defineKpi(org, { kind: 'scalar', name, direction, min: 1, max: 7 }, 'new');
    const rules = [
      alertRuleSchema.parse({ id: 'high', metric: 'kpi.effort', direction: 'above', enter: 5, leave: 4 }),
    ];
    await rig.learning.setAlerts(org, rules);
    await rig.learning.defineKpi(org, { kind: 'scalar', name, direction, min: 0, max: 10 }, 'anew');
    expect((await rig.learning.insight(org)).settings.alerts).toEqual(rules);
    const categories = ['little', 'much'];
    await rig.learning.defineKpi(org, { kind: 'categorical', name, categories }, 'anew');
    expect((await rig.learning.insight(org)).settings.alerts).toEqual([]);
  });

  it('keep the default thresholds of an organization that set none', async () => {
    const org = await rig.organization();
    const sold = { kind: 'binary', name: 'sold', direction: 'higher_is_better' } as const;
    await rig.learning.defineKpi(org, sold, 'new');
    await rig.learning.removeKpi(org, 'sold');
    expect((await rig.learning.insight(org)).settings.alerts).toBeNull();
  });
});
