import { expect, it } from 'vitest';
import { hueIn, stretchWords } from './lane.js';

it('an uncertain stretch has no color of a mood, and says so before it names the closest', () => {
  expect(hueIn({ emotion: 'angry', uncertain: true })).toBe('unsure');
  expect(hueIn({ emotion: 'angry', uncertain: false })).toBe('upset');
  expect(stretchWords({ emotion: 'angry', uncertain: true })).toBe('uncertain, closest: angry');
  expect(stretchWords({ emotion: 'angry', uncertain: false })).toBe('angry');
});
