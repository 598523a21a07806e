import { type Features, checkFeatures } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { TransportRig } from '../testing/transport-rig.js';
import { settle } from '../testing/virtual-scheduler.js';

const SPAN = 8_000;

/** Half a second of silence, as a page tells it. */
const heard = (index: number): Features => ({
  channel: 0,
  firstSample: index * SPAN,
  sampleCount: SPAN,
  speechMs: 0,
  voiceChanges: [],
  prosody: { pitch: {}, energy: {}, rhythm: {}, voiceQuality: {} },
  quality: { doubts: [] },
  rmsDb: -60,
  peakDb: -50,
});

let rig: TransportRig;

beforeEach(() => {
  rig = new TransportRig();
  rig.transport = rig.make(1, { privacy: 'features', pageModel: { id: 'reader', version: '1' } });
});

describe('A transport whose program hears by itself', () => {
  it('[RT115] says so in its hello, with what it hears with', async () => {
    await rig.goLive();
    expect(rig.relay.last.bodies('session.hello')).toMatchObject([
      { privacy: 'features', pageModel: { id: 'reader', version: '1' } },
    ]);
  });

  it('[RT115] refuses audio and a voice before anything is sent', async () => {
    await rig.goLive();
    const refused = { name: 'UsageError', code: 'audio_refused', retryable: false };
    expect(() => rig.capture(1)).toThrow(expect.objectContaining(refused));
    const value = { audio: new Uint8Array(320), consentToken: 'c' };
    expect(() => rig.transport.send({ kind: 'enroll_agent', value })).toThrow(
      expect.objectContaining(refused),
    );
    await rig.scheduler.advance(1_000);
    expect(rig.relay.last.bodies('audio')).toEqual([]);
    expect(rig.relay.last.bodies('enroll_agent')).toEqual([]);
  });

  it('[RT116] sends what was heard, which the relay can check', async () => {
    await rig.goLive();
    rig.transport.heard(heard(0));
    rig.transport.skipped({ channel: 0, firstSample: SPAN, sampleCount: SPAN, reason: 'muted' });
    rig.transport.heard(heard(2));
    await rig.scheduler.advance(1_000);
    const sent = rig.relay.last.bodies('features');
    expect(sent.map(({ firstSample }) => firstSample)).toEqual([0, 2 * SPAN]);
    for (const features of sent) expect(() => checkFeatures(features, 16_000)).not.toThrow();
    expect(rig.relay.last.bodies('audio.gap')).toMatchObject([{ firstSample: SPAN, sampleCount: SPAN }]);
  });

  it('[RT117] sends again after a broken link what was not acknowledged, and that alone', async () => {
    await rig.goLive();
    for (let index = 0; index < 4; index += 1) rig.transport.heard(heard(index));
    await rig.scheduler.advance(2_000);
    rig.relay.last.send({ kind: 'audio.ack', value: { channel: 0, throughSample: 2 * SPAN, lagMs: 0 } });
    rig.relay.last.drop();
    await settle();
    await rig.scheduler.advance(0);
    await rig.resume([2 * SPAN]);
    await rig.scheduler.advance(2_000);
    expect(rig.relay.last.bodies('features').map(({ firstSample }) => firstSample)).toEqual([
      2 * SPAN,
      3 * SPAN,
    ]);
  });
});
