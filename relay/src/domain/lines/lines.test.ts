import { addLine, type LineSums, nothingCompared } from '@undertone/model';
import { describe, expect, it } from 'vitest';
import type { KnownLine, LineLesson, LineName, LineStore } from './line-store.js';
import { isLineName, lineOfKey } from './line-name.js';
import { LEAST_VOICES, Lines, modelOfLine } from './lines.js';

const QUEUE: LineName = { orgId: 'org_a', line: 'queue', model: 'reader@1' };
const growth = (voices: number): LineSums => ({
  count: voices,
  gaps: [],
  heads: [],
  compared: nothingCompared(0),
  seconds: 10 * voices,
  voices,
});
const lesson = (callId: string, voices: number): LineLesson => ({ ...QUEUE, callId, growth: growth(voices) });

/** Lines of one organization, by name. */
class MemoryLines implements LineStore {
  private readonly rows = new Map<string, KnownLine>();
  readonly removedBy: string[] = [];

  find({ line }: LineName): Promise<LineSums | undefined> {
    return Promise.resolve(this.rows.get(line)?.sums);
  }

  learn({ growth, ...name }: LineLesson, { id, at }: { id: string; at: Date }): Promise<boolean> {
    const known = this.rows.get(name.line);
    const sums = known === undefined ? growth : addLine(known.sums, growth);
    const calls = (known?.calls ?? 0) + 1;
    this.rows.set(name.line, { ...name, id, sums, calls, createdAt: at, updatedAt: at });
    return Promise.resolve(true);
  }

  list() {
    return Promise.resolve({ lines: [...this.rows.values()], nextCursor: undefined });
  }

  remove(_orgId: string, line: string | undefined, { actor }: { actor: string }): Promise<number> {
    this.removedBy.push(actor);
    const names = line === undefined ? [...this.rows.keys()] : [line];
    return Promise.resolve(names.filter((name) => this.rows.delete(name)).length);
  }
}

const open = () => {
  const store = new MemoryLines();
  return { store, lines: new Lines({ store, newId: (prefix) => `${prefix}_1`, nowMs: () => 5_000 }) };
};

describe('a line', () => {
  it(`is usable once ${LEAST_VOICES} voices are in it, so that it is nobody’s voice`, async () => {
    const { lines } = open();
    expect(await lines.open(QUEUE)).toBeUndefined();
    await lines.learn(lesson('a', LEAST_VOICES - 1));
    expect(await lines.open(QUEUE)).toBeUndefined();
    await lines.learn(lesson('b', 1));
    expect(await lines.open(QUEUE)).toEqual(growth(LEAST_VOICES));
  });

  it('learns nothing from a call in which nobody spoke', async () => {
    const { lines } = open();
    expect(await lines.learn(lesson('a', 0))).toBe(false);
    expect((await lines.list('org_a', { limit: 50, cursor: undefined })).lines).toEqual([]);
  });

  it('is shown with what its sums hold', async () => {
    const { lines } = open();
    await lines.learn(lesson('a', 2));
    const { lines: shown } = await lines.list('org_a', { limit: 50, cursor: undefined });
    expect(shown).toEqual([
      {
        line: 'queue',
        model: 'reader@1',
        seconds: 20,
        voices: 2,
        calls: 1,
        isUsable: false,
        updatedAt: new Date(5_000),
      },
    ]);
  });

  it('is forgotten by name, which must be one; all of them are forgotten even where there is none', async () => {
    const { lines, store } = open();
    await expect(lines.remove('org_a', 'queue', 'key:1')).rejects.toMatchObject({ code: 'not_found' });
    await lines.remove('org_a', undefined, 'key:1');
    await lines.learn(lesson('a', 3));
    await lines.remove('org_a', 'queue', 'key:2');
    expect(await lines.open(QUEUE)).toBeUndefined();
    expect(store.removedBy).toEqual(['key:1', 'key:1', 'key:2']);
  });

  it('has a name of 1 to 128 characters that can be stored', () => {
    expect(['a', 'desk 7/ä', 'x'.repeat(128)].map(isLineName)).toEqual([true, true, true]);
    expect(['', 'x'.repeat(129), 'a\0b', '\ud800'].map(isLineName)).toEqual([false, false, false, false]);
    expect(lineOfKey('key_1')).toBe('key:key_1');
    expect(modelOfLine({ id: 'undertone-full', version: '0.2.0' })).toBe('undertone-full@0.2.0');
  });
});
