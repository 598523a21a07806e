import { describe, expect, it } from 'vitest';
import { checkFeatures } from './features.js';
import type { Features, PageReading } from './generated/types.js';
import { LABELS } from './labels.js';
import { encodeClientMessage } from './client-codec.js';
import { clientMessageFromJson, clientMessageToJson } from './json.js';
import { decodeClientMessage } from './server-codec.js';

const reading: PageReading = {
  probabilities: LABELS.map((_, index) => (index === 3 ? 0.74 : 0.02)),
  uncertainBelow: 0.35,
  evidenceMs: 750,
  trust: 0.9,
  valence: -0.5,
  arousal: 0.75,
  dominance: 0.25,
};

const aFrame = (over: Partial<Features> = {}): Features => ({
  channel: 0,
  firstSample: 16_000,
  sampleCount: 4_000,
  speechMs: 250,
  voiceChanges: [{ event: 'start', atMs: 912.5 }],
  prosody: { pitch: { mean: 180 }, energy: { mean: -20 }, rhythm: {}, voiceQuality: {} },
  quality: { clipping: 0, voicedMs: 180, narrowband: false, doubts: ['little_voice'] },
  rmsDb: -22,
  peakDb: -6,
  reading,
  ...over,
});

const paramOf = (over: Partial<Features>): string | undefined => {
  try {
    checkFeatures(aFrame(over), 16_000);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ name: 'ProtocolError', code: 'validation_error' });
    return (error as { param?: string }).param;
  }
};

describe('[RT116] a features message', () => {
  it('passes when every number is finite, in its range, and no longer than its span', () => {
    expect(paramOf({})).toBeUndefined();
    expect(paramOf({ voiceChanges: [], reading: undefined })).toBeUndefined();
    expect(
      paramOf({ reading: undefined, notSpeechMs: 900, vocalSound: { kind: 'laugh', probability: 0.8 } }),
    ).toBeUndefined();
    expect(paramOf({ reading: undefined, modelFault: 'threw' })).toBeUndefined();
    // A channel's last span, with the pitch of the spans before that was not decided yet.
    expect(
      paramOf({ sampleCount: 144, speechMs: 9, voiceChanges: [], quality: { voicedMs: 110, doubts: [] } }),
    ).toBeUndefined();
    expect(
      paramOf({ sampleCount: 0, speechMs: 0, reading: undefined, voiceChanges: [], quality: { doubts: [] } }),
    ).toBeUndefined();
  });

  it.each<[string, Partial<Features>]>([
    ['sample_count', { sampleCount: 16_001 }],
    ['sample_count', { sampleCount: 0, speechMs: 0, voiceChanges: [], quality: { doubts: [] } }],
    ['speech_ms', { speechMs: Number.NaN }],
    ['speech_ms', { speechMs: -1 }],
    ['speech_ms', { speechMs: 301 }],
    ['rms_db', { rmsDb: Number.POSITIVE_INFINITY }],
    ['peak_db', { peakDb: Number.NaN }],
    ['inference_ms', { inferenceMs: Number.NaN }],
    ['voice_changes[0].at_ms', { voiceChanges: [{ event: 'start', atMs: Number.NaN }] }],
    ['voice_changes[0].at_ms', { voiceChanges: [{ event: 'start', atMs: 1_301 }] }],
    ['voice_changes[0].at_ms', { firstSample: 160_000, voiceChanges: [{ event: 'end', atMs: 7_999 }] }],
    ['voice_changes[0].event', { voiceChanges: [{ event: 'misfire', atMs: 1_000 }] }],
    [
      'voice_changes[1].at_ms',
      {
        voiceChanges: [
          { event: 'start', atMs: 1_100 },
          { event: 'end', atMs: 1_099 },
        ],
      },
    ],
    ['voice_changes', { voiceChanges: Array.from({ length: 41 }, () => ({ event: 'end', atMs: 1_000 })) }],
    ['prosody.pitch.mean', { prosody: { ...aFrame().prosody, pitch: { mean: Number.NaN } } }],
    ['quality.clipping', { quality: { clipping: 1.5, doubts: [] } }],
    ['quality.voiced_ms', { quality: { voicedMs: 371, doubts: [] } }],
    ['quality.doubts', { quality: { doubts: ['bad_weather'] } }],
    ['reading', { notSpeechMs: 100 }],
    ['reading.probabilities', { reading: { ...reading, probabilities: [1] } }],
    ['reading.probabilities', { reading: { ...reading, probabilities: LABELS.map(() => 0.5) } }],
    [
      'reading.probabilities[3]',
      { reading: { ...reading, probabilities: LABELS.map((_, i) => (i === 3 ? NaN : 0)) } },
    ],
    ['reading.trust', { reading: { ...reading, trust: -0.1 } }],
    ['reading.valence', { reading: { ...reading, valence: -1.01 } }],
    ['reading.evidence_ms', { reading: { ...reading, evidenceMs: Number.NaN } }],
    [
      'reading.baseline.line_seconds',
      { reading: { ...reading, baseline: { lineSeconds: -1, voiceSeconds: 0 } } },
    ],
    ['not_speech_ms', { reading: undefined, notSpeechMs: -1 }],
    ['vocal_sound', { vocalSound: { kind: 'laugh', probability: 0.5 } }],
    [
      'vocal_sound.kind',
      { reading: undefined, notSpeechMs: 9, vocalSound: { kind: 'x'.repeat(33), probability: 0.5 } },
    ],
    ['model_fault', { reading: undefined, modelFault: 'because' }],
  ])('names %s when that is wrong', (param, over) => {
    expect(paramOf(over)).toBe(param);
  });

  it('is the same in both forms, and has less than 300 bytes', () => {
    const value = aFrame({
      quality: { ...aFrame().quality, outOfDomain: 0.25, snrDb: 21.5 },
      inferenceMs: 12.5,
    });
    const message = {
      seq: 7,
      ack: 3,
      generation: 1,
      audioPos: 20_000,
      body: { kind: 'features' as const, value },
    };
    const bytes = encodeClientMessage(message);
    expect(bytes.length).toBeLessThan(300);
    const read = decodeClientMessage(bytes);
    expect(clientMessageFromJson(clientMessageToJson(read))).toEqual(
      clientMessageFromJson(clientMessageToJson(message)),
    );
  });
});
