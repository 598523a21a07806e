import { EMOTION_LABELS } from '@undertone/model';
import { LABELS } from '@undertone/protocol';
import { expect, it } from 'vitest';

it('has the same fourteen labels in the same order in the model and in the contract [RT28]', () => {
  expect(EMOTION_LABELS).toEqual(LABELS);
});
