import { LABELS } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { dominantLabel, labelAlone, leadingLabel } from './shown-label.js';

const leaning = (label: (typeof LABELS)[number], probability: number): number[] =>
  LABELS.map((name) => (name === label ? probability : (1 - probability) / (LABELS.length - 1)));

describe('how a stretch of speech is named', () => {
  it('is its likeliest label, and whether that is below the model’s own floor', () => {
    expect(leadingLabel(leaning('sad', 0.5), 0.3, 1)).toEqual({
      emotion: 'sad',
      confidence: 0.5,
      uncertain: false,
    });
    expect(leadingLabel(leaning('sad', 0.5), 0.3, 0.5)).toEqual({
      emotion: 'sad',
      confidence: 0.25,
      uncertain: true,
    });
  });

  it('is not uncertain at the floor itself', () => {
    expect(leadingLabel(leaning('sad', 0.5), 0.5, 1).uncertain).toBe(false);
  });

  it('is uncertain where no label leads, and none is made up', () => {
    const nothing = LABELS.map(() => Number.NaN);
    expect(leadingLabel(nothing, 0.3, 1)).toEqual({ emotion: 'uncertain', confidence: 0, uncertain: true });
  });

  it('is `uncertain` alone, where no flag stands beside a label below the floor', () => {
    expect(labelAlone({ emotion: 'sad', uncertain: true })).toBe('uncertain');
    expect(labelAlone({ emotion: 'sad', uncertain: false })).toBe('sad');
    // As an earlier release wrote it.
    expect(labelAlone({ emotion: 'sad' })).toBe('sad');
    expect(labelAlone({ emotion: null, uncertain: true })).toBeNull();
  });

  it('is over several stretches the label of most of the time', () => {
    const sad = { label: 'sad', ms: 2_000 };
    expect(dominantLabel([sad, { label: 'angry', ms: 3_000 }, sad])).toBe('sad');
    expect(dominantLabel([sad, { label: 'uncertain', ms: 2_001 }])).toBe('uncertain');
    expect(dominantLabel([{ label: null, ms: 9_000 }, sad])).toBe('sad');
    expect(dominantLabel([{ label: null, ms: 9_000 }])).toBe('uncertain');
  });
});
