import { ProsodyExtractor } from '../../dist/index.js';
import { whiteNoise } from '../../dist/testing/index.js';
import { readCorpus } from '../../scripts/corpus.mjs';
import { mean, printTable } from '../table.mjs';

const RATIOS_DB = [20, 10, 5, 0];
/** 25 ms frames more than this far below the loudest are pauses. The known ratio covers only the time with speech. */
const SPOKEN_DB = 30;
const FRAME = 400;

/** SNR: the ratio measured for real speech in backgrounds of known level. There is no goal; buyers must know it. */
export function signalRatio(files) {
  const recordings = readCorpus(files, ['ravdess', 'emodb', 'nemo']);
  const backgrounds = {
    'white noise': (length) => whiteNoise(length, 1, 1),
    'pink noise': (length) => pinkNoise(length),
    'babble of four voices': (length, own) => babble(recordings, own, length),
  };
  const rows = Object.entries(backgrounds).flatMap(([name, make]) =>
    RATIOS_DB.map((ratioDb) => {
      const measured = recordings.map(({ samples }, own) => {
        const noise = make(samples.length, own);
        const gain = Math.sqrt(spokenPower(samples) / power(noise)) * 10 ** (-ratioDb / 20);
        return snrOf(samples.map((value, i) => value + gain * noise[i]));
      });
      const known = measured.filter((value) => value !== null).sort((a, b) => a - b);
      const at = (share) =>
        known.length === 0 ? '–' : known[Math.floor(share * (known.length - 1))].toFixed(1);
      return [name, ratioDb, at(0.5), at(0.1), at(0.9), measured.length - known.length];
    }),
  );
  const header = ['background', 'dB', 'measured, median', '10 %', '90 %', 'none'];
  printTable(`SNR: ${recordings.length} recordings of ravdess, emodb and nemo`, header, rows);
}

function snrOf(samples) {
  const extractor = new ProsodyExtractor();
  extractor.push(samples);
  return extractor.quality().snrDb;
}

const power = (samples) => mean(Array.from(samples, (value) => value * value));

function spokenPower(samples) {
  const frames = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, i) =>
    power(samples.subarray(i * FRAME, (i + 1) * FRAME)),
  );
  const least = Math.max(...frames) * 10 ** (-SPOKEN_DB / 10);
  return mean(frames.filter((value) => value >= least));
}

/** Voss's method: octaves of noise, each changing half as often as the last (Gardner 1978, Scientific American 238). */
function pinkNoise(length) {
  const octaves = Array.from({ length: 12 }, (_, octave) =>
    whiteNoise((length >> octave) + 1, 1, 20 + octave),
  );
  return Float32Array.from({ length }, (_, i) =>
    octaves.reduce((sum, noise, octave) => sum + noise[i >> octave], 0),
  );
}

/** Four other recordings, each repeated, at the same power. */
function babble(recordings, own, length) {
  const voices = [1, 2, 3, 4].map((apart) => recordings[(own + apart * 5) % recordings.length].samples);
  const gains = voices.map((voice) => 1 / Math.sqrt(power(voice)));
  return Float32Array.from({ length }, (_, i) =>
    voices.reduce((sum, voice, n) => sum + gains[n] * voice[i % voice.length], 0),
  );
}
