import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { PacketOrder, parseRtp, type RtpPacket } from './packet-order.js';

const SAMPLES = 160;

/** What came out, one entry for each sample: the packet's number, or -1 in a gap. */
const rig = () => {
  const clock: number[] = [];
  const gaps: string[] = [];
  const order = new PacketOrder(0, {
    audio: (first, payload) => {
      expect(first).toBe(clock.length);
      clock.push(...payload);
    },
    gap: (first, count, reason) => {
      expect(first).toBe(clock.length);
      gaps.push(`${reason} ${count}`);
      clock.push(...Array.from({ length: count }, () => -1));
    },
  });
  return { clock, gaps, order };
};

/** Packet number `index` of a stream that begins just before both counters wrap. */
const packet = (index: number, silence = 0): RtpPacket => ({
  payloadType: 0,
  ssrc: 7,
  sequence: (65_530 + index) & 0xffff,
  timestamp: (0xffff_ff00 + index * SAMPLES + silence) >>> 0,
  payload: Buffer.alloc(SAMPLES, index),
});

describe('packets of one RTP stream', () => {
  it('come out once each, in order, with what is lost as a gap, over both wraps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ lost: fc.boolean(), late: fc.nat(8), doubled: fc.boolean() }), {
          minLength: 2,
          maxLength: 60,
        }),
        (fates) => {
          const { clock, order } = rig();
          const sent = fates
            .map((fate, index) => ({ ...fate, index, at: index === 0 ? -1 : index + fate.late }))
            .filter(({ lost, index }) => !lost || index === 0)
            .sort((left, right) => left.at - right.at);
          for (const { index, doubled } of sent) {
            order.push(packet(index));
            if (doubled) order.push(packet(index));
          }
          order.flush();
          const last = Math.max(...sent.map(({ index }) => index));
          const arrived = new Set(sent.map(({ index }) => index));
          const wanted = Array.from({ length: last + 1 }, (_, index) => (arrived.has(index) ? index : -1));
          expect(clock).toEqual(wanted.flatMap((number) => Array<number>(SAMPLES).fill(number)));
        },
      ),
      { seed: 32 },
    );
  });

  it('tell silence that was not sent from packets that were lost', () => {
    const { gaps, order } = rig();
    order.push(packet(0));
    order.push(packet(1, 800));
    order.push(packet(3, 800));
    order.flush();
    expect(gaps).toEqual(['suspended 800', 'offline 160']);
  });

  it('go on when another source takes over', () => {
    const { clock, gaps, order } = rig();
    order.push(packet(0));
    order.push({ ...packet(40), ssrc: 8, sequence: 5, timestamp: 99 });
    expect([clock.length, gaps]).toEqual([2 * SAMPLES, []]);
  });
});

describe('a sender that numbers anew and keeps its name', () => {
  it('is heard again after 200 ms', () => {
    const { clock, gaps, order } = rig();
    for (let index = 0; index < 20; index++) order.push(packet(index));
    for (let index = 0; index < 20; index++)
      order.push({ ...packet(index), sequence: 40_000 + index, timestamp: 5_000 + SAMPLES * index });
    order.flush();
    expect(clock.slice(20 * SAMPLES)).toEqual(
      Array.from({ length: 10 }, (_, at) => at + 10).flatMap((number) => Array<number>(SAMPLES).fill(number)),
    );
    expect(gaps).toEqual([]);
  });
});

describe('a datagram', () => {
  it('is read with extension, contributors and padding', () => {
    const header = Buffer.from('b1800001000000a000000007000000090001000100000000', 'hex');
    const datagram = Buffer.concat([header, Buffer.from([1, 2, 3, 0, 2])]);
    expect(parseRtp(datagram)).toMatchObject({ payloadType: 0, sequence: 1, timestamp: 160, ssrc: 7 });
    expect([...parseRtp(datagram)!.payload]).toEqual([1, 2, 3]);
  });

  it('is left alone when it is no RTP: cut anywhere, RTCP, anything at all', () => {
    expect(parseRtp(Buffer.from('80c8000600000000000000000000', 'hex'))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const read = parseRtp(Buffer.from(bytes));
        if (read !== undefined) expect(read.payload.length).toBeGreaterThan(0);
      }),
    );
  });
});
