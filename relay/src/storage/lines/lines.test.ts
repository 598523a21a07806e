import { addLine, type LineSums, nothingCompared } from '@undertone/model';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import type { LineLesson } from '../../domain/lines/line-store.js';
import { AuditRepository } from '../audit/audit-repository.js';
import { SpeakerRepository } from '../speakers/speaker-repository.js';
import { ConversationRig } from '../testing/conversation-rig.js';
import { DATABASES } from '../testing/databases.js';
import { fromBytes, growthFromBytes, growthToBytes, toBytes } from './line-bytes.js';
import { LineRepository } from './line-repository.js';

const AT = new Date('2026-03-01T12:00:00Z');
const ACT = { actor: 'key:key_1', at: AT };
const MODEL = 'undertone-full@0.2.0';

/** What a call teaches that is told from others by its number. */
const growth = (call: number): LineSums => ({
  count: call,
  gaps: [call / 3],
  heads: [
    {
      precision: [call, 0.1 * call],
      weighted: [-call, 1e-9 * call],
      heard: { count: call, classes: [call / 4, (3 * call) / 4], entropy: call / 9 },
    },
    {
      precision: [2 * call],
      weighted: [call / 7],
      heard: { count: call, classes: [call], entropy: 0 },
    },
  ],
  compared: { clips: [3 * call, 1], agreed: [2 * call, 0], confidence: [call / 3, 0.5] },
  seconds: 10 * call,
  voices: 1,
});
const all = (...calls: number[]): LineSums => calls.map(growth).reduce(addLine);
const nearly = (value: unknown): unknown => {
  if (typeof value === 'number') return expect.closeTo(value, 9);
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, nearly(part)]));
};

describe('the bytes of a line’s sums', () => {
  it('are read as they were written, wherever they lie in memory', () => {
    const bytes = toBytes(growth(7));
    expect(fromBytes(bytes)).toEqual(growth(7));
    expect(fromBytes(Buffer.concat([Buffer.from('x'), bytes]).subarray(1))).toEqual(growth(7));
  });

  it.each([
    { layout: 'first', lacks: 'what was told apart', heard: [], read: { count: 0, classes: [], entropy: 0 } },
    {
      layout: 'second',
      lacks: 'what both readers told',
      heard: [3, 0.25, 2, 1, 2],
      read: { count: 3, classes: [1, 2], entropy: 0.25 },
    },
  ])('of the $layout layout, which did not say $lacks, are read for erasure', ({ layout, heard, read }) => {
    const numbers = [layout === 'first' ? 1 : 2, 3, 30, 1, 1, 0.5, 1, 1, 6, 7, ...heard];
    const bytes = Buffer.from(Float64Array.from(numbers).buffer);
    expect(fromBytes(bytes)).toEqual({
      ...{ count: 3, seconds: 30, voices: 1, gaps: [0.5] },
      heads: [{ precision: [6], weighted: [7], heard: read }],
      compared: nothingCompared(0),
    });
    expect(fromBytes(toBytes(fromBytes(bytes)))).toEqual(fromBytes(bytes));
  });

  it('of one reader or of both are told apart', () => {
    for (const both of [{}, { live: growth(1) }, { full: growth(2) }, { live: growth(1), full: growth(2) }])
      expect(growthFromBytes(growthToBytes(both))).toEqual(both);
  });

  it('that are cut or of another format are refused', () => {
    const bytes = toBytes(growth(7));
    expect(() => fromBytes(bytes.subarray(0, -8))).toThrow(RangeError);
    expect(() => fromBytes(Buffer.concat([bytes, Buffer.alloc(8)]))).toThrow(/bytes/);
    expect(() => fromBytes(Buffer.alloc(80))).toThrow(/format/);
  });
});

describe.each(DATABASES)('what is known about lines, on $name', ({ open }) => {
  let rig: ConversationRig;
  let book: LineRepository;
  let orgId: string;
  let otherOrgId: string;

  beforeAll(async () => {
    rig = await ConversationRig.open(open);
    book = new LineRepository(rig.database.queries);
  }, 120_000);
  afterAll(() => rig.close());
  beforeEach(async () => {
    [orgId, otherOrgId] = [await rig.organization(), await rig.organization()];
  });

  const teach = (
    call: number,
    wish: Partial<LineLesson> = {},
    row: { at?: Date; most?: number } = {},
    from = book,
  ): Promise<boolean> =>
    from.learn(
      { orgId, line: 'queue', model: MODEL, callId: `call ${call}`, growth: growth(call), ...wish },
      { id: newId('lin'), at: AT, most: 100, ...row },
    );
  const known = (wish: Partial<LineLesson> = {}): Promise<LineSums | undefined> =>
    book.find({ orgId, line: 'queue', model: MODEL, ...wish });
  const listed = async (): Promise<unknown[]> =>
    (await book.list(orgId, { limit: 50, cursor: undefined })).lines.map(({ line, model, calls }) => [
      line,
      model,
      calls,
    ]);

  it('is the sum of what its calls taught, apart by organization, line and model', async () => {
    expect(await known()).toBeUndefined();
    expect(await teach(1)).toBe(true);
    await teach(2);
    await teach(4, { line: 'desk 7/ä' });
    await teach(8, { model: 'undertone-live@0.2.0' });
    await teach(16, { orgId: otherOrgId });
    expect(await known()).toEqual(all(1, 2));
    expect(await known({ line: 'desk 7/ä' })).toEqual(growth(4));
    expect(await known({ model: 'undertone-live@0.2.0' })).toEqual(growth(8));
    expect(await known({ orgId: otherOrgId })).toEqual(growth(16));
  });

  it('counts a call once: what it teaches again replaces what it taught', async () => {
    await teach(1);
    await teach(2);
    await teach(5, { callId: 'call 2' });
    expect(await known()).toEqual(nearly(all(1, 5)));
    expect(await listed()).toEqual([['queue', MODEL, 2]]);
  });

  it('loses nothing where relays learn at the same moment', async () => {
    const other = new LineRepository(rig.database.queries);
    const calls = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(calls.map((call) => teach(call, {}, {}, call % 2 === 0 ? book : other)));
    expect(await known()).toEqual(nearly(all(...calls)));
    expect(await listed()).toEqual([['queue', MODEL, 20]]);
  });

  it('is listed in pages, the oldest first', async () => {
    for (const call of [3, 1, 2]) await teach(call, { line: `line ${call}` }, { at: new Date(1_000 * call) });
    await teach(1, { orgId: otherOrgId });
    const first = await book.list(orgId, { limit: 2, cursor: undefined });
    expect(first.lines.map(({ line }) => line)).toEqual(['line 1', 'line 2']);
    const second = await book.list(orgId, { limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ lines: [{ line: 'line 3', calls: 1, sums: growth(3) }] });
    expect(second.nextCursor).toBeUndefined();
  });

  it('is not begun for more lines than an organization may have', async () => {
    expect(await teach(1, {}, { most: 1 })).toBe(true);
    expect(await teach(2, { line: 'one too many' }, { most: 1 })).toBe(false);
    expect(await teach(2, {}, { most: 1 })).toBe(true);
  });

  it('is forgotten by name, for every model, or as a whole, and that is written down', async () => {
    for (const model of [MODEL, 'undertone-live@0.2.0']) await teach(1, { model });
    await teach(2, { line: 'other' });
    await teach(3, { orgId: otherOrgId });
    expect(await book.remove(orgId, 'unknown', ACT)).toBe(0);
    expect(await book.remove(orgId, 'queue', ACT)).toBe(2);
    expect(await listed()).toEqual([['other', MODEL, 1]]);
    expect(await book.remove(orgId, undefined, ACT)).toBe(1);
    expect(await listed()).toEqual([]);
    expect(await known({ orgId: otherOrgId })).toEqual(growth(3));
    const entries = await new AuditRepository(rig.database.queries).list(orgId, 2);
    expect(
      entries.map(({ action, actor, detail }) => [action, actor, JSON.parse(detail) as unknown]),
    ).toEqual([
      ['line.deleted', 'key:key_1', { line: null, deleted: 1 }],
      ['line.deleted', 'key:key_1', { line: 'queue', deleted: 2 }],
    ]);
  });

  it('loses exactly what a session taught when that is deleted', async () => {
    const [kept, deleted] = [await rig.begin(orgId), await rig.begin(orgId)];
    await teach(1, { callId: kept, sessionId: kept });
    await teach(2, { callId: deleted, sessionId: deleted });
    await teach(4, { callId: 'upload 1', sessionId: deleted });
    await teach(8, { callId: deleted, sessionId: deleted, line: 'of it alone' });
    await rig.sessions.remove(orgId, deleted);
    expect(await known()).toEqual(nearly(growth(1)));
    expect(await listed()).toEqual([['queue', MODEL, 1]]);
  });

  it('learns nothing of a session that was deleted while it went on', async () => {
    const id = await rig.begin(orgId);
    await rig.sessions.remove(orgId, id);
    expect(await teach(1, { callId: id, sessionId: id })).toBe(false);
    expect(await known()).toBeUndefined();
  });

  describe('with enrolled people', () => {
    const enrol = async (): Promise<string> => {
      const id = newId('spk');
      const consent = {
        scope: ['voiceprint'],
        givenAt: AT,
        method: 'written' as const,
        reference: id,
        basis: undefined,
        jurisdiction: undefined,
        expiresAt: undefined,
      };
      const template = {
        space: 'space-1',
        sealed: Buffer.from('sealed'),
        quality: { speechSeconds: 7.5, snrDb: 30, clipping: 0, prints: 1 },
      };
      const person = { id, orgId, label: 'Somebody', externalId: undefined, consent, expiresAt: undefined };
      await new SpeakerRepository(rig.database.queries).add({ ...person, template, ...ACT }, 10);
      return id;
    };

    it('loses the calls in which a person was recognized who is removed', async () => {
      const people = new SpeakerRepository(rig.database.queries);
      const [stays, goes] = [await enrol(), await enrol()];
      const [session, other] = [await rig.begin(orgId), await rig.begin(orgId)];
      for (const [sessionId, speakerId] of [
        [session, goes],
        [other, stays],
      ] as const)
        await people.link({ orgId, sessionId, speaker: 'ch0', speakerId, evidenceSeconds: 4, at: AT });
      await teach(1, { callId: session, sessionId: session });
      await teach(2, { callId: other, sessionId: other });
      await teach(4, { callId: 'a file', people: [stays, goes] });
      await people.remove(orgId, goes, 'withdrawn', ACT);
      expect(await known()).toEqual(nearly(growth(2)));
      expect(await teach(4, { callId: 'a file', people: [stays, goes] })).toBe(false);
    });

    it('loses what another relay adds about a removed person, with the sweep', async () => {
      const people = new SpeakerRepository(rig.database.queries);
      const goes = await enrol();
      await people.remove(orgId, goes, 'deleted', ACT);
      await teach(1);
      await teach(2, { callId: 'late' });
      await rig.database.queries
        .updateTable('line_calls')
        .set({ people: JSON.stringify([goes]) })
        .where('org_id', '=', orgId)
        .where('call_id', '=', 'late')
        .execute();
      await people.sweep(AT);
      expect(await known()).toEqual(nearly(growth(1)));
    });
  });
});
