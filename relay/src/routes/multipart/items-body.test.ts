import { describe, expect, it } from 'vitest';
import { FileParts, flagOf } from './items-body.js';

const file = (name: string): { name: string; bytes: Buffer } => ({ name, bytes: Buffer.from(name) });
const details = (problems: Record<string, string[]>): unknown =>
  expect.objectContaining({ code: 'validation_error', details: problems });

describe('the files of a form with many items', () => {
  it('are found by name, and several items may use the same file', () => {
    const parts = new FileParts([file('a'), file('b')]);
    expect(parts.take('a')?.toString()).toBe('a');
    expect(parts.take('a')?.toString()).toBe('a');
    expect(parts.take('none')).toBeUndefined();
    parts.take('b');
    expect(() => parts.checkAllTaken('item')).not.toThrow();
  });

  it('are refused when two have the same name, or when no item names a file', () => {
    expect(() => new FileParts([file('a'), file('a')])).toThrow(
      details({ body: ['has two files of one name'] }),
    );
    const parts = new FileParts([file('a'), file('b')]);
    parts.take('a');
    expect(() => parts.checkAllTaken('sample')).toThrow(details({ b: ['is a file that no sample names'] }));
  });

  it('are not all named when many belong to nothing: an answer does not grow with the mistakes', () => {
    const parts = new FileParts(Array.from({ length: 500 }, (_, index) => file(`f${index}`)));
    const problems = (): Record<string, unknown> => {
      try {
        parts.checkAllTaken('sample');
      } catch (error) {
        return (error as { details: Record<string, unknown> }).details;
      }
      return {};
    };
    expect(Object.keys(problems())).toHaveLength(32);
  });

  it('come with flags: text other than true and false stays text for its schema', () => {
    expect(['true', 'false', 'yes'].map(flagOf)).toEqual([true, false, 'yes']);
  });
});
