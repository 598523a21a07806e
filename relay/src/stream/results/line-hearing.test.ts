import { Baseline, packBaseline, unpackBaseline } from '@undertone/model';
import { describe, expect, it } from 'vitest';
import { LineBook, type LineReader } from '../../domain/lines/line-book.js';
import { twoClasses } from '../../domain/lines/testing/two-classes.js';
import type { ChannelKnowledge } from '@undertone/hearing';
import { settled } from '../testing/manual-clock.js';
import { anAuth, aHello, type Peer, Rig } from '../testing/rig.js';

/** Lines of relays with the same reader; `version` is that of the reader. */
class Desk {
  /** What calls taught: seconds of speech. */
  readonly taught: number[] = [];
  opened = 0;

  book(version = '1'): LineBook {
    const reader: LineReader = { id: 'reader', version, classes: [0, 1], classifier: twoClasses };
    return new LineBook(
      {
        open: () => {
          this.opened++;
          return Promise.resolve(undefined);
        },
        learn: ({ growth }) => {
          this.taught.push(growth.seconds);
          return Promise.resolve(true);
        },
      },
      { live: reader },
    );
  }
}

/** What is known after so many utterances of three seconds. */
const knownAfter = (utterances: number): ChannelKnowledge => {
  const baseline = new Baseline(twoClasses, 2);
  for (let n = 0; n < utterances; n++) {
    const x = [3 + 0.2 * n, 1 / (n + 3)];
    baseline.hear('0', 3, baseline.judge(x, '0', 3));
  }
  return [{ live: packBaseline(baseline.snapshot()) }];
};

const unpacked = (known: ChannelKnowledge | undefined) =>
  known?.map((own) => own && unpackBaseline(own.live));

const nearly = (value: unknown): unknown => {
  if (typeof value === 'number') return expect.closeTo(value, 5);
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, nearly(part)]));
};

const openCall = async (rig: Rig): Promise<Peer> => {
  const peer = await rig.open({ ...aHello(), line: 'desk' }, anAuth());
  for (let n = 0; n < 4; n++) peer.audio(4_000);
  rig.inference.last.answer();
  return peer;
};

const aChannel = (id: string) =>
  ({ id, subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, frameMs: 40 }) as const;

describe('[RT113] what a call learned of its line and voices', () => {
  it('goes on when another relay takes the stream up, and its line learns all of it once', async () => {
    const desk = new Desk();
    const before = new Rig({ lines: desk.book() });
    const peer = await openCall(before);
    before.inference.last.knows = knownAfter(5);
    peer.cut();
    await before.clock.advance(3_000);
    const after = new Rig({ lines: desk.book(), store: before.store, clock: before.clock, name: 'b' });
    const back = await after.resume(peer);
    expect(unpacked(after.inference.last.spec.known)).toEqual(nearly(unpacked(knownAfter(5))));
    expect(desk.opened).toBe(1);
    after.inference.last.knows = knownAfter(7);
    back.say({ kind: 'session.end', value: {} });
    await settled();
    expect(desk.taught).toEqual([21]);
  });

  it('[RT119] is kept channel by channel, and its line learns what all of them learned', async () => {
    const desk = new Desk();
    const before = new Rig({ lines: desk.book() });
    const peer = await before.open(
      { ...aHello({ channels: [aChannel('caller'), aChannel('agent')] }), line: 'desk' },
      anAuth(),
    );
    const each = [...knownAfter(5), ...knownAfter(2)];
    before.inference.last.knows = each;
    peer.cut();
    await before.clock.advance(3_000);
    const after = new Rig({ lines: desk.book(), store: before.store, clock: before.clock, name: 'b' });
    const back = await after.resume(peer);
    expect(unpacked(after.inference.last.spec.known)).toEqual(nearly(unpacked(each)));
    back.say({ kind: 'session.end', value: {} });
    await settled();
    expect(desk.taught).toEqual([21]);
  });

  it('is not taken up by a relay whose reader heard something else', async () => {
    const desk = new Desk();
    const before = new Rig({ lines: desk.book() });
    const peer = await openCall(before);
    before.inference.last.knows = knownAfter(5);
    peer.cut();
    await before.clock.advance(3_000);
    const after = new Rig({ lines: desk.book('2'), store: before.store, clock: before.clock, name: 'b' });
    await after.resume(peer);
    expect(after.inference.last.spec.known).toBeUndefined();
  });

  it('is written once a minute while the call goes on', async () => {
    const rig = new Rig({ lines: new Desk().book() });
    const peer = await openCall(rig);
    rig.inference.last.knows = knownAfter(5);
    await rig.clock.advance(20_000);
    expect(rig.store.row(peer.sessionId).heardLine).toBeUndefined();
    await rig.clock.advance(45_000);
    expect(rig.store.row(peer.sessionId).heardLine).toBeDefined();
  });
});
