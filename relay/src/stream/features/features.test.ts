import { CLOSE, LABELS, type Features, type PageReading } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { anAuth, type Peer, Rig } from '../testing/rig.js';
import { hangUp, Till } from '../testing/till.js';
import { PageStream } from './page-stream.js';

const SPAN = 4_000;

const angry = (evidenceMs: number): PageReading => ({
  probabilities: LABELS.map((label) => (label === 'angry' ? 0.87 : 0.01)),
  uncertainBelow: 0.35,
  evidenceMs,
  trust: 1,
  valence: -0.6,
  arousal: 0.8,
  dominance: 0.4,
});

const aFrame = (index: number, over: Partial<Features> = {}): Features => ({
  channel: 0,
  firstSample: index * SPAN,
  sampleCount: SPAN,
  speechMs: 250,
  voiceChanges: index === 0 ? [{ event: 'start', atMs: 50 }] : [],
  prosody: { pitch: { mean: 210 }, energy: { mean: -18 }, rhythm: {}, voiceQuality: {} },
  quality: { clipping: 0, voicedMs: 200, narrowband: false, doubts: [] },
  rmsDb: -20,
  peakDb: -6,
  reading: angry(index * 250 + 200),
  ...over,
});

const say = async (peer: Peer, value: Features): Promise<void> => {
  peer.say({ kind: 'features', value });
  await settled();
};

const speak = async (rig: Rig, peer: Peer, frames: number): Promise<void> => {
  for (let index = 0; index < frames; index += 1) {
    await rig.clock.advance(250);
    await say(peer, aFrame(index));
  }
};

describe('a session whose page hears', () => {
  it('[RT118] has the results of any session, said to be from the edge', async () => {
    const rig = new Rig();
    const peer = await rig.open({
      privacy: 'features',
      pageModel: { id: 'undertone-emotion', version: '5' },
    });
    expect(peer.socket.last('session.ready')).toMatchObject({
      privacy: 'features',
      model: { id: 'undertone-emotion', version: '5' },
    });
    expect(peer.socket.last('session.ready').model.calibration).toBeUndefined();
    await speak(rig, peer, 8);
    const directive = peer.socket.last('directive');
    expect(directive).toMatchObject({ provenance: 'edge', emotion: 'angry', audioEndMs: 2_000 });
    expect(directive.prosody?.pitch.mean).toBeCloseTo(210);
    expect(peer.socket.all('turn.start')).toHaveLength(1);
    expect(peer.socket.last('audio.ack').throughSample).toBe(8 * SPAN);
    expect(rig.errors()).toEqual([]);
  });

  it('[RT118] has the labels of the relay’s reader where the page hears with the same', async () => {
    const rig = new Rig();
    const { id, version, labels, calibration } = rig.inference.model();
    const same = await rig.open({ privacy: 'features', pageModel: { id, version } });
    expect(same.socket.last('session.ready').model).toEqual({ id, version, labels, calibration });
    const older = await rig.open({ privacy: 'features', pageModel: { id, version: '0' } });
    expect(older.socket.last('session.ready').model).toEqual({ id, version: '0', labels: LABELS });
  });

  it('[RT117] pays each second that features cover, and no gap', async () => {
    const till = new Till();
    const { rig } = till;
    const peer = await rig.open({ privacy: 'features' });
    await speak(rig, peer, 4);
    await rig.clock.advance(1_000);
    peer.say({
      kind: 'audio.gap',
      value: { channel: 0, firstSample: 4 * SPAN, sampleCount: 4 * SPAN, reason: 'muted' },
    });
    await hangUp(rig, peer);
    expect(till.cost(peer)).toBe(1);
    expect(peer.socket.last('session_end').usage).toMatchObject({ billedMs: 1_000, rate: 1 });
  });

  it('[RT118] says of a short gap within speech too that it is from the edge', async () => {
    const rig = new Rig();
    const peer = await rig.open({ privacy: 'features', vad: { mode: 'both' } });
    // The page's own detector hears speech on.
    peer.say({ kind: 'vad', value: { channel: 0, event: 'start', sample: 800 } });
    await speak(rig, peer, 8);
    await rig.clock.advance(250);
    peer.say({
      kind: 'audio.gap',
      value: { channel: 0, firstSample: 8 * SPAN, sampleCount: SPAN, reason: 'muted' },
    });
    await settled();
    const told = peer.socket.all('directive');
    expect(told.at(-1)).toMatchObject({ audioEndMs: 2_250, speech: true });
    expect(new Set(told.map(({ provenance }) => provenance))).toEqual(new Set(['edge']));
  });

  it('[RT117] goes on after a pause in which the page went on hearing', async () => {
    const rig = new Rig();
    const peer = await rig.open({ privacy: 'features' });
    await speak(rig, peer, 2);
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await settled();
    for (let index = 2; index < 8; index += 1) {
      await rig.clock.advance(250);
      await say(peer, aFrame(index));
    }
    expect(peer.socket.last('directive').audioEndMs).toBe(500);
    peer.say({ kind: 'resume', value: { reason: 'hold' } });
    await settled();
    expect(peer.socket.last('resumed_analysis').discardedMs).toBe(1_500);
    await rig.clock.advance(250);
    await say(peer, aFrame(8));
    expect(peer.socket.closedWith).toBeUndefined();
    expect(peer.socket.last('directive').audioEndMs).toBe(2_250);
  });

  it('[RT117] refuses more time than passes', async () => {
    const rig = new Rig();
    const peer = await rig.open({ privacy: 'features' });
    for (let index = 0; index < 60 && peer.socket.closedWith === undefined; index += 1) {
      await say(peer, aFrame(index));
    }
    expect(peer.socket.closedWith?.code).toBe(CLOSE.rate_limited.code);
  });

  it('[RT117] counts a reading for no more time than was paid since the last gap that ends speech', async () => {
    const stream = new PageStream([{ encoding: 'pcm_s16le', sampleRate: 16_000, analyse: true }], () => 0);
    const evidence: (number | undefined)[] = [];
    stream.onResult(({ emotion, notSpeech }) => evidence.push((emotion ?? notSpeech)?.evidenceMs));
    const tell = (firstSample: number, told: Partial<Features>): void =>
      stream.takeFeatures(aFrame(1, { firstSample, ...told }));
    tell(0, { reading: angry(250) });
    // 400 ms that the page heard and does not pay.
    stream.gap(0, SPAN, 6_400);
    tell(SPAN + 6_400, { reading: angry(900) });
    stream.gap(0, 2 * SPAN + 6_400, 16_000);
    tell(2 * SPAN + 22_400, { reading: angry(1_900) });
    tell(3 * SPAN + 22_400, { reading: undefined, notSpeechMs: 2_150 });
    await settled();
    expect(evidence.filter((ms) => ms !== undefined)).toEqual([250, 500, 250, 500]);
  });

  it.each<[string, Features]>([
    ['first_sample', aFrame(0, { firstSample: 2_000 })],
    ['reading.trust', aFrame(1, { reading: { ...angry(100), trust: Number.NaN } })],
    ['reading.evidence_ms', aFrame(1, { reading: angry(60_000) })],
    ['voice_changes[0].at_ms', aFrame(1, { voiceChanges: [{ event: 'end', atMs: 10 }] })],
    ['sample_count', aFrame(1, { sampleCount: 16_001 })],
  ])('[RT116] closes with 4400 and names %s', async (param, frame) => {
    const rig = new Rig();
    const peer = await rig.open({ privacy: 'features' });
    await say(peer, aFrame(0));
    await say(peer, frame);
    expect(peer.socket.last('error')).toMatchObject({ code: 'validation_error', param, fatal: true });
    expect(peer.socket.closedWith?.code).toBe(CLOSE.protocol_error.code);
  });

  it('[RT115] refuses audio, whoever asked for features: hello or token', async () => {
    const rig = new Rig();
    for (const [hello, auth] of [
      [{ privacy: 'features' as const }, anAuth()],
      [{}, anAuth({ claims: { privacy: 'features' } })],
    ] as const) {
      const framed = await rig.open(hello, auth);
      framed.audio(640);
      const raw = await rig.open(hello, auth, 'plain');
      raw.binary(new Uint8Array(1_280));
      for (const { socket } of [framed, raw]) {
        expect(socket.last('error')).toMatchObject({ code: 'policy_blocked', fatal: true });
        expect(socket.closedWith?.code).toBe(CLOSE.policy_blocked.code);
      }
    }
    expect(rig.inference.streams).toEqual([]);
  });

  it('[RT115] enrolls nobody, and continues', async () => {
    const rig = new Rig();
    const peer = await rig.open({ privacy: 'features' });
    peer.say({ kind: 'enroll_agent', value: { audio: new Uint8Array(320), consentToken: 'c' } });
    peer.say({
      kind: 'session.update',
      value: { features: [], metadata: {}, consent: { basis: 'notice', scope: ['voiceprint'] } },
    });
    await settled();
    const errors = peer.socket.all('error');
    expect(errors.map(({ code, fatal }) => [code, fatal])).toEqual([
      ['policy_blocked', false],
      ['policy_blocked', false],
    ]);
    await speak(rig, peer, 2);
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it.each([
    ['channels[0].mixed', { channels: [{ id: 'a', mixed: true }] }],
    ['model', { model: 'mine' }],
    ['consent.scope', { consent: { basis: 'notice', scope: ['training'] } }],
  ])('[RT115] refuses a hello that needs audio for %s', async (param, hello) => {
    const rig = new Rig();
    const peer = await rig.open({ privacy: 'features', ...hello });
    expect(peer.socket.last('error')).toMatchObject({ code: 'policy_blocked', param });
  });

  it('[RT115] refuses features where audio was agreed', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    await say(peer, aFrame(0));
    expect(peer.socket.last('error')).toMatchObject({ code: 'protocol_error', param: 'type' });
  });
});
