import { describe, expect, it } from 'vitest';
import { chanceHigher, dimensions, rankCorrelation, type RatedClip } from '../scripts/lib/dimensions.mjs';

const clip = (speaker: string, label: string, intensity: string, arousal: number): RatedClip => ({
  corpus: 'a',
  speaker,
  label,
  intensity,
  readings: [
    [0, 0, 0],
    [0, 0, 0],
    [0, -arousal, 0],
    [0, arousal, 0],
  ].map((vad) => ({ vad })),
});

describe('the evaluation of valence, arousal and dominance', () => {
  it('counts how often a member of one side exceeds a member of the other, ties half', () => {
    expect(chanceHigher([3, 2], [1, 2])).toBe(0.875);
    expect(chanceHigher([], [1])).toBeUndefined();
  });

  it('ranks arousal against levels, ties sharing their rank', () => {
    expect(rankCorrelation([0, 1, 2], [-3, 0.1, 0.2])).toBeCloseTo(1);
    expect(rankCorrelation([0, 1, 2], [5, 4, 3])).toBeCloseTo(-1);
    expect(rankCorrelation([0, 0, 1, 1], [1, 2, 2, 3])).toBeCloseTo(0.70711, 4);
  });

  it('compares intensities within a speaker and label separately from all mixed', () => {
    const rows = [
      clip('s', 'angry', 'strong', 0.9),
      clip('s', 'angry', 'normal', 0.7),
      clip('s', 'sad', 'strong', 0.2),
      clip('s', 'sad', 'normal', 0.1),
    ];
    const chances = new Map(dimensions(rows).orders.map((row) => [row.comparison, row.end.auc]));
    expect(chances.get('strong > normal')).toBe(0.75);
    expect(chances.get('strong > normal, same speaker and label')).toBe(1);
    expect(chances.get('angry > sad')).toBe(1);
  });

  it('reports how arousal follows the three levels of a corpus that has them', () => {
    const rows = [clip('s', 'low', '', -0.4), clip('s', 'normal', '', 0), clip('t', 'high', '', 0.5)];
    expect(dimensions(rows).levels).toMatchObject([{ corpus: 'a', clips: 3, end: 1 }]);
    expect(dimensions([clip('s', 'sad', '', 0)]).levels).toEqual([]);
  });
});
