import { describe, expect, it } from 'vitest';
import { byGroup, fourClasses, type ReadClip } from '../scripts/lib/breakdown.mjs';
import { confusionFigure, lengthFigure, reliabilityFigure } from '../scripts/lib/figures.mjs';

const names = ['neutral', 'calm', 'happy', 'sad', 'angry', 'fearful'];
const clip = (corpus: string, gender: string, label: string, ...read: string[]): ReadClip => ({
  corpus,
  speaker: `${corpus}-${gender}`,
  label,
  gender,
  language: 'en',
  readings: [{ logits: names.map((name) => (read.includes(name) ? 5 : 0)) }],
});

describe('the evaluation by groups', () => {
  it('scores each gender of a corpus by itself and leaves out speakers whose gender is not known', () => {
    const rows = [
      clip('a', 'm', 'happy', 'happy'),
      clip('a', 'f', 'happy', 'happy'),
      clip('a', 'f', 'sad', 'happy'),
      clip('b', '', 'happy', 'happy'),
    ];
    expect(byGroup(rows, names, 'gender').map(({ corpus, group, uar }) => [corpus, group, uar])).toEqual([
      ['a', 'f', 0.5],
      ['a', 'm', 1],
    ]);
  });

  it('scores each speaker by itself', () => {
    const rows = [
      clip('a', 'm', 'happy', 'sad'),
      clip('a', 'm', 'sad', 'sad'),
      clip('a', 'f', 'sad', 'happy'),
      clip('a', 'f', 'happy', 'happy'),
      clip('a', 'f', 'happy', 'happy'),
    ];
    expect(byGroup(rows, names, 'speaker').map(({ group, clips, uar }) => [group, clips, uar])).toEqual([
      ['a-f', 3, 0.5],
      ['a-m', 2, 0.5],
    ]);
  });

  it('counts calm as neutral among four classes, in the label and in the reading', () => {
    const rows = [
      clip('a', 'f', 'calm', 'neutral', 'calm'),
      clip('a', 'f', 'neutral', 'calm'),
      clip('a', 'f', 'happy', 'happy'),
      clip('a', 'f', 'sad', 'angry'),
      clip('a', 'f', 'angry', 'angry'),
      clip('a', 'f', 'fearful', 'fearful'),
    ];
    expect(fourClasses(rows, names)[0]).toMatchObject({ clips: 5, uar: 0.75 });
  });

  it('scores a corpus without the four classes on its own labels', () => {
    const rows = [clip('c', 'f', 'calm', 'calm'), clip('c', 'f', 'fearful', 'angry', 'fearful')];
    expect(fourClasses(rows, names)[0]).toMatchObject({ classes: ['calm', 'fearful'], uar: 1 });
  });
});

describe('the drawings of the evaluation', () => {
  it('show every cell of a confusion matrix as its share of the row, in light and dark', () => {
    const drawn = confusionFigure(
      'Confusion',
      ['happy', 'sad'],
      [
        [3, 1],
        [0, 2],
      ],
    );
    const cells = [...drawn.matchAll(/>(\d+)<\/text>/gu)].map((match) => Number(match[1]));
    expect(cells).toEqual([75, 25, 0, 100]);
    expect(drawn).toContain('prefers-color-scheme: dark');
  });

  it('draw no bar for a bin of confidence that is empty', () => {
    const bin = { low: 0, high: 0.5, confidence: 0.4, accuracy: 0.5, count: 0 };
    const bars = (count: number): number =>
      reliabilityFigure('Reliability', [
        { ...bin, count },
        { ...bin, low: 0.5, high: 1, count: 5 },
      ]).split('class="bar"').length - 1;
    expect([bars(0), bars(3)]).toEqual([1, 2]);
  });

  it('draw one line for each corpus, with a point for each length', () => {
    const drawn = lengthFigure(
      'Length',
      ['0.7 s', 'whole'],
      [
        { name: 'a', values: [0.4, 0.6] },
        { name: 'b', values: [0.3, 0.5] },
      ],
    );
    const lines = [...drawn.matchAll(/points="([^"]+)"/gu)].map((match) => match[1]?.split(' ').length);
    expect(lines).toEqual([2, 2]);
  });
});
