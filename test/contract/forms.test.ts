/** Every form that a client speaks is served by one engine. */
import { SUBPROTOCOL_JSON } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arousalsOf, type Reading, expectSameReadings, fromJson, fromProto } from '../support/compare.js';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';

/** Protobuf carries 32-bit floats, JSON decimals. No other difference is allowed. */
const rounding = 1e-4;
const bytesPerSecond = speechRate * 2;

describe('the same speech through every form', () => {
  let relay: RelayProcess;
  const readings: Record<'plain' | 'proto' | 'jsonTwin', Reading[]> = { plain: [], proto: [], jsonTwin: [] };
  const turns: Record<string, unknown[]> = {};

  beforeAll(async () => {
    relay = await RelayProcess.start();
    const pcm = encodePcm(await someSpeech(8), 'pcm_s16le');
    const plain = await PlainClient.connect(relay.wsUrl, { key: relay.key });
    const proto = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
    const jsonTwin = await PlainClient.connect(
      relay.wsUrl,
      { key: relay.key, protocols: [SUBPROTOCOL_JSON] },
      '/v1/stream/realtime',
    );
    await Promise.all([plain.hello(), proto.hello(), jsonTwin.hello()]);
    await Promise.all([
      plain.stream(pcm, bytesPerSecond, 40),
      proto.stream([pcm], speechRate, 20), // other pieces of the same audio
      jsonTwin.stream(pcm, bytesPerSecond, 100),
    ]);
    await Promise.all([plain.end(), proto.end(), jsonTwin.end()]);
    readings.plain = plain.directives().map(fromJson);
    readings.proto = proto.directives().map(fromProto);
    readings.jsonTwin = jsonTwin.directives().map(fromJson);
    turns['plain'] = plain.all('turn.end').map((turn) => [turn['start_ms'], turn['end_ms']]);
    turns['proto'] = proto.all('turn.end').map((turn) => [turn.startMs, turn.endMs]);
  });

  afterAll(() => relay.stop());

  it('gives a client that speaks only JSON and PCM on /v1/stream the emotions of the protobuf client', () => {
    expectSameReadings(readings.plain, readings.proto, rounding);
  });

  it('[RT1] gives the JSON twin of /v1/stream/realtime the same emotions', () => {
    expectSameReadings(readings.jsonTwin, readings.proto, rounding);
  });

  it('begins and ends turns at the same times on both endpoints', () => {
    expect(turns['plain']!.length).toBeGreaterThan(0);
    expect(turns['plain']).toEqual(turns['proto']);
  });

  it('gives results that vary with the speech', () => {
    const arousal = arousalsOf(readings.proto);
    expect(Math.max(...arousal) - Math.min(...arousal)).toBeGreaterThan(0.05);
    expect(new Set(readings.proto.map(({ emotion }) => emotion)).size).toBeGreaterThan(1);
  });
});
