import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HttpError } from '../../transport/http-message.js';
import { checkInput } from './json-body.js';

const schema = z.strictObject({
  name: z.string(),
  kind: z.enum(['sales', 'care']),
  limits: z.strictObject({ most: z.number() }),
  items: z.array(z.strictObject({ id: z.union([z.string(), z.number()]) })),
});

const problems = (value: unknown): unknown => {
  try {
    checkInput(schema, value);
    return {};
  } catch (error) {
    return (error as HttpError).details;
  }
};

describe('the problems of a request', () => {
  it('say that a missing field is required, whatever its type and depth', () => {
    expect(problems({ limits: {}, items: [{}] })).toEqual({
      name: ['is required'],
      kind: ['is required'],
      'limits.most': ['is required'],
      'items.0.id': ['is required'],
    });
  });

  it('keep the words of a rule that asks for a field', () => {
    const either = z
      .object({ a: z.string().optional() })
      .refine(({ a }) => a, { path: ['a'], error: 'is needed for b' });
    expect(() => checkInput(either, {})).toThrow(
      expect.objectContaining({ details: { a: ['is needed for b'] } }) as Error,
    );
  });

  it('say what is wrong with a field that is there', () => {
    const found = problems({ name: 5, kind: 'other', limits: { most: 'ten' }, items: [] });
    expect(Object.keys(found as object)).toEqual(['name', 'kind', 'limits.most']);
    expect(JSON.stringify(found)).not.toContain('required');
  });

  it('say what is wrong with an item of a list with commas', () => {
    const kinds = z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(['sales', 'care'])));
    expect(() => checkInput(z.strictObject({ kinds }), { kinds: 'sales,retail' })).toThrow(
      expect.objectContaining({
        details: { 'kinds.1': ['Invalid option: expected one of "sales"|"care"'] },
      }) as Error,
    );
  });

  it('count a null as absent where the field takes none, at any depth', () => {
    const optional = z.strictObject({
      a: z.string().optional(),
      b: z.string().nullable(),
      list: z.array(z.strictObject({ c: z.number().optional() })),
    });
    const given = { a: null, b: null, list: [{ c: null }, { c: 1 }] };
    expect(checkInput(optional, given)).toEqual({ b: null, list: [{}, { c: 1 }] });
    expect(given.a).toBeNull();
    expect(problems({ name: null, kind: 'sales', limits: null, items: [null] })).toEqual({
      name: ['is required'],
      limits: ['is required'],
      'items.0': [expect.any(String)],
    });
  });

  it('name every field that is not known', () => {
    const known = { name: 'a', kind: 'sales', limits: { most: 1 }, items: [] };
    expect(problems({ ...known, nmae: 'b' })).toEqual({ nmae: ['is not a known parameter'] });
  });
});
