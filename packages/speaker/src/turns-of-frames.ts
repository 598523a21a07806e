import { inOrderOfAppearance } from './agglomerate.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { Diarization, DiarizedSpeaker, SpeakerTurn } from './speaker-turn.js';
import { type FrameSpan, spansOf, tidySpans } from './speech-mask.js';
import { createVoiceprintAccumulator } from './voiceprint-accumulator.js';

/** Who speaks in each frame. */
export interface FrameSpeakers {
  readonly speech: readonly FrameSpan[];
  /** Speaker of each frame, -1 in pauses. */
  readonly main: Int16Array;
  /** The next most likely speaker, -1 when there is none. */
  readonly second: Int16Array;
  /** The cosine to the speaker's voice minus the cosine to the second one's. */
  readonly margins: Float32Array;
}

/** The shortest stretch of two voices that counts, in frames; shorter ones are mostly consonants. */
const SHORTEST_OVERLAP = 4;
/** The difference of cosines at which the confidence of a turn is 0.5. */
const HALF_SURE_MARGIN = 0.15;

/** Derives turns, speakers and overlaps from the labels of the frames. */
export const describeTurns = (
  metadata: SpeakerMetadata,
  frames: SpeakerFrames,
  { speech, main, second, margins }: FrameSpeakers,
): Diarization => {
  const frameMs = (metadata.granularitySamples / metadata.sampleRateHz) * 1_000;
  const ms = (frame: number): number => frames.startMs + frame * frameMs;
  const overlap = overlapMask(metadata, frames, second);
  const order = appearance(main);
  const turns: SpeakerTurn[] = [];
  const speakers: DiarizedSpeaker[] = [];
  for (const [label, speaker] of order) {
    const talking = main.map((value, n) =>
      value === label || (overlap[n] === 1 && second[n] === label) ? 1 : 0,
    );
    const spans = spansOf(talking).flatMap((span) => within(span, speech));
    for (const { from, to } of spans) {
      const margin = margins.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
      turns.push({
        speaker,
        startMs: ms(from),
        endMs: ms(to),
        overlap: overlap.subarray(from, to).includes(1),
        confidence: order.size === 1 ? 1 : 1 / (1 + Math.exp(-2 * (Math.abs(margin) / HALF_SURE_MARGIN - 1))),
      });
    }
    const accumulator = createVoiceprintAccumulator(metadata);
    for (const { from, to } of spansOf(main.map((value, n) => (value === label && overlap[n] !== 1 ? 1 : 0))))
      accumulator.add(frames, from, to);
    const voiceprint = accumulator.voiceprint();
    const talkMs = spans.reduce((sum, { from, to }) => sum + (to - from) * frameMs, 0);
    speakers.push({ speaker, talkMs, ...(voiceprint === undefined ? {} : { voiceprint }) });
  }
  return {
    turns: turns.sort((a, b) => a.startMs - b.startMs || a.speaker - b.speaker),
    speakers: speakers.sort((a, b) => a.speaker - b.speaker),
    overlaps: spansOf(overlap).map(({ from, to }) => ({ startMs: ms(from), endMs: ms(to) })),
  };
};

/** The speaker number of each label, by first appearance. */
const appearance = (main: Int16Array): Map<number, number> => {
  const heard = [...main].filter((label) => label >= 0);
  const numbers = inOrderOfAppearance(heard);
  return new Map(heard.map((label, n) => [label, numbers[n] ?? 0]));
};

const overlapMask = (metadata: SpeakerMetadata, frames: SpeakerFrames, second: Int16Array): Uint8Array => {
  const { overlapAbove } = metadata.diarization;
  const mask = new Uint8Array(frames.count);
  const both = Uint8Array.from({ length: frames.count }, (_, n) =>
    (frames.activity[2 * n + 1] ?? 0) >= overlapAbove && (second[n] ?? -1) >= 0 ? 1 : 0,
  );
  for (const { from, to } of tidySpans(spansOf(both), 2, SHORTEST_OVERLAP)) mask.fill(1, from, to);
  return mask.map((value, n) => ((second[n] ?? -1) >= 0 ? value : 0));
};

/** The parts of a stretch that contain speech. */
const within = (span: FrameSpan, speech: readonly FrameSpan[]): FrameSpan[] =>
  speech
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => to > from);
