import type { SoundView } from '../state/sound-list.js';
import { HISTORY_MS, type HistoryPoint } from '../state/speaker-state.js';
import type { StringKey } from '../text/en.js';
import type { Texts } from '../text/texts.js';
import { soundName } from '../turns/turns-view.js';

/** Width and height of the drawing in SVG units. The drawing stretches to fill its space. */
export const CHART = { width: 600, height: 100 } as const;

/** A silence longer than this is drawn as a gap: a line across it would show data that does not exist. */
const GAP_MS = 1_500;
/** The trend compares this last stretch with the two such stretches before it. The value is where the line ends. */
const RECENT_MS = 6_000;
/** A change of the mean of at most this is called steady: it is within the model's own scatter. */
const TREND_STEP = 0.12;

type Dimension = 'valence' | 'arousal';

/** One line of the chart. */
export interface HistoryLine {
  readonly dimension: Dimension;
  readonly name: string;
  /** SVG path data. */
  readonly path: string;
  /** Where the line ends, in chart units; undefined when the speaker has been silent for a while. */
  readonly end: { readonly x: number; readonly y: number } | undefined;
  readonly trend: string;
  readonly value: string;
}

/** A laugh, a sigh or a similar sound on the chart. */
export interface SoundMark {
  readonly x: number;
  readonly name: string;
}

/** What the history element shows. */
export interface HistoryView {
  readonly lines: readonly HistoryLine[];
  /** Sounds of the voice, in the order given. */
  readonly sounds: readonly SoundMark[];
  /** The chart in words. */
  readonly alt: string;
}

/** Turns the last minute into two lines, marks and words. Returns undefined when nobody was heard. */
export const historyView = (
  points: readonly HistoryPoint[],
  heard: readonly SoundView[],
  nowMs: number,
  texts: Texts,
): HistoryView | undefined => {
  const recent = points.filter((point) => point.timeMs > nowMs - HISTORY_MS && point.timeMs <= nowMs);
  const sounds = heard
    .filter((sound) => sound.endMs > nowMs - HISTORY_MS)
    .map((sound) => ({
      x: Math.min(CHART.width, xOf(sound.endMs, nowMs)),
      name: soundName(sound.event, texts),
    }));
  if (recent.length === 0 && sounds.length === 0) {
    return undefined;
  }
  const soundWords =
    sounds.length === 0
      ? ''
      : ` ${texts.text('history.sounds', { list: sounds.map(({ name }) => name).join(', ') })}`;
  if (recent.length === 0) {
    return { lines: [], sounds, alt: texts.text('history.empty') + soundWords };
  }
  const lines = (['valence', 'arousal'] as const).map((dimension) => line(recent, dimension, nowMs, texts));
  const sentence = (dimension: Dimension): string => {
    const found = lines.find((entry) => entry.dimension === dimension);
    return found === undefined
      ? ''
      : texts.text('history.altLine', { name: found.name, value: found.value, trend: found.trend });
  };
  const alt = texts.text('history.alt', {
    seconds: texts.number(HISTORY_MS / 1000),
    valence: sentence('valence'),
    arousal: sentence('arousal'),
  });
  return { lines, sounds, alt: alt + soundWords };
};

const line = (
  points: readonly HistoryPoint[],
  dimension: Dimension,
  nowMs: number,
  texts: Texts,
): HistoryLine => {
  const last = points.at(-1);
  const lastMs = last?.timeMs ?? nowMs;
  const now = mean(points, dimension, lastMs - RECENT_MS, lastMs) ?? 0;
  const before = mean(points, dimension, lastMs - 3 * RECENT_MS, lastMs - RECENT_MS);
  return {
    dimension,
    name: texts.text(`history.${dimension}`),
    path: path(points, dimension, nowMs),
    end:
      last === undefined || nowMs - last.timeMs > GAP_MS
        ? undefined
        : { x: xOf(last.timeMs, nowMs), y: yOf(last[dimension]) },
    trend: texts.text(trendKey(before === undefined ? 0 : now - before)),
    value: signed(last?.[dimension] ?? 0, texts),
  };
};

const path = (points: readonly HistoryPoint[], dimension: Dimension, nowMs: number): string => {
  let data = '';
  let previousMs = -Infinity;
  for (const point of points) {
    const command = point.timeMs - previousMs > GAP_MS ? 'M' : 'L';
    const position = `${xOf(point.timeMs, nowMs).toFixed(1)} ${yOf(point[dimension]).toFixed(1)}`;
    // A single point needs a tiny line to be visible. The round cap makes it a dot.
    data += command === 'M' ? `M${position}h.1` : `L${position}`;
    previousMs = point.timeMs;
  }
  return data;
};

const xOf = (timeMs: number, nowMs: number): number => CHART.width * (1 - (nowMs - timeMs) / HISTORY_MS);

const yOf = (value: number): number => {
  const clamped = Math.min(1, Math.max(-1, value));
  return CHART.height / 2 - (clamped * (CHART.height - 8)) / 2;
};

const mean = (
  points: readonly HistoryPoint[],
  dimension: Dimension,
  fromMs: number,
  toMs: number,
): number | undefined => {
  const within = points.filter((point) => point.timeMs > fromMs && point.timeMs <= toMs);
  return within.length === 0
    ? undefined
    : within.reduce((sum, point) => sum + point[dimension], 0) / within.length;
};

const trendKey = (change: number): StringKey => {
  if (change > TREND_STEP) return 'trend.rising';
  return change < -TREND_STEP ? 'trend.falling' : 'trend.steady';
};

const signed = (value: number, texts: Texts): string => {
  const number = texts.number(Math.abs(value), 1);
  if (Math.abs(value) < 0.05) return number;
  return value > 0 ? `+${number}` : `−${number}`;
};
