import type { ClientBody, Consent, Feature } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settled } from './testing/manual-clock.js';
import { aHello, countingPcm, Rig, type Peer } from './testing/rig.js';

/** Marsaglia's xorshift32: a fixed seed gives the same bytes on every machine. @returns whole numbers below `limit` */
const seeded = (seed: number): ((limit: number) => number) => {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
};

/** Nothing broke. If the connection is closed, its last message was an error or the end of the session. */
const expectKnownState = (rig: Rig, peer: Peer): void => {
  expect(rig.errors()).toEqual([]);
  if (peer.socket.closedWith === undefined) return;
  const last = peer.socket.kinds().at(-1);
  expect(last).toBe(peer.socket.closedWith.code === 1000 ? 'session_end' : 'error');
};

const frame = (firstSample: number, sampleCount: number, channel = 0): ClientBody => ({
  kind: 'audio',
  value: { channel, firstSample, sampleCount, payload: countingPcm(firstSample, sampleCount) },
});

const reasons = ['hold', 'payment_data', 'consent_withdrawn', 'break'] as const;

/** Messages a client could send, sensible or not. */
const anyBody = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(4_000), fc.integer({ min: 1, max: 800 })).map(([at, n]) => frame(at, n)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        channel: fc.nat(2),
        firstSample: fc.nat(20_000),
        sampleCount: fc.nat(20_000),
        reason: fc.constantFrom('muted' as const, 'offline' as const),
      })
      .map((value) => ({ kind: 'audio.gap' as const, value })),
  },
  fc.constantFrom(...reasons).map((reason) => ({ kind: 'pause' as const, value: { reason } })),
  fc.constant({ kind: 'resume' as const, value: {} }),
  fc.constant({ kind: 'flush' as const, value: {} }),
  fc.constant({ kind: 'ping' as const, value: {} }),
  fc.constant({ kind: 'session.hello' as const, value: aHello() }),
  fc.nat(2).map((channel) => ({ kind: 'turn.force_end' as const, value: { channel } })),
  fc
    .record({
      features: fc.constant<Feature[]>([]),
      metadata: fc.constant({}),
      outputs: fc.record({ intervalMs: fc.nat(1_500) }),
      consent: fc.constant<Consent>({ basis: 'again', scope: [] }),
    })
    .map((value) => ({ kind: 'session.update' as const, value })),
  fc
    .record({
      channel: fc.nat(2),
      event: fc.constantFrom('start' as const, 'end' as const, 'misfire' as const, 'unspecified' as const),
      sample: fc.nat(100_000),
    })
    .map((value) => ({ kind: 'vad' as const, value })),
  fc
    .record({
      itemId: fc.string({ maxLength: 4 }),
      text: fc.string(),
      startMs: fc.nat(3_000),
      endMs: fc.nat(3_000),
      isFinal: fc.boolean(),
    })
    .map((value) => ({ kind: 'transcript' as const, value })),
  fc.record({ directiveId: fc.string({ maxLength: 4 }), valence: fc.float() }).map((value) => ({
    kind: 'correction' as const,
    value,
  })),
  fc.string().map((token) => ({ kind: 'auth.refresh' as const, value: { token } })),
  fc
    .record({ cueId: fc.string(), action: fc.constantFrom('shown' as const, 'unspecified' as const) })
    .map((value) => ({
      kind: 'steering.feedback' as const,
      value,
    })),
);

describe('a stream that gets random input', () => {
  it('throws nothing, and gives a reason for every close, on 100,000 random and damaged messages', async () => {
    const rig = new Rig();
    const random = seeded(20_261_121);
    const whole = encodeClientMessage({ seq: 2, ack: 0, generation: 1, audioPos: 0, body: frame(0, 16) });
    const damaged = (): Uint8Array => {
      const kind = random(3);
      if (kind === 0) return Uint8Array.from({ length: random(48) }, () => random(256));
      if (kind === 1) return whole.subarray(0, random(whole.length));
      const bytes = whole.slice();
      bytes[random(bytes.length)] = random(256);
      return bytes;
    };
    let unexplained = 0;
    let ends = 0;
    let inSession = 0;
    let peer = rig.connect();
    for (let i = 0; i < 100_000; i += 1) {
      if (peer.socket.closedWith !== undefined) {
        ends += 1;
        if (peer.socket.closedWith.code !== 4400 || peer.socket.kinds().at(-1) !== 'error') unexplained += 1;
        // Most messages arrive before a session exists, because such sockets are cheap. Every hundredth socket has a session.
        const session = ends % 100 === 0;
        peer = session ? await rig.open() : rig.connect();
        if (session) inSession += 1;
        rig.logged.length = 0;
      }
      peer.binary(damaged());
    }
    await rig.clock.advance(125_000);
    expect({ unexplained, errors: rig.errors(), sessions: rig.streams.counts().sessions }).toEqual({
      unexplained: 0,
      errors: [],
      sessions: 0,
    });
    expect(Math.min(ends / 100, inSession)).toBeGreaterThan(100);
  }, 120_000);

  it('is in a known state after random text on the plain endpoint', async () => {
    const rig = new Rig();
    const texts = fc.sample(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.object().map((o) => JSON.stringify({ type: 'session.hello', ...o })),
      ),
      {
        numRuns: 300,
        seed: 7,
      },
    );
    for (const text of texts) {
      const peer = rig.connect('plain');
      peer.text(text);
      await settled();
      expectKnownState(rig, peer);
    }
  });

  it('is in a known state, and never moves an acknowledgement back, after random messages, disconnects and resumes', async () => {
    let resumes = 0;
    let pauses = 0;
    let ends = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            { weight: 8, arbitrary: anyBody },
            { weight: 1, arbitrary: fc.constantFrom('cut', 'answer', 'tick') },
          ),
          {
            minLength: 5,
            maxLength: 60,
          },
        ),
        fc.boolean(),
        async (steps, orderly) => {
          const rig = new Rig();
          let peer = await rig.open({ vad: { mode: 'both' } });
          for (const step of steps) {
            if (peer.socket.closedWith !== undefined) break;
            if (step === 'answer') rig.inference.last.answer();
            else if (step === 'tick') await rig.clock.advance(700);
            else if (step === 'cut') {
              const former = peer;
              former.cut();
              peer = await rig.resume(former);
              if (peer.socket.kinds()[0] === 'session.ready') resumes += 1;
            } else if (typeof step === 'object') peer.say(step);
          }
          if (orderly && peer.socket.closedWith === undefined) {
            peer.say({ kind: 'session.end', value: {} });
            await settled();
            expect(peer.socket.closedWith).toEqual({ code: 1000, reason: 'normal' });
            ends += 1;
          }
          pauses += peer.socket.all('paused').length;
          expectKnownState(rig, peer);
          const acks = peer.socket.all('audio.ack').map(({ throughSample }) => throughSample);
          expect(acks).toEqual([...acks].sort((a, b) => a - b));
          const numbers = peer.socket.received.map(({ seq }) => seq).filter((seq) => seq > 0);
          const first = numbers[0] ?? 1;
          expect(numbers).toEqual(numbers.map((_, index) => first + index));
        },
      ),
      { numRuns: 100, seed: 42 },
    );
    expect(Math.min(resumes, pauses, ends)).toBeGreaterThan(10);
  }, 120_000);

  it('[RT21] [RT45] analyzes each sample once and in order, or counts it as a gap, when frames overlap, repeat or are lost', async () => {
    let holes = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            back: fc.oneof(fc.constant(0), fc.nat(300)),
            ahead: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(200)),
            count: fc.integer({ min: 1, max: 400 }),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        async (frames) => {
          const rig = new Rig();
          const peer = await rig.open();
          const stream = rig.inference.last;
          let next = 0;
          const expected: number[] = [];
          for (const { back, ahead, count } of frames) {
            const first = Math.max(0, next - back) + (back === 0 ? ahead : 0);
            peer.say(frame(first, count));
            if (first > next) holes += 1;
            for (let at = Math.max(next, first); at < first + count; at += 1) expected.push(at);
            next = Math.max(next, first + count);
          }
          const bytes = stream.bytesOf(0);
          const delivered = expected.map((_, i) => (bytes[i * 2] ?? 0) + (bytes[i * 2 + 1] ?? 0) * 256);
          expect(bytes).toHaveLength(expected.length * 2);
          expect(delivered).toEqual(expected);
          stream.answer();
          await rig.clock.advance(600);
          expect(peer.socket.last('audio.ack').throughSample).toBe(next);
        },
      ),
      { numRuns: 60, seed: 11 },
    );
    expect(holes).toBeGreaterThan(20);
  }, 120_000);
});
