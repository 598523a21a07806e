import type { Directive } from '@undertone/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToneTrack } from './tone-track.js';

const share = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined });

/** A moment with speech, and with what only the moment itself is told. */
const moment = (index: number) =>
  fc
    .record({ emotion: fc.option(fc.constantFrom('calm', 'angry'), { nil: undefined }), confidence: share })
    .chain((told) =>
      fc
        .record({ valence: share, arousal: share, escalation: share, speaker: fc.constantFrom('a', 'b') })
        .map(({ valence, arousal, escalation, speaker }): Directive => ({
          ...told,
          valence,
          arousal,
          directiveId: `dir_${index}`,
          revision: 1,
          provenance: 'edge',
          speakerId: speaker,
          channel: 1,
          audioStartMs: index * 500,
          audioEndMs: index * 500 + 500,
          emotionProbabilities: { calm: 1 },
          signals: escalation === undefined ? { stress: 1 } : { escalation, stress: 1 },
          metrics: { csat_predicted: 3 },
          quality: { doubts: ['quiet'] },
          modulationMode: speaker === 'a' ? 'normal' : undefined,
          latency: { queueMs: 1, inferenceMs: 2, totalMs: 3 },
          speech: true,
        })),
    );

const moments = fc
  .integer({ min: 0, max: 150 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => moment(index))));

/** What is left of a moment once it has passed. */
const passed = (directive: Directive): Directive => ({
  ...directive,
  emotionProbabilities: {},
  signals:
    directive.signals['escalation'] === undefined ? {} : { escalation: directive.signals['escalation'] },
  metrics: {},
  quality: { doubts: [] },
  latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
});

const trackOf = (all: readonly Directive[]): ToneTrack => {
  const track = new ToneTrack(1);
  for (const directive of all) track.add(directive);
  return track;
};

describe('a track of tones', () => {
  it('gives back what a viewer needs of each moment, to the last bit', () => {
    fc.assert(
      fc.property(moments, (all) => {
        const track = trackOf(all);
        expect(track.directives()).toEqual(all.map(passed));
        expect(track.endMs).toBe(all.at(-1)?.audioEndMs ?? -Infinity);
      }),
    );
  });

  it('begins a point earlier where it stands for more', () => {
    const [only] = fc.sample(moment(3), 1);
    const track = new ToneTrack(1);
    track.add(only!, 700);
    expect(track.directives()).toEqual([{ ...passed(only!), audioStartMs: 700 }]);
  });

  it('drops what is over, or what a speaker said, and goes on', () => {
    fc.assert(
      fc.property(moments, fc.nat(80_000), (all, audioMs) => {
        const track = trackOf(all);
        track.dropThrough(audioMs);
        const later = all.filter(({ audioEndMs }) => audioEndMs > audioMs);
        expect(track.directives()).toEqual(later.map(passed));
        track.forgetSpeaker('a');
        const others = later.filter(({ speakerId }) => speakerId !== 'a');
        expect(track.directives()).toEqual(others.map(passed));
        for (const directive of all) track.add(directive);
        expect(track.directives()).toEqual([...others, ...all].map(passed));
      }),
    );
  });
});
