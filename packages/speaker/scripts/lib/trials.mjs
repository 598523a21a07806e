/**
 * Trials of speakers outside training that leak neither text nor channel.
 *
 * Text: a corpus's sentences are dealt into two halves; enrolments are made of one half and trials of the other, for the
 * same person and for impostors alike, so that saying the same words is never a reason to match. LibriSpeech has one
 * recording of each speaker: its first part enrols, its last part is tried. Channel: each side goes through a channel of
 * its own (`channels.mjs`), because otherwise two pieces of one recording match by their microphone. Impostors are of the
 * same corpus, because another one would be told by how it was recorded: IMPOSTORS says who of them.
 */
import { CHANNELS } from './channels.mjs';
import { RATE_HZ, concatenate, groupBy, seededRandom, shuffled, trimmed } from './speech.mjs';

/**
 * Who claims to be somebody: anybody of the corpus, as in VoxCeleb1's original list of trials (Nagrani et al. 2017), or,
 * where genders are known, people of that person's own only, which is harder, as in its list "H" (Chung et al. 2018).
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
      const prepared = mine.map((clip) => ({
        label: clip.label,
        text: clip.text,
        wave: trimmed(clip.samples()),
      }));
      const sides =
        prepared.length === 1
          ? halves(prepared[0])
          : [0, 1].map((side) => prepared.filter(({ text }) => texts.indexOf(text) % 2 === side));
      speakers.push({ corpus, speaker, gender: mine[0].gender, sides });
    }
  }
  return speakers;
}

/** One recording: what is said before its middle, and what after it, half a second apart. */
function halves({ label, wave }) {
  const middle = Math.floor(wave.length / 2);
  const gap = RATE_HZ / 4;
  return [
    [{ label, text: 'first', wave: wave.slice(0, middle - gap) }],
    [{ label, text: 'last', wave: wave.slice(middle + gap) }],
  ];
}

/** One stretch of `seconds` of a side, or undefined where the side has less. */
function stretch(pieces, seconds, random) {
  const wanted = Math.round(seconds * RATE_HZ);
  const order = shuffled(pieces, random);
  const waves = [];
  let length = 0;
  for (const { wave } of order) {
    const spare = Math.max(0, wave.length - wanted);
    const start = Math.floor(random() * spare);
    const piece = wave.subarray(start, start + wanted - length);
    waves.push(piece);
    length += piece.length;
    if (length >= wanted) return concatenate(waves);
  }
  return undefined;
}

/**
 * Segments of all speakers: `perSide` for enrolment and as many for trial.
 *
 * @param options.seconds of each side's speech: [enrol, trial]
 * @param options.channels names of CHANNELS: [enrol, trial]
 * @param options.labels which labels each side takes: [enrol, trial], undefined for all
 */
export function segmentsOf(speakers, { seconds, channels, labels = [undefined, undefined], perSide = 3 }) {
  const segments = [];
  for (const [number, { corpus, speaker, gender, sides }] of speakers.entries())
    for (const side of [0, 1]) {
      const pieces = sides[side].filter(({ label }) => labels[side]?.includes(label) ?? true);
      for (let n = 0; n < perSide; n += 1) {
        const seed = 1_000_003 * number + 97 * n + side;
        const wave = stretch(pieces, seconds[side], seededRandom(seed));
        if (wave === undefined) break;
        const samples = CHANNELS[channels[side]](wave, seed + 17);
        segments.push({ corpus, speaker, gender, side, samples });
      }
    }
  return segments;
}

/** All trials of enrolment against trial segments. `score(a, b)` compares two segments; `impostors` are IMPOSTORS. */
export function trialsOf(segments, score, impostors = 'own gender') {
  const trials = [];
  for (const own of groupBy(segments, IMPOSTORS[impostors]).values()) {
    const [enrols, tries] = [0, 1].map((side) => own.filter((segment) => segment.side === side));
    for (const a of enrols)
      for (const b of tries)
        trials.push({
          corpus: a.corpus,
          enrol: a.speaker,
          trial: b.speaker,
          same: a.speaker === b.speaker,
          score: score(a, b),
        });
  }
  return trials;
}
