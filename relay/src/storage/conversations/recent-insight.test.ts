import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { alertRuleSchema } from '../../domain/alerts/alert-rule.js';
import { Learning } from '../../domain/conversations/learning/learning.js';
import { ConversationRig } from '../testing/conversation-rig.js';
import { DATABASES } from '../testing/databases.js';

const RULES = [
  alertRuleSchema.parse({ id: 'hot', metric: 'escalation_risk', direction: 'above', enter: 0.9, leave: 0.8 }),
];

describe.each(DATABASES)('what turns read of their organization in $name', ({ open }) => {
  let rig: ConversationRig;
  beforeAll(async () => {
    rig = await ConversationRig.open(open);
  }, 60_000);
  afterAll(() => rig.close());

  const rulesOf = async (org: string) => (await rig.learning.recentInsight(org)).settings.alerts;
  const elsewhere = (): Learning => new Learning({ store: rig.book, nowMs: () => rig.nowMs });

  it('is asked of the store once a second, for each organization by itself', async () => {
    const asks = vi.spyOn(rig.book, 'settingsAndHead');
    const [us, them] = [await rig.organization(), await rig.organization()];
    await Promise.all(Array.from({ length: 20 }, () => rulesOf(us)));
    await rulesOf(them);
    expect(asks.mock.calls).toEqual([[us], [them]]);
    rig.nowMs += 1_000;
    await rulesOf(us);
    expect(asks).toHaveBeenCalledTimes(3);
    asks.mockRestore();
  });

  it('is new at once after a change here, and after a second where another relay made it', async () => {
    const org = await rig.organization();
    expect(await rulesOf(org)).toBeNull();
    await rig.learning.setAlerts(org, RULES);
    expect(await rulesOf(org)).toEqual(RULES);
    await elsewhere().setAlerts(org, null);
    expect(await rulesOf(org)).toEqual(RULES);
    rig.nowMs += 1_000;
    expect(await rulesOf(org)).toBeNull();
  });

  it('does not stay when a clock is set back', async () => {
    const org = await rig.organization();
    await rulesOf(org);
    await elsewhere().setAlerts(org, RULES);
    rig.nowMs -= 60_000;
    expect(await rulesOf(org)).toEqual(RULES);
  });

  it('is asked again after a failure', async () => {
    const org = await rig.organization();
    const asks = vi.spyOn(rig.book, 'settingsAndHead').mockRejectedValueOnce(new Error('no database'));
    await expect(rulesOf(org)).rejects.toThrow('no database');
    expect(await rulesOf(org)).toBeNull();
    asks.mockRestore();
  });
});
