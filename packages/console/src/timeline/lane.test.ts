import { expect, it } from 'vitest';
import { hueIn, stretchWords } from './lane.js';

it('an uncertain stretch has no color of a mood, and says so before it names the closest', () => {
  expect(hueIn({ emotion: 'angry', uncertain: true })).toBe('unsure');
  expect(hueIn({ emotion: 'angry', uncertain: false })).toBe('upset');
  expect(stretchWords({ emotion: 'angry', uncertain: true })).toBe('uncertain, closest: angry');
  expect(stretchWords({ emotion: 'angry', uncertain: false })).toBe('angry');
});

it('what was heard live is called as the panel called it, with an emotion that is sure and goes with it', () => {
  const judged = (mood: 'tense' | 'calming', emotion: string, uncertain = false) => ({
    mood,
    emotion,
    uncertain,
  });
  expect(stretchWords(judged('tense', 'happy', true))).toBe('tense');
  expect(stretchWords(judged('tense', 'angry'))).toBe('tense, angry');
  expect(stretchWords(judged('tense', 'happy'))).toBe('tense');
  expect(hueIn(judged('tense', 'happy', true))).toBe('tense');
  expect(hueIn(judged('calming', 'neutral'))).toBe('tense');
});
