import { describe, expect, it } from 'vitest';
import { reach, type Ask } from './reach.js';

const answering =
  (answer: number | 'foreign' | 'none'): Ask =>
  (mode) => {
    if (typeof answer === 'number') return Promise.resolve({ status: answer });
    if (answer === 'foreign' && mode === 'no-cors') return Promise.resolve({ status: 0 });
    return Promise.reject(new TypeError('Failed to fetch'));
  };

describe('What answers at an address', () => {
  it.each([426, 429])('is a relay when it answers %i', async (status) => {
    expect(await reach(answering(status))).toEqual({ kind: 'relay' });
  });

  it.each([200, 404, 401, 500])('is something else when it answers %i', async (status) => {
    expect(await reach(answering(status))).toEqual({ kind: 'other', status });
  });

  it.each([502, 503, 504])('is nothing behind a proxy that answers %i', async (status) => {
    expect(await reach(answering(status))).toEqual({ kind: 'nothing' });
  });

  it('is something else when its answer is not for other origins', async () => {
    expect(await reach(answering('foreign'))).toEqual({ kind: 'other' });
  });

  it('is nothing when no request gets an answer', async () => {
    expect(await reach(answering('none'))).toEqual({ kind: 'nothing' });
  });
});
