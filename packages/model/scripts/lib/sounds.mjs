/**
 * Sounds that are not speech, made by code that training never used: training/sounds.py makes its sounds differently. 3 s
 * each at 16 kHz.
 */
import { seededRandom } from './metrics.mjs';

const RATE = 16_000;
const COUNT = 3 * RATE;
const wave = (f) => Float32Array.from({ length: COUNT }, (_, n) => f(n / RATE, n));
const turn = (hertz, t) => Math.sin(2 * Math.PI * hertz * t);

const makers = {
  silence: () => wave(() => 0),
  'white noise': (random) => {
    const level = 0.01 + 0.2 * random();
    return wave(() => level * (2 * random() - 1));
  },
  'low rumble': (random) => {
    let held = 0;
    return wave(() => (held = 0.98 * held + 0.02 * (2 * random() - 1)));
  },
  'sine tone': (random) => {
    const hertz = 150 + 2_500 * random();
    return wave((t) => 0.2 * turn(hertz, t));
  },
  'dial tone': () => wave((t) => 0.15 * (turn(350, t) + turn(440, t))),
  'ringing tone': () => wave((t) => (t % 1.5 < 0.75 ? 0.15 * (turn(440, t) + turn(480, t)) : 0)),
  'piano-like melody': (random) => {
    const notes = Array.from({ length: 12 }, () => 220 * 2 ** (Math.floor(14 * random()) / 12));
    return wave((t) => {
      const hertz = notes[Math.floor(t / 0.25)];
      const decay = Math.exp(-4 * (t % 0.25));
      return 0.2 * decay * (turn(hertz, t) + 0.5 * turn(2 * hertz, t) + 0.25 * turn(3 * hertz, t));
    });
  },
  'held organ chords': (random) => {
    const roots = Array.from({ length: 3 }, () => 110 * 2 ** (Math.floor(12 * random()) / 12));
    return wave((t) => {
      const root = roots[Math.floor(t)];
      return [1, 1.26, 1.5, 2].reduce(
        (sum, ratio) => sum + 0.05 * (turn(root * ratio, t) + 0.6 * turn(2 * root * ratio, t)),
        0,
      );
    });
  },
  'drum beat': (random) =>
    wave((t) => {
      const beat = t % 0.5;
      const kick = turn(60, beat) * Math.exp(-18 * beat);
      const snare = (2 * random() - 1) * Math.exp(-30 * ((t + 0.25) % 0.5));
      return 0.3 * kick + 0.15 * snare;
    }),
};

/** `count` of each kind: {kind, samples}. */
export function otherSounds(count) {
  const random = seededRandom(77);
  return Object.entries(makers).flatMap(([kind, make]) =>
    Array.from({ length: count }, () => ({ kind, samples: make(random) })),
  );
}
