/** 6 stretches of 5 s, so that a shout 30 s ago no longer decides what counts as silent. */
const STRETCHES = 6;
const FRAMES_PER_STRETCH = 500;
/** The assumed peak halves every second. It only has to cover the room tone before the first word. */
const ASSUMED_DECAY = 0.5 ** 0.01;
/** −60 dB: the peak never counts as lower; otherwise the hiss of an idle line would count as loud. */
const LOWEST = 0.001;

/** Largest frame peak of the last 30 s. A stream uses it in place of the peak of the whole file. */
export class RunningPeak {
  value = 0;
  private readonly peaks = new Float64Array(STRETCHES);
  private assumed = 0;
  private next = 0;
  private frames = 0;

  /** @param initial the peak assumed before anything was heard */
  constructor(private readonly initial: number) {
    this.reset();
  }

  /** Takes the next frame's peak. */
  update({ peak }: { readonly peak: number }): void {
    this.assumed *= ASSUMED_DECAY;
    if (peak > (this.peaks[this.next] ?? 0)) this.peaks[this.next] = peak;
    let value = Math.max(LOWEST, this.assumed);
    for (let i = 0; i < STRETCHES; i++) value = Math.max(value, this.peaks[i] ?? 0);
    this.value = value;
    if (++this.frames < FRAMES_PER_STRETCH) return;
    this.frames = 0;
    this.next = (this.next + 1) % STRETCHES;
    this.peaks[this.next] = 0;
  }

  reset(): void {
    this.peaks.fill(0);
    this.next = 0;
    this.frames = 0;
    this.assumed = this.initial;
    this.value = Math.max(LOWEST, this.initial);
  }
}
