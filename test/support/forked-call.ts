/** A call of two parties in G.711 that came over a bridge, compared with the same codes over `/v1/stream`. */
import { randomUUID } from 'node:crypto';
import type { ServerBody, SessionEnded } from '@undertone/protocol';
import { expect } from 'vitest';
import type { CallGap } from '../../packages/sdk/examples/call-stream.js';
import { expectSameReadings, fromJson, fromProto } from './compare.js';
import { paced } from './pace.js';
import { PlainClient } from './plain-client.js';
import type { RelayProcess } from './relay-process.js';

/** Samples, and bytes, of 20 ms. */
export const PACKET = 160;
/** Two channels share model calls, which add in another order and so round differently. */
const batchRounding = 5e-4;

export interface ForkedCall {
  /** What each party said, µ-law. */
  readonly said: readonly [Buffer, Buffer];
  readonly messages: readonly ServerBody[];
  readonly gaps: readonly CallGap[];
}

/** Fails unless both channels have the readings of the same codes over `/v1/stream`, and the bill. */
export const expectSameCall = async (relay: RelayProcess, call: ForkedCall): Promise<SessionEnded> => {
  const { client, billedMs } = await overPlain(relay, call);
  const directives = call.messages.flatMap((body) => (body.kind === 'directive' ? [body.value] : []));
  for (const channel of [0, 1]) {
    const own = directives.filter((directive) => directive.channel === channel);
    expectSameReadings(own.map(fromProto), client.directives(channel).map(fromJson), batchRounding);
  }
  const [end] = call.messages.flatMap((body) => (body.kind === 'session_end' ? [body.value] : []));
  expect(end!.usage.billedMs).toBe(billedMs);
  return end!;
};

/** Fails unless only the party that began later has a gap, up to its first word. */
export const expectOnlyBeginnings = (gaps: readonly CallGap[], atMostMs: number): void => {
  for (const { firstSample, sampleCount } of gaps) {
    expect(firstSample).toBe(0);
    expect(sampleCount).toBeLessThan(atMostMs * 8);
  }
};

const overPlain = async (relay: RelayProcess, { said, gaps }: ForkedCall) => {
  const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
  const channel = { encoding: 'mulaw', sample_rate: 8_000, frame_ms: 20 };
  await client.hello({
    // A line that nothing is known of, as that of the call.
    line: `plain-${randomUUID()}`,
    channels: [
      { id: 'caller', subject: 'customer', ...channel },
      { id: 'agent', subject: 'customer', ...channel },
    ],
  });
  const first = [0, 1].map((index) =>
    gaps.filter((gap) => gap.channel === index).reduce((sum, { sampleCount }) => sum + sampleCount, 0),
  );
  for (const gap of gaps)
    client.send({
      type: 'audio.gap',
      channel: gap.channel,
      first_sample: gap.firstSample,
      sample_count: gap.sampleCount,
      reason: gap.reason,
    });
  await paced(said[0].length / PACKET, 20, (at) => {
    said.forEach((codes, index) => {
      const payload = codes.subarray(at * PACKET, (at + 1) * PACKET).toString('base64');
      client.send({
        type: 'audio',
        channel: index,
        first_sample: first[index]! + at * PACKET,
        sample_count: PACKET,
        payload,
      });
    });
  });
  const end = (await client.end()) as unknown as { usage: { billed_ms: number } };
  return { client, billedMs: end.usage.billed_ms };
};
