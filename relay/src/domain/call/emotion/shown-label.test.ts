import { LABELS } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { dominantLabel, labelAlone, leadingLabel } from './shown-label.js';

const leaning = (label: (typeof LABELS)[number], probability: number): number[] =>
  LABELS.map((name) => (name === label ? probability : (1 - probability) / (LABELS.length - 1)));

describe('the label of a stretch of speech', () => {
  it('is the likeliest one, with a flag when it is below the model’s own floor', () => {
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

  it('is `uncertain` when no label leads', () => {
    const nothing = LABELS.map(() => Number.NaN);
    expect(leadingLabel(nothing, 0.3, 1)).toEqual({ emotion: 'uncertain', confidence: 0, uncertain: true });
  });

  it('is `uncertain` below the floor when it is shown without a flag', () => {
    expect(labelAlone({ emotion: 'sad', uncertain: true })).toBe('uncertain');
    expect(labelAlone({ emotion: 'sad', uncertain: false })).toBe('sad');
    // The format of an earlier release.
    expect(labelAlone({ emotion: 'sad' })).toBe('sad');
    expect(labelAlone({ emotion: null, uncertain: true })).toBeNull();
  });

  it('is the label with the most time when there are several stretches', () => {
    const sad = { label: 'sad', ms: 2_000 };
    expect(dominantLabel([sad, { label: 'angry', ms: 3_000 }, sad])).toBe('sad');
    expect(dominantLabel([sad, { label: 'uncertain', ms: 2_001 }])).toBe('uncertain');
    expect(dominantLabel([{ label: null, ms: 9_000 }, sad])).toBe('sad');
    expect(dominantLabel([{ label: null, ms: 9_000 }])).toBe('uncertain');
  });
});
