import { expect } from 'vitest';
import type { Answer } from './caller.js';
import type { World } from './world.js';

/** One promise of the published interface. */
export interface Promised {
  /** The published sentence, or as much of it as is tested. */
  readonly says: string;
  /** Shown on the wire alone, since no client library would send it or tell it. */
  readonly onWire?: true;
  readonly holds: (world: World) => Promise<void>;
}

export interface Section {
  readonly title: string;
  readonly promises: readonly Promised[];
}

/** The body of a successful answer. */
export const ok = (answer: Answer): Record<string, unknown> => {
  expect({ status: answer.status, error: answer.json['error'] }).toMatchObject({ error: undefined });
  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(300);
  return answer.json;
};

/** A value by its path, such as `prosody.pitch.mean`. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);

export const isMoment = (text: unknown): void => {
  expect(text).toBeTypeOf('string');
  expect(new Date(text as string).toISOString()).toBe(text);
};

export const within = (value: unknown, least: number, most: number): void => {
  expect(value).toBeTypeOf('number');
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
};
