import { expect, it } from 'vitest';
import { riskWords, trajectoryWord } from './words.js';

it.each([
  [0.2, '20%'],
  [0.349, '35%'],
  [0.35, 'raised, 35%'],
  [0.61, 'high, 61%'],
])('a risk of %s is %s, as its alert and its figure over REST say', (risk, words) => {
  expect(riskWords(risk)).toBe(words);
});

it('calls the course of valence no mood: that is the panel’s word', () => {
  const told = ['declining', 'stable', 'improving'].map(trajectoryWord);
  expect(told).toEqual(['valence fell', 'valence stayed about level', 'valence rose']);
});
