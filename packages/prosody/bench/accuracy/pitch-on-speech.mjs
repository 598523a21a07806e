import { readCorpus } from '../../scripts/corpus.mjs';
import { measureWithPraat } from '../../scripts/praat.mjs';
import { correlation, median, printTable } from '../table.mjs';
import { DEGRADATIONS } from './degrade.mjs';
import { frameError, newScore, score, track, trackPitchy } from './track.mjs';

const CORPORA = ['ravdess', 'emodb', 'librispeech'];

/** P1 degraded: every tracker gets the degraded recording; Praat's F0 of the clean one is the truth. */
function pitchOnDegradedSpeech(files) {
  const totals = Object.fromEntries(
    Object.keys(DEGRADATIONS).map((name) => [
      name,
      { undertone: newScore(), praat: newScore(), pitchy: newScore() },
    ]),
  );
  for (const { samples } of readCorpus(files, CORPORA)) {
    const truth = measureWithPraat(samples).f0;
    for (const [name, degrade] of Object.entries(DEGRADATIONS)) {
      const degraded = degrade(samples);
      const praat = measureWithPraat(degraded).f0;
      if (praat.length !== truth.length) continue;
      score(totals[name].undertone, track(degraded).f0, truth);
      score(totals[name].praat, praat, truth);
      score(totals[name].pitchy, trackPitchy(degraded), truth);
    }
  }
  printTable(
    `P1 degraded: F0 frame error % against Praat's F0 of the clean recording (${files} each)`,
    ['', 'undertone', 'Praat', 'pitchy', 'ours / Praat'],
    Object.entries(totals).map(([name, { undertone, praat, pitchy }]) => [
      name,
      ...[undertone, praat, pitchy].map((total) => frameError(total).toFixed(2)),
      (frameError(undertone) / frameError(praat)).toFixed(2),
    ]),
  );
}

/** P1: F0 frame error against Praat's autocorrelation on clean speech; and jitter, shimmer, HNR beside Praat's. */
export function pitchOnSpeech(files) {
  const scores = {
    'undertone, streaming': newScore(),
    'undertone, peak known': newScore(),
    pitchy: newScore(),
  };
  const pairs = { jitter: [[], []], shimmer: [[], []], hnr: [[], []] };
  for (const { samples } of readCorpus(files, CORPORA)) {
    const praat = measureWithPraat(samples);
    const streamed = track(samples);
    // Praat sometimes rounds the number of frames down. Its frames then move by half a hop and are not comparable.
    if (praat.f0.length !== streamed.f0.length) continue;
    const initialPeak = samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
    score(scores['undertone, streaming'], streamed.f0, praat.f0);
    score(scores['undertone, peak known'], track(samples, { initialPeak }).f0, praat.f0);
    score(scores.pitchy, trackPitchy(samples), praat.f0);
    const ours = streamed.snapshot.prosody.voice_quality;
    for (const [measure, [mine, theirs]] of Object.entries(pairs)) {
      if (ours[measure] === null || praat[measure] === null) continue;
      mine.push(ours[measure]);
      theirs.push(praat[measure]);
    }
  }
  printTable(
    `P1: F0 against Praat on clean speech (ravdess, emodb, librispeech; ${files} each)`,
    ['', 'frame error %', 'voicing %', 'gross %', 'median cents', 'frames'],
    Object.entries(scores).map(([name, total]) => [
      name,
      frameError(total).toFixed(2),
      ((100 * total.voicing) / total.frames).toFixed(2),
      ((100 * total.gross) / total.both).toFixed(3),
      median(total.cents).toFixed(2),
      total.frames,
    ]),
  );
  console.log('  floor 5 %; aim 1.5 %, gross .05 %, median 1 cent');
  printTable(
    'P3, on speech: correlation over recordings with Praat (floor .95)',
    ['', 'r', 'our median', "Praat's median"],
    Object.entries(pairs).map(([name, [mine, theirs]]) => [
      name,
      correlation(mine, theirs).toFixed(3),
      median(mine).toFixed(4),
      median(theirs).toFixed(4),
    ]),
  );
  pitchOnDegradedSpeech(files);
}
