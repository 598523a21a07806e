import { describe, expect, it } from 'vitest';
import { advanceState, stateOutSize } from './stream-state.js';

describe('the state of a stream', () => {
  it('is what the call gave, of a model without a history', () => {
    const whole = { stateSize: 3 };
    const state = Float32Array.of(1, 2, 3);
    advanceState(whole, state, Float32Array.of(4, 5, 6));
    expect([...state]).toEqual([4, 5, 6]);
    expect(stateOutSize(whole)).toBe(3);
  });

  it('forgets the oldest of its past calls and ends with the newest', () => {
    const parts = { stateSize: 7, stateHistory: { start: 1, size: 2 } };
    expect(stateOutSize(parts)).toBe(3);
    const state = new Float32Array(7);
    for (const call of [1, 2, 3, 4])
      advanceState(parts, state, Float32Array.of(call, 10 * call, 10 * call + 1));
    expect([...state]).toEqual([4, 20, 21, 30, 31, 40, 41]);
  });
});
