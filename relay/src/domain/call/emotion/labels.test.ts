import { EMOTION_LABELS } from '@undertone/model';
import { LABELS } from '@undertone/protocol';
import { expect, it } from 'vitest';

it('the model and the contract name the same fourteen labels in the same order [RT28]', () => {
  expect(EMOTION_LABELS).toEqual(LABELS);
});
