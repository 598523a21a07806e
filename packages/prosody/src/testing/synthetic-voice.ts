import { seededGaussian } from './random.js';

const RATE = 16_000;
/** Reach of the band-limited pulse, in samples on each side. */
const PULSE_REACH = 24;
/** Formants of an open vowel: center and bandwidth, Hz. */
const FORMANTS: readonly (readonly [number, number])[] = [
  [700, 90],
  [1220, 110],
  [2600, 160],
  [3500, 250],
];

export interface VowelOptions {
  seconds: number;
  /** Fundamental frequency at a time (s), or a constant. */
  f0Hz: number | ((seconds: number) => number);
  /** Target local jitter, fraction. Default 0. */
  jitter?: number;
  /** Target local shimmer, fraction. Default 0. */
  shimmer?: number;
  /** Harmonics-to-noise ratio of the added white noise, dB; none when absent. */
  hnrDb?: number;
  /** RMS of the voice. Default .1. */
  rms?: number;
  seed?: number;
}

export interface Vowel {
  samples: Float32Array;
  /** The values that were really generated. By chance they differ a little from the target. */
  truth: { jitter: number; shimmer: number; pulses: Float64Array };
}

/**
 * A sustained vowel with known true values at 16 kHz: band-limited glottal pulses at exact fractional times (each
 * period and amplitude perturbed independently), glottal slope of −12 dB per octave, four formants, white noise at a
 * given ratio.
 */
export const synthesizeVowel = (options: VowelOptions): Vowel => {
  const length = Math.round(options.seconds * RATE);
  const gaussian = seededGaussian(options.seed ?? 1);
  const f0 = typeof options.f0Hz === 'number' ? () => options.f0Hz as number : options.f0Hz;
  // Independent deviations d of relative size s differ by 2s/√π in the mean: s = target × √π / 2.
  const periodDeviation = ((options.jitter ?? 0) * Math.sqrt(Math.PI)) / 2;
  const amplitudeDeviation = ((options.shimmer ?? 0) * Math.sqrt(Math.PI)) / 2;
  const times: number[] = [];
  const amplitudes: number[] = [];
  let time = 0.01;
  while (time < options.seconds) {
    times.push(time);
    amplitudes.push(Math.max(0.1, 1 + amplitudeDeviation * gaussian()));
    time += (1 / f0(time)) * (1 + periodDeviation * gaussian());
  }
  const source = new Float64Array(length);
  times.forEach((at, i) => addPulse(source, at * RATE, amplitudes[i] ?? 0));
  shape(source);
  const samples = scaleToRms(source, options.rms ?? 0.1);
  if (options.hnrDb !== undefined) {
    const noiseRms = (options.rms ?? 0.1) * 10 ** (-options.hnrDb / 20);
    for (let i = 0; i < length; i++) samples[i] = (samples[i] ?? 0) + noiseRms * gaussian();
  }
  const periods = times.slice(1).map((at, i) => at - (times[i] ?? 0));
  return {
    samples,
    truth: {
      jitter: localPerturbation(periods),
      shimmer: localPerturbation(amplitudes),
      pulses: Float64Array.from(times),
    },
  };
};

/** Mean absolute difference of neighbors over the mean. */
export const localPerturbation = (values: readonly number[]): number => {
  const differences = values.slice(1).map((value, i) => Math.abs(value - (values[i] ?? 0)));
  return mean(differences) / mean(values);
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const addPulse = (source: Float64Array, at: number, amplitude: number): void => {
  const center = Math.floor(at);
  for (
    let i = Math.max(0, center - PULSE_REACH + 1);
    i <= Math.min(source.length - 1, center + PULSE_REACH);
    i++
  ) {
    const distance = i - at;
    const taper = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (PULSE_REACH + 1));
    // Cut off at .9 of the Nyquist frequency, so that the pulse's place between samples has no effect.
    const x = 0.9 * distance;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    source[i] = (source[i] ?? 0) + 0.9 * amplitude * sinc * taper;
  }
};

/** Glottal slope by two real poles at 100 Hz, lip radiation, and the formants as two-pole resonators. */
const shape = (signal: Float64Array): void => {
  const pole = Math.exp((-2 * Math.PI * 100) / RATE);
  for (let pass = 0; pass < 2; pass++) {
    let last = 0;
    for (let i = 0; i < signal.length; i++) {
      last = (signal[i] ?? 0) + pole * last;
      signal[i] = last;
    }
  }
  let before = 0;
  for (let i = 0; i < signal.length; i++) {
    const here = signal[i] ?? 0;
    signal[i] = here - 0.98 * before;
    before = here;
  }
  for (const [frequency, bandwidth] of FORMANTS) resonate(signal, frequency, bandwidth);
};

const resonate = (signal: Float64Array, frequency: number, bandwidth: number): void => {
  const radius = Math.exp((-Math.PI * bandwidth) / RATE);
  const a1 = 2 * radius * Math.cos((2 * Math.PI * frequency) / RATE);
  const a2 = -radius * radius;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < signal.length; i++) {
    const y = (1 - a1 - a2) * (signal[i] ?? 0) + a1 * y1 + a2 * y2;
    y2 = y1;
    y1 = y;
    signal[i] = y;
  }
};

const scaleToRms = (signal: Float64Array, rms: number): Float32Array => {
  const power = signal.reduce((sum, value) => sum + value * value, 0) / signal.length;
  const gain = power > 0 ? rms / Math.sqrt(power) : 0;
  return Float32Array.from(signal, (value) => value * gain);
};
