import { describe, expect, it } from 'vitest';
import { Texts } from '../text/texts.js';
import { historyView } from './history-view.js';

const texts = new Texts('en');
const points = (count: number, stepMs: number, valence: (t: number) => number) =>
  Array.from({ length: count }, (_, index) => ({
    timeMs: index * stepMs,
    valence: valence(index / count),
    arousal: 0,
  }));

describe('historyView', () => {
  it('returns undefined when nobody spoke in the last minute', () => {
    expect(historyView([], [], 1_000, texts)).toBeUndefined();
    expect(
      historyView(
        points(10, 250, () => 0),
        [],
        120_000,
        texts,
      ),
    ).toBeUndefined();
  });

  it('says where both lines end, and the trend of the last seconds', () => {
    const view = historyView(
      points(240, 250, (t) => 0.6 - 1.4 * t),
      [],
      59_750,
      texts,
    );
    expect(view?.alt).toBe(
      'Valence and energy over the last 60 seconds. Valence: −0.8, falling. Energy: 0.0, steady.',
    );
    expect(view?.lines.map((line) => line.value)).toEqual(['−0.8', '0.0']);
  });

  it('leaves a gap where nobody spoke', () => {
    const spoken = [...points(4, 250, () => 0.2), { timeMs: 30_000, valence: 0.2, arousal: 0 }];
    const path = historyView(spoken, [], 30_000, texts)?.lines[0]?.path ?? '';
    expect(path.match(/M/g)).toHaveLength(2);
  });

  it('puts the present at the right edge and clamps values out of range', () => {
    const view = historyView([{ timeMs: 1_000, valence: 7, arousal: -7 }], [], 1_000, texts);
    expect(view?.lines[0]?.end).toEqual({ x: 600, y: 4 });
    expect(view?.lines[1]?.end).toEqual({ x: 600, y: 96 });
  });

  it('removes the end marks when the speaker is silent', () => {
    const view = historyView([{ timeMs: 1_000, valence: 0, arousal: 0 }], [], 5_000, texts);
    expect(view?.lines[0]?.end).toBeUndefined();
  });

  it('marks laughs and sighs at their time, names them in the text, and draws no line for them', () => {
    const laugh = { speakerId: 's', channel: 0, event: 'laugh', startMs: 29_000, endMs: 30_000 };
    const old = { ...laugh, event: 'sigh', startMs: -40_000, endMs: -39_000 };
    const view = historyView([], [old, laugh], 60_000, texts);
    expect(view).toEqual({
      lines: [],
      sounds: [{ x: 300, name: 'laugh' }],
      alt: 'No speech in the last minute. Sounds that are no speech: laugh.',
    });
  });
});
