import { PitchDetector } from 'pitchy';
import { ProsodyExtractor } from '../../dist/index.js';

/** F0 per frame (0 unvoiced) and the summary, streamed in 40 ms chunks. */
export function track(samples, options = {}) {
  const f0 = [];
  const extractor = new ProsodyExtractor(options, { onFrame: (frame) => f0.push(frame.f0Hz) });
  for (let from = 0; from < samples.length; from += 640) extractor.push(samples.subarray(from, from + 640));
  extractor.flush();
  return { f0, snapshot: extractor.snapshot() };
}

const detector = PitchDetector.forFloat32Array(1024);

/** npm pitchy on the same frame centers. A frame is voiced at its README's clarity of .9 and within our range of F0. */
export function trackPitchy(samples) {
  const frames = Math.floor((samples.length - 640) / 160) + 1;
  const padded = new Float32Array(samples.length + 1024);
  padded.set(samples, 192);
  return Array.from({ length: frames }, (_, i) => {
    const [hz, clarity] = detector.findPitch(padded.subarray(i * 160, i * 160 + 1024), 16_000);
    return clarity >= 0.9 && hz >= 75 && hz <= 500 ? hz : 0;
  });
}

/** Adds up errors of `f0` against `reference`. */
export function score(total, f0, reference) {
  const frames = Math.min(f0.length, reference.length);
  for (let i = 0; i < frames; i++) {
    const voiced = f0[i] > 0;
    total.frames++;
    if (voiced !== reference[i] > 0) {
      total.voicing++;
    } else if (voiced) {
      total.both++;
      const cents = Math.abs(1200 * Math.log2(f0[i] / reference[i]));
      total.cents.push(cents);
      if (Math.abs(f0[i] / reference[i] - 1) > 0.2) total.gross++;
    }
  }
}

export function newScore() {
  return { frames: 0, voicing: 0, gross: 0, both: 0, cents: [] };
}

export function frameError(total) {
  return (100 * (total.voicing + total.gross)) / total.frames;
}
