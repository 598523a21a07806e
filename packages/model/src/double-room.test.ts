import { expect, it } from 'vitest';
import { DoubleRoom } from './double-room.js';

it('lists of a room are zeros that share pieces and change nothing of each other', () => {
  const room = new DoubleRoom(4);
  const first = room.take(3);
  const second = room.copy([1.5, -2]);
  const third = room.take(2);
  const long = room.take(9);
  first.fill(7);
  third.fill(8);
  expect([...second]).toEqual([1.5, -2]);
  expect([...long]).toEqual(Array.from({ length: 9 }, () => 0));
  expect(third.buffer).toBe(second.buffer);
  expect(long.buffer).not.toBe(third.buffer);
});
