import type { Prosody } from '@undertone/protocol';
import type { ComparedVoice, Difference } from '../state/manner.js';
import { TRACE_MS, type TracePoint } from '../state/speaker-state.js';
import type { StringKey } from '../text/en.js';
import type { Texts } from '../text/texts.js';

/** One measurement with its meaning. */
export interface ProsodyRow {
  readonly key: 'pitch' | 'energy' | 'rate' | 'pauses' | 'jitter' | 'shimmer' | 'hnr';
  readonly name: string;
  /** The technical term; empty when the plain name is the term. */
  readonly term: string;
  readonly word: string;
  readonly value: string;
}

/** The pitch trace as SVG paths. */
export interface TraceView {
  readonly path: string;
  readonly alt: string;
}

/** Width and height of the trace in SVG units. */
export const TRACE = { width: 300, height: 40 } as const;

/** Neighbors further apart than this are not joined. */
const TRACE_GAP_MS = 250;

/**
 * Turns prosody into rows of name, plain word and value. A value that was not measured has no row. Pace and pauses have no
 * row when nobody spoke, pauses none either when all there was is the time before the voice's turn.
 *
 * Pitch, loudness and pace are those of the last seconds, and their words compare them with the voice's usual: the reason beside the
 * mood says the same. Limits of the other words. Jitter and shimmer: twice the
 * thresholds for held vowels that the Praat manual cites from MDVP (1.040 % in "Voice 2", 3.810 % in "Voice 3"), because
 * running speech has higher values than held vowels. Clearness: the Praat manual ("Harmonicity") gives 20 dB for a
 * healthy held vowel. The others (pauses, hoarse below 7 dB) are our own choices.
 *
 * @param voice The voice beside its usual, where it is known; without it these measures have no word.
 */
export const prosodyRows = (
  prosody: Prosody,
  voice: ComparedVoice | undefined,
  texts: Texts,
): readonly ProsodyRow[] => {
  const { pitch, energy, voiceQuality } = prosody;
  // Without voice there are no syllables to count, and one long silence is not a pause between words.
  const isVoiced = (pitch.mean ?? 0) > 0 || (prosody.rhythm.speechRate ?? 0) > 0;
  const rhythm: Partial<Prosody['rhythm']> = isVoiced ? prosody.rhythm : {};
  const rows: (ProsodyRow | undefined)[] = [
    row('pitch', voice?.f0Hz ?? pitch.mean, texts, {
      word: () => differenceWord('pitch', voice),
      value: (value) => `${texts.number(value)} Hz`,
    }),
    row('energy', voice?.energyDb ?? energy.mean, texts, {
      word: () => differenceWord('energy', voice),
      value: (value) => `${minus(texts, value)} dB`,
    }),
    row('rate', isVoiced ? (voice?.rate ?? rhythm.speechRate) : undefined, texts, {
      word: () => differenceWord('rate', voice),
      value: (value) => texts.text('prosody.rateValue', { value: texts.number(value, 1) }),
    }),
    row('pauses', isWithinSpeech(rhythm) ? rhythm.pauseRate : undefined, texts, {
      word: (value) => between(value, 6, 25, 'pauses'),
      value: (value) => pausesValue(value, rhythm.averagePauseDuration, texts),
    }),
    row('jitter', voiceQuality.jitter, texts, {
      word: (value) => (value > 0.0208 ? 'word.jitter.high' : 'word.jitter.usual'),
      value: (value) => `${texts.number(value * 100, 1)} %`,
    }),
    row('shimmer', voiceQuality.shimmer, texts, {
      word: (value) => (value > 0.0762 ? 'word.shimmer.high' : 'word.shimmer.usual'),
      value: (value) => `${texts.number(value * 100, 1)} %`,
    }),
    row('hnr', voiceQuality.hnr, texts, {
      word: (value) => between(value, 7, 20, 'hnr'),
      value: (value) => `${minus(texts, value)} dB`,
    }),
  ];
  return rows.filter((entry) => entry !== undefined);
};

/** Draws the pitch of the last seconds on a logarithmic scale, as people hear pitch. Returns undefined without points. */
export const traceView = (trace: readonly TracePoint[], texts: Texts): TraceView | undefined => {
  const nowMs = trace.at(-1)?.timeMs;
  if (nowMs === undefined) {
    return undefined;
  }
  const seconds = texts.number(TRACE_MS / 1000);
  const voiced = trace.filter((point) => point.f0Hz > 0);
  if (voiced.length === 0) {
    return { path: '', alt: texts.text('prosody.traceEmpty', { seconds }) };
  }
  const pitches = voiced.map((point) => point.f0Hz);
  const low = Math.min(...pitches);
  const high = Math.max(...pitches);
  // The scale spans at least an octave, so that an even voice does not look restless.
  const middle = Math.log2(low * high) / 2;
  const octaves = Math.max(1, Math.log2(high / low) * 1.1);
  let path = '';
  let previousMs = -Infinity;
  for (const point of voiced) {
    const x = TRACE.width * (1 - (nowMs - point.timeMs) / TRACE_MS);
    const y = TRACE.height * (0.5 - (Math.log2(point.f0Hz) - middle) / octaves);
    const joined = point.timeMs - previousMs <= TRACE_GAP_MS;
    path += joined ? `L${x.toFixed(1)} ${y.toFixed(1)}` : `M${x.toFixed(1)} ${y.toFixed(1)}h.1`;
    previousMs = point.timeMs;
  }
  return {
    path,
    alt: texts.text('prosody.trace', { seconds, low: texts.number(low), high: texts.number(high) }),
  };
};

const row = (
  key: ProsodyRow['key'],
  measured: number | undefined,
  texts: Texts,
  how: { word: (value: number) => StringKey | undefined; value: (value: number) => string },
): ProsodyRow | undefined => {
  if (measured === undefined || !Number.isFinite(measured)) {
    return undefined;
  }
  const word = how.word(measured);
  return {
    key,
    name: texts.text(`prosody.${key}`),
    term: texts.textOr(`prosody.${key}Term`, ''),
    word: word === undefined ? '' : texts.text(word),
    value: how.value(measured),
  };
};

const between = (value: number, low: number, high: number, key: 'pauses' | 'hnr'): StringKey => {
  if (value < low) return `word.${key}.low`;
  return value > high ? `word.${key}.high` : `word.${key}.usual`;
};

const differenceWord = (
  key: 'pitch' | 'energy' | 'rate',
  voice: ComparedVoice | undefined,
): StringKey | undefined => {
  const difference: Difference | undefined = voice?.than?.[key];
  return difference === undefined ? undefined : `word.${key}.${difference}`;
};

/**
 * Whether pauses were within what was measured. Together they cannot be longer than the minute they are counted for: one that is was the
 * time in which the other spoke.
 */
const isWithinSpeech = ({ pauseRate = 0, averagePauseDuration = 0 }: Partial<Prosody['rhythm']>): boolean =>
  pauseRate * averagePauseDuration < 60;

const pausesValue = (rate: number, lengthS: number | undefined, texts: Texts): string => {
  const perMinute = texts.text('prosody.pausesValue', { value: texts.number(rate) });
  return lengthS === undefined || lengthS <= 0
    ? perMinute
    : `${perMinute}, ${texts.text('prosody.pausesLength', { value: texts.number(lengthS, 1) })}`;
};

/** Writes negative numbers with the proper minus sign, which screen readers speak. Zero has none. */
const minus = (texts: Texts, value: number): string => texts.number(Math.round(value) || 0).replace('-', '−');
