import { agglomerate } from './agglomerate.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { likeliestPath } from './speaker-path.js';
import { mergeVoices } from './merge-voices.js';
import { cosine } from './speaker-score.js';
import type { Diarization, DiarizeOptions } from './speaker-turn.js';
import { type FrameSpan, spansOf, speechSpans, tidySpans } from './speech-mask.js';
import { describeTurns, type FrameSpeakers } from './turns-of-frames.js';
import { WindowEmbedder } from './window-embedder.js';

/** The largest number of speakers that can be asked for. */
export const MOST_SPEAKERS = 16;
export const DEFAULT_MOST_SPEAKERS = 8;
/** The largest number of window clusters before whole voices are compared. */
const MOST_CLUSTERS = 48;
/** Resegmentation uses windows of this many frames around the frame in question, one every `STEP` frames. */
const LOCAL_FRAMES = 16;
const STEP = 2;
const ROUNDS = 2;
/** Where the number of speakers is not given, less speech than this is a noise or a laugh, not another person (EXPERIMENTS.md). Frames. */
export const LEAST_SPEAKER_FRAMES = 32;
/** … or than this share of a recording's speech: of eight seconds somebody may have said one. */
const LEAST_SPEAKER_SHARE = 0.1;
/** The same in the second round when the number is given: somebody may have said little. */
const LEAST_KNOWN_FRAMES = 16;

/**
 * Finds who spoke when in a whole recording: voice activity, embeddings of sliding windows, agglomerative
 * clustering with a threshold that was tuned on other speakers, then resegmentation with the voices found,
 * and overlaps.
 *
 * @param frames of the whole recording, see `SpeakerModel.analyze`
 * @throws SpeakerError `bad_option`
 */
export const diarize = (
  metadata: SpeakerMetadata,
  frames: SpeakerFrames,
  options: DiarizeOptions = {},
): Diarization => {
  checkOptions(options);
  const embedder = new WindowEmbedder(metadata);
  const speech =
    options.speech === undefined ? speechSpans(metadata, frames) : given(metadata, frames, options.speech);
  const speakers = new Int16Array(frames.count).fill(-1);
  const { windowFrames, hopFrames } = metadata.diarization;
  const windows = speech.flatMap((span) => embedder.slide(frames, span, windowFrames, hopFrames));
  const mostClusters = options.maxSpeakers ?? DEFAULT_MOST_SPEAKERS;
  const count = options.speakers === undefined ? {} : { clusters: options.speakers };
  const labels = agglomerate(
    windows.map(({ embedding }) => embedding),
    {
      joinAbove: metadata.diarization.joinAbove,
      mostClusters: MOST_CLUSTERS,
      leastClusters: options.speakers ?? 1,
    },
  );
  // Windows overlap. Each window labels the frames around its middle; the first also labels the start, and
  // the last the end.
  for (const [n, { from, to }] of windows.entries()) {
    const before = windows[n - 1];
    const start = before !== undefined && before.to > from ? Math.round((before.to + from) / 2) : from;
    speakers.fill(labels[n] ?? 0, start, to);
  }
  const merged = mergeVoices(metadata, frames, speakers, { mostClusters, ...count });
  const found = resegment(metadata, embedder, frames, speech, merged, options.speakers !== undefined);
  return describeTurns(metadata, frames, found);
};

const checkOptions = ({ speakers, maxSpeakers, speech = [] }: DiarizeOptions): void => {
  for (const [name, value] of Object.entries({ speakers, maxSpeakers }))
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1 && value <= MOST_SPEAKERS))
      throw new SpeakerError('bad_option', `${name}: expected a whole number from 1 to ${MOST_SPEAKERS}`);
  let end = -Infinity;
  for (const span of speech) {
    if (!(span.startMs >= end && span.endMs >= span.startMs))
      throw new SpeakerError('bad_option', 'speech: expected stretches in order that do not overlap');
    end = span.endMs;
  }
};

const given = (
  metadata: SpeakerMetadata,
  frames: SpeakerFrames,
  speech: NonNullable<DiarizeOptions['speech']>,
): FrameSpan[] => {
  const frameMs = (metadata.granularitySamples / metadata.sampleRateHz) * 1_000;
  const frame = (ms: number): number =>
    Math.min(frames.count, Math.max(0, Math.round((ms - frames.startMs) / frameMs)));
  return tidySpans(
    speech.map(({ startMs, endMs }) => ({ from: frame(startMs), to: frame(endMs) })),
    0,
    1,
  );
};

/** Embeds the voices of the clusters, then assigns each frame to the most likely one, twice. */
const resegment = (
  metadata: SpeakerMetadata,
  embedder: WindowEmbedder,
  frames: SpeakerFrames,
  speech: readonly FrameSpan[],
  first: Int16Array,
  countKnown: boolean,
): FrameSpeakers => {
  let main = first;
  let margins = new Float32Array(frames.count).fill(1);
  let second = new Int16Array(frames.count).fill(-1);
  const { changeCost, frameSlope } = metadata.diarization;
  const spoken = speech.reduce((sum, { from, to }) => sum + to - from, 0);
  const least = Math.min(LEAST_SPEAKER_FRAMES, LEAST_SPEAKER_SHARE * spoken);
  const local = speech.map((span) => ({ span, steps: localWindows(embedder, frames, span) }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const leastKnown = round === 0 ? 1 : LEAST_KNOWN_FRAMES;
    const voices = voicesOf(embedder, frames, main, countKnown ? leastKnown : least);
    if (voices.length === 0) break;
    main = new Int16Array(frames.count).fill(-1);
    margins = new Float32Array(frames.count).fill(1);
    second = new Int16Array(frames.count).fill(-1);
    for (const { span, steps } of local) {
      const likeness = steps.map((embedding) => voices.map((voice) => cosine(embedding, voice)));
      const path = likeliestPath(
        likeness.map((row) => row.map((value) => value * frameSlope)),
        changeCost,
      );
      for (let frame = span.from; frame < span.to; frame += 1) {
        const step = Math.min(steps.length - 1, Math.floor((frame - span.from) / STEP));
        const [chosen, row] = [path[step] ?? 0, likeness[step] ?? []];
        const next = row.reduce((top, value, n) => (n !== chosen && value > (row[top] ?? -2) ? n : top), -1);
        main[frame] = chosen;
        second[frame] = next;
        if (next >= 0) margins[frame] = (row[chosen] ?? 0) - (row[next] ?? 0);
      }
    }
  }
  return { speech, main, second, margins };
};

/**
 * The embedding of all frames of each speaker. Speakers with fewer than `least` frames are dropped, unless
 * all have fewer.
 */
const voicesOf = (
  embedder: WindowEmbedder,
  frames: SpeakerFrames,
  main: Int16Array,
  least: number,
): Float32Array[] => {
  const spans = new Map<number, FrameSpan[]>();
  for (const label of new Set(main))
    if (label >= 0) spans.set(label, spansOf(main.map((value) => (value === label ? 1 : 0))));
  const length = (list: readonly FrameSpan[]): number =>
    list.reduce((sum, { from, to }) => sum + to - from, 0);
  const lasting = [...spans.values()].filter((list) => length(list) >= least);
  return (lasting.length > 0 ? lasting : [...spans.values()]).map((list) => embedder.embed(frames, list));
};

/** One embedding for every `STEP` frames of a stretch, from the frames around that lie in the stretch. */
const localWindows = (embedder: WindowEmbedder, frames: SpeakerFrames, span: FrameSpan): Float32Array[] => {
  const half = LOCAL_FRAMES / 2;
  const padded = embedder.slide(frames, span, Math.min(LOCAL_FRAMES, span.to - span.from), STEP);
  const result: Float32Array[] = [];
  for (let frame = span.from; frame < span.to; frame += STEP) {
    const wanted = Math.max(0, Math.floor((frame + STEP / 2 - half - span.from) / STEP));
    const window = padded[Math.min(padded.length - 1, wanted)];
    if (window !== undefined) result.push(window.embedding);
  }
  return result;
};
