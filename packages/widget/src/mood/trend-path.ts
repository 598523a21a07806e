import { MOOD_LIMITS, type HeatPoint } from '@undertone/protocol';

/** Width and height of the drawing in SVG units. It stretches to fill its space. */
export const TREND = { width: 100, height: 30 } as const;

const EDGE = 3;
/** A silence longer than this is drawn as a gap. */
const GAP_MS = 1_500;

/** The heat of the last seconds as SVG paths: the line, and a dot at its end. */
export const trendPath = (trace: readonly HeatPoint[]): { readonly path: string; readonly end: string } => {
  const last = trace.at(-1);
  if (last === undefined) return { path: '', end: '' };
  let path = '';
  let previousMs = -Infinity;
  for (const point of trace) {
    const command = point.timeMs - previousMs > GAP_MS ? 'M' : 'L';
    path += `${command}${position(point, last.timeMs)}`;
    previousMs = point.timeMs;
  }
  return { path, end: `M${position(last, last.timeMs)}h.1` };
};

const position = ({ timeMs, heat }: HeatPoint, nowMs: number): string => {
  const x = TREND.width - EDGE - ((TREND.width - 2 * EDGE) * (nowMs - timeMs)) / MOOD_LIMITS.trend.windowMs;
  const y = TREND.height - EDGE - (TREND.height - 2 * EDGE) * heat;
  return `${Math.max(0, x).toFixed(1)} ${y.toFixed(1)}`;
};
