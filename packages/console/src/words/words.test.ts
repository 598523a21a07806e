import { expect, it } from 'vitest';
import { riskWords } from './words.js';

it.each([
  [0.2, 'low, 20%'],
  [0.35, 'raised, 35%'],
  [0.61, 'high, 61%'],
])('a risk of %s is %s, as its alert and its figure over REST say', (risk, words) => {
  expect(riskWords(risk)).toBe(words);
});
