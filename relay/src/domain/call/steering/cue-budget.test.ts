import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshCueBudget, learnFromFeedback, mayCue, recordCue, type CueBudget } from './cue-budget.js';
import { cueTypes, type CueType } from '../cues/catalog.js';
import { CUES } from '../thresholds.js';

/** Gives each wanted cue that the budget allows. */
const give = (budget: CueBudget, wanted: readonly [type: CueType, atMs: number][], alertBudget?: number) => {
  const given: number[] = [];
  for (const [type, atMs] of wanted) {
    if (!mayCue(budget, type, atMs, alertBudget)) continue;
    budget = recordCue(budget, `cue_${atMs}`, type, atMs).budget;
    given.push(atMs);
  }
  return { budget, given };
};

describe('[RT33] the budget of cues', () => {
  it('gives at most 3 in 5 minutes and the next one when the first is 5 minutes old', () => {
    const every30s = Array.from({ length: 12 }, (_, i): [CueType, number] => ['escalation', i * 30_000]);
    expect(give(freshCueBudget(), every30s).given).toEqual([0, 30_000, 60_000, 300_000, 330_000]);
  });

  it('keeps cues 20 s apart', () => {
    const wanted: [CueType, number][] = [
      ['escalation', 0],
      ['calming', 19_999],
      ['calming', 20_000],
    ];
    expect(give(freshCueBudget(), wanted).given).toEqual([0, 20_000]);
  });

  it('can be lowered but not raised by the client', () => {
    const often = Array.from({ length: 10 }, (_, i): [CueType, number] => ['escalation', i * 20_000]);
    expect(give(freshCueBudget(), often, 1).given).toHaveLength(1);
    expect(give(freshCueBudget(), often, 0).given).toHaveLength(0);
    expect(give(freshCueBudget(), often, 99).given).toHaveLength(CUES.perWindow);
  });

  it('is kept for any wanted cues and any feedback', () => {
    const step = fc.record({
      type: fc.constantFrom(...cueTypes),
      afterMs: fc.integer({ min: 0, max: 60_000 }),
      action: fc.constantFrom(
        'shown' as const,
        'accepted' as const,
        'dismissed' as const,
        'not_useful' as const,
      ),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let budget = freshCueBudget();
        let nowMs = 0;
        const given: number[] = [];
        for (const { type, afterMs, action } of steps) {
          nowMs += afterMs;
          if (!mayCue(budget, type, nowMs, undefined)) continue;
          budget = recordCue(budget, `cue_${nowMs}`, type, nowMs).budget;
          budget = learnFromFeedback(budget, `cue_${nowMs}`, action, nowMs);
          given.push(nowMs);
        }
        for (const [i, atMs] of given.entries()) {
          if (i >= 1) expect(atMs - given[i - 1]!).toBeGreaterThanOrEqual(CUES.apartMs);
          if (i >= CUES.perWindow)
            expect(atMs - given[i - CUES.perWindow]!).toBeGreaterThanOrEqual(CUES.windowMs);
        }
      }),
    );
  });

  it('names the cue still on the screen as superseded', () => {
    const { budget } = give(freshCueBudget(), [['escalation', 0]]);
    expect(recordCue(budget, 'b', 'calming', 19_000).supersedes).toBe('cue_0');
    expect(recordCue(budget, 'b', 'calming', 20_000).supersedes).toBeUndefined();
  });
});

describe('feedback on cues', () => {
  const after = (action: Parameters<typeof learnFromFeedback>[2]) => {
    const { budget } = give(freshCueBudget(), [['escalation', 0]]);
    return learnFromFeedback(budget, 'cue_0', action, 5_000);
  };

  it('makes a type rarer when it was not useful, and does not change the others', () => {
    const budget = after('not_useful');
    expect(mayCue(budget, 'escalation', 39_999, undefined)).toBe(false);
    expect(mayCue(budget, 'escalation', 40_000, undefined)).toBe(true);
    expect(mayCue(budget, 'calming', 20_000, undefined)).toBe(true);
  });

  it('makes a type a little rarer when it was dismissed, and not rarer when it was accepted', () => {
    expect(mayCue(after('dismissed'), 'escalation', 28_000, undefined)).toBe(false);
    expect(mayCue(after('dismissed'), 'escalation', 29_000, undefined)).toBe(true);
    expect(mayCue(after('accepted'), 'escalation', 20_000, undefined)).toBe(true);
  });

  it('silences a snoozed type for five minutes', () => {
    const budget = after('snoozed');
    expect(mayCue(budget, 'escalation', 304_999, undefined)).toBe(false);
    expect(mayCue(budget, 'escalation', 305_000, undefined)).toBe(true);
  });

  it('[RT83] counts a repeated answer to a cue once', () => {
    const once = after('not_useful');
    expect(learnFromFeedback(once, 'cue_0', 'not_useful', 6_000)).toBe(once);
    expect(learnFromFeedback(once, 'cue_0', 'dismissed', 6_000).share.escalation).toBeCloseTo(0.35);
  });

  it('ignores an unknown cue', () => {
    const budget = freshCueBudget();
    expect(learnFromFeedback(budget, 'cue_x', 'not_useful', 0)).toBe(budget);
  });
});
