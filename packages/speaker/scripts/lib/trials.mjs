/**
 * Trials of speakers outside training that leak neither text nor channel.
 *
 * Text: a corpus's sentences are split into two halves. Enrollments use one half and trials the other, for
 * the same person and for impostors, so that the same words are never a reason to match. LibriSpeech has one
 * recording of each speaker: its first part is for enrollment, its last part for trials. Channel: each side
 * goes through its own channel (`channels.mjs`), because otherwise two pieces of one recording match by their
 * microphone. Impostors are from the same corpus, because another corpus is recognized by its recording
 * conditions. IMPOSTORS says which people of the corpus.
 */
import { CHANNELS } from './channels.mjs';
import {
  BLOCK,
  RATE_HZ,
  concatenate,
  groupBy,
  loudBlocks,
  seededRandom,
  shuffled,
  trimmed,
} from './speech.mjs';

/**
 * The impostors: anybody of the corpus, as in VoxCeleb1's original list of trials (Nagrani et al. 2017), or,
 * where genders are known, only people of the same gender, which is harder, as in its list "H" (Chung et al.
 * 2018).
 */
export const IMPOSTORS = {
  anybody: ({ corpus }) => corpus,
  'own gender': ({ corpus, gender }) => `${corpus} ${gender}`,
};

export const NEUTRAL = ['neutral', 'calm', 'normal'];

/** Each speaker's clips, split into the two sides. */
export function sidesOf(clips) {
  const speakers = [];
  for (const [corpus, own] of groupBy(clips, (clip) => clip.corpus)) {
    const texts = [...new Set(own.map(({ text }) => text))].sort();
    for (const [speaker, mine] of groupBy(own, (clip) => clip.speaker)) {
      const prepared = mine.map(({ label, text, samples }) => piece(label, text, trimmed(samples())));
      const sides =
        prepared.length === 1
          ? halves(prepared[0])
          : [0, 1].map((side) => prepared.filter(({ text }) => texts.indexOf(text) % 2 === side));
      speakers.push({ corpus, speaker, gender: mine[0].gender, sides });
    }
  }
  return speakers;
}

const piece = (label, text, wave) => ({ label, text, wave, speech: loudBlocks(wave) });

/** Splits one recording into the parts before and after its middle, half a second apart. */
function halves({ label, wave }) {
  const middle = Math.floor(wave.length / 2);
  const gap = RATE_HZ / 4;
  return [
    [piece(label, 'first', wave.slice(0, middle - gap))],
    [piece(label, 'last', wave.slice(middle + gap))],
  ];
}

/** A random first block that is followed by `wanted` counted blocks; 0 when the piece has fewer. */
function startIn(counted, wanted, random) {
  let [last, left] = [counted.length, 0];
  while (last > 0 && left < wanted) {
    last -= 1;
    if (counted[last]) left += 1;
  }
  return Math.floor(random() * (last + 1));
}

/** One stretch of a side with so many seconds that count; undefined when the side has fewer. */
function stretch(pieces, seconds, counts, random) {
  const wanted = Math.round((seconds * RATE_HZ) / BLOCK);
  const waves = [];
  let heard = 0;
  for (const { wave, speech } of shuffled(pieces, random)) {
    const counted = speech.map((loud) => loud || counts === 'everything');
    const start = startIn(counted, wanted, random);
    let end = start;
    for (; end < counted.length && heard < wanted; end += 1) if (counted[end]) heard += 1;
    waves.push(wave.subarray(start * BLOCK, end * BLOCK));
    if (heard >= wanted) return concatenate(waves);
  }
  return undefined;
}

/**
 * Segments of all speakers: `perSide` for enrollment and as many for trials.
 *
 * @param options.seconds of each side: [enroll, trial]
 * @param options.counts what the seconds count: `speech`, as durations of trials are usually given (the
 * stretch contains pauses, which do not count), or `everything`, as in a window of a call, of which everybody
 * has enough
 * @param options.channels names of CHANNELS: [enroll, trial]
 * @param options.labels the labels of each side: [enroll, trial], undefined for all
 */
export function segmentsOf(
  speakers,
  { seconds, counts = 'speech', channels, labels = [undefined, undefined], perSide = 3 },
) {
  const segments = [];
  for (const [number, { corpus, speaker, gender, sides }] of speakers.entries())
    for (const side of [0, 1]) {
      const pieces = sides[side].filter(({ label }) => labels[side]?.includes(label) ?? true);
      for (let n = 0; n < perSide; n += 1) {
        const seed = 1_000_003 * number + 97 * n + side;
        const wave = stretch(pieces, seconds[side], counts, seededRandom(seed));
        if (wave === undefined) break;
        const samples = CHANNELS[channels[side]](wave, seed + 17);
        segments.push({ corpus, speaker, gender, side, samples });
      }
    }
  return segments;
}

/**
 * All trials of enrollment segments against trial segments. `score(a, b)` compares two segments; `impostors`
 * is a name in IMPOSTORS.
 */
export function trialsOf(segments, score, impostors = 'own gender') {
  const trials = [];
  for (const own of groupBy(segments, IMPOSTORS[impostors]).values()) {
    const [enrolls, tries] = [0, 1].map((side) => own.filter((segment) => segment.side === side));
    for (const a of enrolls)
      for (const b of tries)
        trials.push({
          corpus: a.corpus,
          enroll: a.speaker,
          trial: b.speaker,
          same: a.speaker === b.speaker,
          score: score(a, b),
        });
  }
  return trials;
}
