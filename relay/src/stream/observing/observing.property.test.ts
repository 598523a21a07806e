import type { ServerMessage, Snapshot, TurnStart } from '@undertone/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { anObserver, Rig, type Peer } from '../testing/rig.js';

/** The events of a session, and of observers that join and leave meanwhile. */
type Step =
  | { readonly kind: 'speak'; readonly channel: number; readonly samples: number }
  | { readonly kind: 'answer' | 'flush' | 'force_end' | 'correct' | 'cut' | 'wait' | 'transcript' }
  | { readonly kind: 'pause' | 'resume' | 'join' | 'join_midway' | 'rejoin' | 'leave' };

const weighted = (weight: number, kind: Exclude<Step['kind'], 'speak'>) => ({
  weight,
  arbitrary: fc.constant<Step>({ kind }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('speak' as const),
      channel: fc.integer({ min: 0, max: 1 }),
      samples: fc.integer({ min: 1_600, max: 6_400 }),
    }),
  },
  weighted(6, 'answer'),
  weighted(2, 'flush'),
  weighted(2, 'force_end'),
  weighted(2, 'correct'),
  weighted(2, 'transcript'),
  weighted(1, 'cut'),
  weighted(2, 'wait'),
  weighted(1, 'pause'),
  weighted(1, 'resume'),
  weighted(4, 'join'),
  weighted(2, 'join_midway'),
  weighted(2, 'rejoin'),
  weighted(1, 'leave'),
);

const CHANNELS = ['caller', 'other'].map((id) => ({
  id,
  subject: 'customer' as const,
  encoding: 'pcm_s16le' as const,
  sampleRate: 16_000,
  frameMs: 40,
}));

/** Somebody leaves and comes back: too rare among random steps to happen in every run. */
const LEFT_AND_BACK: Step[] = [
  { kind: 'join' },
  { kind: 'speak', channel: 0, samples: 6_400 },
  { kind: 'answer' },
  { kind: 'leave' },
  { kind: 'force_end' },
  { kind: 'rejoin' },
];

/** One session, its client, its observers, and a witness that observes from the first message on. */
class Scene {
  peer!: Peer;
  witness!: Peer;
  readonly late: Peer[] = [];
  readonly gone: Peer[] = [];

  constructor(readonly rig = new Rig()) {}

  async begin(): Promise<void> {
    this.peer = await this.rig.open({ channels: CHANNELS });
    this.witness = await this.join();
  }

  join(fromSeq?: number): Promise<Peer> {
    const sessionIds = [this.peer.sessionId];
    return this.rig.observe({ sessionIds, ...(fromSeq !== undefined && { fromSeq }) });
  }

  async run(step: Step): Promise<void> {
    const { rig, peer } = this;
    switch (step.kind) {
      case 'speak':
        peer.audio(step.samples, step.channel);
        return;
      case 'answer':
        rig.inference.last.answer();
        return;
      case 'wait':
        return rig.clock.advance(400);
      case 'flush':
        return settled();
      case 'force_end':
        peer.say({ kind: 'turn.force_end', value: {} });
        return;
      case 'transcript':
        peer.say({
          kind: 'transcript',
          value: { itemId: `item_${peer.seq}`, text: 'words', startMs: 0, endMs: 60_000, isFinal: true },
        });
        return;
      case 'correct': {
        const directiveId = peer.socket.all('directive').at(-1)?.directiveId;
        if (directiveId !== undefined)
          peer.say({ kind: 'correction', value: { directiveId, emotion: 'sad' } });
        return;
      }
      case 'pause':
        peer.say({ kind: 'pause', value: { reason: 'hold' } });
        return settled();
      case 'resume':
        peer.say({ kind: 'resume', value: {} });
        return settled();
      case 'cut':
        peer.cut();
        this.peer = await rig.resume(peer);
        return;
      case 'join':
        if (this.late.length < 4) this.late.push(await this.join());
        return;
      case 'join_midway': {
        // The session continues in the same task, before anything was sent to the observer.
        if (this.late.length >= 4) return;
        const late = rig.connect('proto', anObserver());
        late.say({ kind: 'observe.subscribe', value: { sessionIds: [peer.sessionId], kinds: [] } });
        peer.audio(4_000);
        rig.inference.last.answer();
        await settled();
        this.late.push(late);
        return;
      }
      case 'leave': {
        const leaving = this.late.shift();
        if (leaving === undefined) return;
        leaving.cut();
        this.gone.push(leaving);
        return;
      }
      case 'rejoin': {
        const back = this.gone.shift();
        if (back === undefined) return;
        const seen = positionsOf(back).at(-1) ?? 0;
        const again = await this.join(seen + 1);
        // What it received before and what it receives now form one sequence.
        again.socket.received.unshift(...back.socket.received);
        this.late.push(again);
        return;
      }
    }
  }
}

const isTold = ({ body, position }: ServerMessage): boolean =>
  position !== undefined && body?.kind !== 'snapshot' && body?.kind !== 'resumed';

const positionsOf = ({ socket }: Peer): number[] =>
  socket.received.flatMap(({ position }) => (position === undefined ? [] : [position]));

/** What the witness received up to a position, in the form of a snapshot. */
const drawn = (messages: readonly ServerMessage[], upTo: number) => {
  const open = new Map<string, TurnStart>();
  const ended = new Map<string, { text?: string | undefined; emotion?: string | undefined }>();
  const directives = new Map<number, string[]>();
  const corrected = new Map<string, string>();
  for (const { body, position = 0 } of messages) {
    if (position > upTo || body === undefined) continue;
    if (body.kind === 'turn.start') open.set(body.value.turnId, body.value);
    if (body.kind === 'turn.end') {
      open.delete(body.value.turnId);
      ended.set(body.value.turnId, { text: body.value.text });
    }
    const turn = body.kind === 'turn.update' ? ended.get(body.value.turnId) : undefined;
    if (turn !== undefined && body.kind === 'turn.update') turn.text = body.value.text;
    if (body.kind === 'corrected') corrected.set(body.value.turnId, body.value.emotion ?? '');
    if (body.kind === 'directive') {
      const { channel, directiveId } = body.value;
      directives.set(channel, [...(directives.get(channel) ?? []), directiveId]);
    }
  }
  return { open, ended, directives, corrected };
};

const expectSame = (snapshot: Snapshot, messages: readonly ServerMessage[], upTo: number): void => {
  const { open, ended, directives, corrected } = drawn(messages, upTo);
  expect(snapshot.openTurns.map(({ turnId }) => turnId).sort()).toEqual([...open.keys()].sort());
  expect(snapshot.turns.map(({ turnId }) => turnId)).toEqual(
    expect.arrayContaining([...ended.keys()].slice(-10)),
  );
  for (const turn of snapshot.turns) {
    expect(turn.text).toEqual(ended.get(turn.turnId)?.text);
    const label = corrected.get(turn.turnId);
    if (label !== undefined) expect(turn.emotion).toBe(label);
  }
  // By channel: some of the directives that were sent, in their order, with the newest last.
  const shown = new Map<number, string[]>();
  for (const { channel, directiveId } of snapshot.directives) {
    shown.set(channel, [...(shown.get(channel) ?? []), directiveId]);
  }
  expect([...shown.keys()]).toEqual([...directives.keys()].sort((a, b) => a - b));
  for (const [channel, told] of directives) {
    const some = shown.get(channel) ?? [];
    expect(some.at(-1)).toBe(told.at(-1));
    expect(some).toEqual(told.filter((id) => some.includes(id)));
  }
};

describe('an observer that joins at any time', () => {
  it('[RT63] gets exactly the messages after its snapshot, without gaps or repetitions', async () => {
    let joined = 0;
    let continued = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const scene = new Scene();
        await scene.begin();
        for (const each of steps) await scene.run(each);
        scene.peer.say({ kind: 'session.end', value: {} });
        await settled();
        const all = scene.witness.socket.received.filter(isTold);
        const byPosition = new Map(all.map(({ position, body }) => [position, body]));
        expect(all.map(({ position }) => position)).toEqual(all.map((_, i) => i + 1));
        expect(all.at(-1)?.body?.kind).toBe('session_end');
        for (const { socket } of scene.late) {
          joined += 1;
          let next: number | undefined;
          for (const message of socket.received) {
            const { body, position } = message;
            if (position === undefined || body === undefined) continue;
            if (body.kind === 'snapshot') {
              if (next !== undefined) expect(position).toBe(next - 1);
              expectSame(body.value, all, position);
              next = position + 1;
            } else if (body.kind === 'resumed') {
              continued += 1;
              expect(position).toBe((next ?? NaN) - 1);
            } else {
              expect(position).toBe(next);
              expect(body).toEqual(byPosition.get(position));
              next = position + 1;
            }
          }
          expect(next).toBe(all.length + 1);
        }
      }),
      { numRuns: 150, examples: [[LEFT_AND_BACK]] },
    );
    expect(joined).toBeGreaterThan(50);
    expect(continued).toBeGreaterThan(0);
  });
});
