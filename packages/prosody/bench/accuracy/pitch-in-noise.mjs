import { synthesizeSpeech, whiteNoise } from '../../dist/testing/index.js';
import { measureWithPraat } from '../../scripts/praat.mjs';
import { printTable } from '../table.mjs';
import { telephone } from './telephone.mjs';
import { frameError, newScore, score, track, trackPitchy } from './track.mjs';

const VOICES = [95, 120, 150, 190, 230, 280];

/** P2: F0 frame error against the synthesized F0, in white noise, in babble, and over a telephone with white noise. */
export function pitchInNoise() {
  const rows = [];
  for (const kind of ['white', 'babble', 'telephone']) {
    for (const snrDb of [Infinity, 20, 10, 5]) {
      const scores = { ours: newScore(), praat: newScore(), pitchy: newScore() };
      for (const f0Hz of VOICES) {
        const { samples, reference } = noisySpeech(f0Hz, kind, snrDb);
        score(scores.ours, track(samples).f0, reference);
        score(scores.praat, measureWithPraat(samples).f0, reference);
        score(scores.pitchy, trackPitchy(samples), reference);
      }
      const ratio = frameError(scores.ours) / frameError(scores.praat);
      rows.push([
        `${kind}, ${snrDb === Infinity ? 'none' : `${snrDb} dB`}`,
        ...Object.values(scores).map((total) => frameError(total).toFixed(2)),
        ratio.toFixed(2),
      ]);
    }
  }
  printTable(
    `P2: F0 frame error % against known truth (synthetic speech, ${VOICES.length} voices)`,
    ['noise', 'undertone', 'Praat', 'pitchy', 'ours / Praat'],
    rows,
  );
  console.log("  floor: Praat's; aim: half of Praat's");
}

function noisySpeech(f0Hz, kind, snrDb) {
  const { samples: speech, truth } = synthesizeSpeech({
    phrases: [5, 6, 4],
    pauseSeconds: 0.4,
    f0Hz,
    seed: f0Hz,
  });
  const clean = speech.subarray(0, 640 + 160 * Math.floor((speech.length - 640) / 160));
  const noise = kind === 'babble' ? babble(clean.length, f0Hz) : whiteNoise(clean.length, 1, f0Hz + 7);
  const active = truth.voiced;
  const speechPower = meanPower(clean.filter((_, i) => active(i / 16_000)));
  const gain = snrDb === Infinity ? 0 : Math.sqrt(speechPower / meanPower(noise)) * 10 ** (-snrDb / 20);
  const noisy = clean.map((value, i) => value + gain * noise[i]);
  const samples = kind === 'telephone' ? telephone(noisy) : noisy;
  const frames = Math.floor((samples.length - 640) / 160) + 1;
  const reference = Array.from({ length: frames }, (_, i) => {
    const at = 0.02 + 0.01 * i;
    return active(at) ? truth.f0Hz(at) : 0;
  });
  return { samples, reference };
}

/** Six other voices at once. */
function babble(length, seed) {
  const sum = new Float32Array(length);
  for (let voice = 0; voice < 6; voice++) {
    const f0Hz = 100 + 31 * voice + (seed % 17);
    const { samples } = synthesizeSpeech({
      phrases: [9, 9, 9],
      pauseSeconds: 0.15,
      f0Hz,
      seed: seed + 50 * voice,
    });
    const shift = 1_700 * voice;
    for (let i = 0; i < length; i++) sum[i] += samples[(i + shift) % samples.length];
  }
  return sum;
}

function meanPower(samples) {
  return samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
}
