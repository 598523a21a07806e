/**
 * Conversations composed from real sentences of speakers outside training, in mono, with known turns: gaps
 * between most turns, overlaps at some, voices up to 6 dB apart, and one line (a microphone's filter and
 * noise) for all.
 */
import { CHANNELS } from './channels.mjs';
import { RATE_HZ, blockLevels, loudBlocks, loudLevel, seededRandom, shuffled } from './speech.mjs';

const BLOCK = 800;
/** A longer pause inside a sentence splits it into two true turns, in blocks. */
const LONGEST_PAUSE = 6;
const OVERLAPPING = 0.2;
const MOST_SECONDS = 75;
/** A piece that stays this far below the clip's loud parts everywhere is a breath or a door. */
const PIECE_DB = 12;

/**
 * Pieces {wave, loud} of 0.5 to 6 s for each speaker, cut at pauses. `loud` marks the blocks with speech. It
 * comes from the whole clip, because a piece alone shows neither the noise of the pauses nor how loud the
 * voice is elsewhere.
 */
export function utterancesOf(clips) {
  const speakers = new Map();
  for (const clip of clips) {
    const own = speakers.get(clip.speaker) ?? { corpus: clip.corpus, speaker: clip.speaker, pieces: [] };
    own.pieces.push(...cutAtPauses(clip.samples()));
    speakers.set(clip.speaker, own);
  }
  return [...speakers.values()].filter(({ pieces }) => seconds(pieces) >= 6);
}

const seconds = (pieces) => pieces.reduce((sum, { wave }) => sum + wave.length, 0) / RATE_HZ;

function cutAtPauses(clip) {
  const loud = loudBlocks(clip);
  const levels = blockLevels(clip);
  const least = loudLevel(levels) - PIECE_DB;
  const pieces = [];
  const keep = (from, to) => {
    const first = loud.indexOf(true, from);
    const last = loud.lastIndexOf(true, to - 1);
    if (first < 0 || first >= to || (last - first + 1) * BLOCK < 0.5 * RATE_HZ) return;
    if (Math.max(...levels.slice(first, last + 1)) < least) return;
    pieces.push({
      wave: clip.slice(first * BLOCK, (last + 1) * BLOCK),
      loud: loud.slice(first, last + 1),
    });
  };
  const end = loud.lastIndexOf(true) + 1;
  let start = Math.max(0, loud.indexOf(true));
  for (let block = start + 1; block <= end; block += 1) {
    const [length, left] = [block - start, end - block];
    const over = block === end || length >= 120 || (length >= 40 && left >= 20 && !loud[block]);
    if (!over) continue;
    keep(start, block);
    start = block;
  }
  return pieces;
}

/** The stretches of speech in a piece, in samples. */
function speechOf({ loud }) {
  const spans = [];
  for (let block = 0; block < loud.length; block += 1) {
    if (!loud[block]) continue;
    const last = spans.at(-1);
    if (last && block - last.to <= LONGEST_PAUSE) last.to = block + 1;
    else spans.push({ from: block, to: block + 1 });
  }
  return spans.map(({ from, to }) => ({ from: from * BLOCK, to: to * BLOCK }));
}

/** One conversation of these speakers through a channel: who they are, samples, and true turns {speaker, startMs, endMs}. */
function converse(people, seed, channel) {
  const random = seededRandom(seed);
  const queues = people.map(({ pieces }) => shuffled(pieces, random));
  const gains = people.map(() => 10 ** ((6 * random() - 3) / 20));
  const placed = [];
  let [at, speaker, free] = [RATE_HZ * (0.3 + random()), 0, 0];
  while (at < MOST_SECONDS * RATE_HZ && queues.every((queue) => queue.length > 0)) {
    const turns = 1 + Math.floor(2 * random());
    for (let n = 0; n < turns && queues[speaker].length > 0; n += 1) {
      const piece = queues[speaker].pop();
      const { wave } = piece;
      const power = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
      placed.push({ speaker, at: Math.round(at), piece, gain: (0.06 * gains[speaker]) / (power + 1e-9) });
      free = at + wave.length;
      at = free + RATE_HZ * (0.1 + 0.5 * random());
    }
    speaker = (speaker + 1 + Math.floor(random() * (people.length - 1))) % people.length;
    const last = placed.at(-1).piece.wave.length;
    at =
      random() < OVERLAPPING
        ? free - Math.min(0.5 * last, RATE_HZ * (0.3 + random()))
        : free + RATE_HZ * (0.1 + 1.1 * random());
  }
  const samples = new Float32Array(Math.ceil((free + 0.5 * RATE_HZ) / BLOCK) * BLOCK);
  const turns = [];
  for (const { speaker: who, at: start, piece, gain } of placed) {
    const { wave } = piece;
    for (let n = 0; n < wave.length && start + n < samples.length; n += 1)
      samples[start + n] += gain * wave[n];
    for (const { from, to } of speechOf(piece))
      turns.push({ speaker: who, startMs: (start + from) / 16, endMs: (start + to) / 16 });
  }
  return {
    corpus: people[0].corpus,
    people: people.map(({ speaker }) => speaker),
    samples: CHANNELS[channel](samples, seed),
    turns,
  };
}

/** The number of conversations from each corpus; corpora with more speakers give more. */
const CONVERSATIONS = { librispeech: 14, emospeech: 6, ravdess: 6, nemo: 4, emodb: 4, baved: 4, turev: 2 };

/** Seeded conversations of `count` people, each from one corpus, and through a channel of its own (`channels.mjs`). */
export function conversationsOf(clips, count, { share, seed, channel }) {
  const random = seededRandom(seed);
  const result = [];
  const people = utterancesOf(clips);
  for (const [corpus, number] of Object.entries(CONVERSATIONS)) {
    const own = people.filter((person) => person.corpus === corpus);
    if (own.length < count) continue;
    for (let n = 0; n < Math.ceil(number * share); n += 1) {
      const chosen = shuffled(own, random).slice(0, count);
      result.push(converse(chosen, Math.floor(random() * 1e9), channel));
    }
  }
  return result;
}
