import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UnreadableRowError } from '../../domain/unreadable-row.js';
import { readable, readStored } from './stored-json.js';

const schema = z.strictObject({
  cues: z.array(z.strictObject({ id: z.string() })),
  state: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('open') })]),
});
const STORED = { cues: [{ id: 'a' }], state: { kind: 'open' } };

it('leaves out what a newer relay added, however deep', () => {
  const newer = { ...STORED, mood: 1, cues: [{ id: 'a', why: 'new' }], state: { kind: 'open', since: 2 } };
  expect(readStored(schema, newer, 'table t')).toEqual(STORED);
  expect(newer.cues[0]).toHaveProperty('why');
});

it('names the row and what is wrong with it, and tells none of its values', () => {
  const read = (): unknown => readStored(schema, { ...STORED, cues: 'secret words' }, 'table t, row 1: cues');
  expect(read).toThrow(UnreadableRowError);
  expect(read).toThrow('table t, row 1: cues cannot be read');
  expect(read).not.toThrow('secret words');
});

it('passes over rows that cannot be read, and tells of each', () => {
  const onUnreadable = vi.fn();
  const rows = [STORED, null, STORED];
  expect(readable(rows, (row) => readStored(schema, row, 'table t'), onUnreadable)).toEqual([STORED, STORED]);
  expect(onUnreadable).toHaveBeenCalledOnce();
  const broken = (): never => {
    throw new TypeError('a bug');
  };
  expect(() => readable(rows, broken, onUnreadable)).toThrow(TypeError);
});
