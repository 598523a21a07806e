/** Only the fastest frame of each window counts, because network queues only ever make frames late. */
const WINDOW_MS = 10_000;
const WINDOWS = 7;
/**
 * Crystals are within 100 ppm. At this limit 200 ms a minute are missing or extra: the device does not keep
 * its rate.
 */
const DRIFTS_PPM = 3_000;
const KEEPS_PPM = 1_500;
/**
 * Above this it is not a recording but a file that is sent fast. 44,100 Hz declared as 48,000 Hz gives 81,000
 * ppm.
 */
const MOST_PPM = 100_000;
/** A drifting clock drifts evenly; a network that fills up does not. */
const EVEN_MS = 40;

export type DriftChange = { readonly kind: 'drifts'; readonly ppm: number } | { readonly kind: 'keeps' };

/**
 * Compares the clock that counts a client's samples with the relay's clock. It takes the earliest arrival of
 * each window against the audio clock. These points form a line, and its slope is the difference of the two
 * clocks. This is the lower envelope of one-way delays, as in Moon, Skelly and Towsley 1999, "Estimation and
 * removal of clock skew from network delay measurements".
 */
export class ClockDrift {
  private windows: { readonly atMs: number; readonly offsetMs: number }[] = [];
  private current: { readonly fromMs: number; atMs: number; offsetMs: number } | undefined;

  /** @param drifting whether that was reported already, by another relay */
  constructor(private drifting = false) {}

  /** Starts a new comparison after a pause, a gap or another socket. Keeps what was already reported. */
  restart(): void {
    this.windows = [];
    this.current = undefined;
  }

  /**
   * Notes that audio arrived.
   * @param nowMs on the relay's monotonic clock
   * @param audioMs the position of the audio clock
   * @returns what changed, once for each change
   */
  note(nowMs: number, audioMs: number): DriftChange | undefined {
    const offsetMs = nowMs - audioMs;
    const { current } = this;
    if (current === undefined) {
      this.current = { fromMs: nowMs, atMs: nowMs, offsetMs };
      return undefined;
    }
    if (nowMs - current.fromMs < WINDOW_MS) {
      if (offsetMs < current.offsetMs) Object.assign(current, { atMs: nowMs, offsetMs });
      return undefined;
    }
    this.windows.push({ atMs: current.atMs, offsetMs: current.offsetMs });
    if (this.windows.length > WINDOWS) this.windows.shift();
    this.current = { fromMs: nowMs, atMs: nowMs, offsetMs };
    return this.windows.length < WINDOWS ? undefined : this.judge();
  }

  private judge(): DriftChange | undefined {
    const { slope, worstMs } = line(this.windows);
    // When the relay's clock runs ahead of the audio, there are too few samples: the client's clock is slow.
    const ppm = Math.round(-slope * 1e6);
    const size = Math.abs(ppm);
    if (worstMs > EVEN_MS || size > MOST_PPM) return undefined;
    if (!this.drifting && size >= DRIFTS_PPM) {
      this.drifting = true;
      return { kind: 'drifts', ppm };
    }
    if (this.drifting && size <= KEEPS_PPM) {
      this.drifting = false;
      return { kind: 'keeps' };
    }
    return undefined;
  }
}

/** Fits a line by least squares. `worstMs` is the largest distance of a point from it. */
const line = (points: readonly { readonly atMs: number; readonly offsetMs: number }[]) => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const atMean = mean(points.map(({ atMs }) => atMs));
  const offsetMean = mean(points.map(({ offsetMs }) => offsetMs));
  let covariance = 0;
  let variance = 0;
  for (const { atMs, offsetMs } of points) {
    covariance += (atMs - atMean) * (offsetMs - offsetMean);
    variance += (atMs - atMean) ** 2;
  }
  const slope = variance === 0 ? 0 : covariance / variance;
  const worstMs = Math.max(
    ...points.map(({ atMs, offsetMs }) => Math.abs(offsetMs - offsetMean - slope * (atMs - atMean))),
  );
  return { slope, worstMs };
};
