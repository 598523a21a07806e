import { MAX_CANDIDATES, type PitchCandidates } from './pitch-candidates.js';
import type { ResolvedProsodyOptions } from './prosody-options.js';

/** Candidate 0 is "unvoiced"; the peaks follow it. */
const STATES = MAX_CANDIDATES + 1;
/** Waiting frames are judged again when the peak has risen by this factor. A smaller rise changes no decision. */
const RISE = 1.05;

/**
 * The cheapest path through the candidates of successive frames (Boersma 1993, eq. 23 to 26), found online. Every frame
 * is decided when `lookaheadFrames` later frames are known, from the best path that ends there (fixed-lag Viterbi).
 * With eight frames, all but some .1 % of frames are decided as they would be with the whole file.
 */
export class PitchPath {
  /** Result of {@link push} and {@link drain}. 0 when unvoiced. */
  f0Hz = 0;
  /** Height of the chosen peak, or of the best one when unvoiced. */
  strength = 0;

  /** Height of the chosen peak before noise was weighted out; 0 when unvoiced. */
  purity = 0;

  private readonly depth: number;
  private readonly counts: Int32Array;
  private readonly frequencies: Float64Array;
  private readonly strengths: Float64Array;
  private readonly purities: Float64Array;
  private readonly octaves: Float64Array;
  private readonly bests: Float64Array;
  private readonly back: Int8Array;
  /** Best score of a path that ends in each state of each waiting frame. */
  private readonly scores: Float64Array;
  private readonly peaks: Float64Array;
  private readonly limits: Float64Array;
  private readonly unvoiced: Float64Array;
  private judgedBy = 0;
  private pushed = 0;
  private decided = 0;

  constructor(private readonly options: ResolvedProsodyOptions) {
    this.depth = options.lookaheadFrames + 1;
    this.counts = new Int32Array(this.depth);
    this.frequencies = new Float64Array(this.depth * STATES);
    this.strengths = new Float64Array(this.depth * STATES);
    this.purities = new Float64Array(this.depth * STATES);
    this.octaves = new Float64Array(this.depth * STATES);
    this.bests = new Float64Array(this.depth);
    this.back = new Int8Array(this.depth * STATES);
    this.scores = new Float64Array(this.depth * STATES);
    this.peaks = new Float64Array(this.depth);
    this.limits = new Float64Array(this.depth);
    this.unvoiced = new Float64Array(this.depth);
  }

  reset(): void {
    this.pushed = 0;
    this.decided = 0;
    this.judgedBy = 0;
  }

  /**
   * Adds a frame. True when the frame `lookaheadFrames` before it is now decided.
   * @param signal whose peak the frames are compared with; waiting frames are judged again when it rises
   */
  push(candidates: PitchCandidates, signal: { readonly value: number }): boolean {
    const slot = this.pushed % this.depth;
    if (signal.value > RISE * this.judgedBy) this.judgeAgain(signal);
    else if (signal.value < this.judgedBy) this.judgedBy = signal.value;
    this.store(slot, candidates);
    this.judge(slot, signal);
    this.setLocalScores(slot);
    if (this.pushed > 0) this.extend(slot, (this.pushed - 1) % this.depth);
    this.pushed++;
    if (this.pushed - this.decided < this.depth) return false;
    this.decide();
    return true;
  }

  /** Decides the next frame without more look-ahead, at the end of the audio. False when none is left. */
  drain(): boolean {
    if (this.decided >= this.pushed) return false;
    this.decide();
    return true;
  }

  private store(slot: number, candidates: PitchCandidates): void {
    const base = slot * STATES;
    this.counts[slot] = candidates.count;
    this.bests[slot] = candidates.best;
    this.peaks[slot] = candidates.peak;
    this.limits[slot] = candidates.intensityLimit;
    for (let i = 0; i < candidates.count; i++) {
      const frequency = candidates.frequencyHz[i] ?? 0;
      this.frequencies[base + i + 1] = frequency;
      this.strengths[base + i + 1] = candidates.strength[i] ?? 0;
      this.purities[base + i + 1] = candidates.purity[i] ?? 0;
      this.octaves[base + i + 1] = Math.log2(frequency / this.options.f0CeilingHz);
    }
  }

  /** Strength of "unvoiced" (Boersma 1993, eq. 23), the frame's peak taken as a share of the signal's. */
  private judge(slot: number, signal: { readonly value: number }): void {
    const { silenceThreshold, voicingThreshold } = this.options;
    const intensity = Math.min((this.peaks[slot] ?? 0) / signal.value, this.limits[slot] ?? 0);
    const silence = 2 - (intensity * (1 + voicingThreshold)) / silenceThreshold;
    this.unvoiced[slot] = voicingThreshold + Math.max(0, silence);
  }

  private setLocalScores(slot: number): void {
    const { scores, octaves } = this;
    const { octaveCost } = this.options;
    const base = slot * STATES;
    scores[base] = this.unvoiced[slot] ?? 0;
    const count = this.counts[slot] ?? 0;
    for (let i = 1; i <= count; i++) {
      const octave = octaves[base + i] ?? 0;
      // Eq. 24, relative to the ceiling as in Praat, because only differences count. A peak above the ceiling is not a
      // pitch.
      scores[base + i] = octave > 0 ? -10 : (this.strengths[base + i] ?? 0) + octaveCost * octave;
    }
  }

  /** Compares the waiting frames with the new, higher peak, as Praat compares every frame with the peak of the file. */
  private judgeAgain(signal: { readonly value: number }): void {
    this.judgedBy = signal.value;
    for (let frame = this.decided; frame < this.pushed; frame++) {
      const slot = frame % this.depth;
      const before = this.unvoiced[slot] ?? 0;
      this.judge(slot, signal);
      if (frame === this.decided) {
        // The path that leads here is decided, so only the frame's own part of the score changes.
        const index = slot * STATES;
        this.scores[index] = (this.scores[index] ?? 0) + (this.unvoiced[slot] ?? 0) - before;
      } else {
        this.setLocalScores(slot);
        this.extend(slot, (frame - 1) % this.depth);
      }
    }
  }

  /** One Viterbi step with the transition costs of eq. 25 (times are 10 ms, where Praat's correction is 1). */
  private extend(slot: number, before: number): void {
    const { scores, octaves, back } = this;
    const { octaveJumpCost, voicedUnvoicedCost } = this.options;
    const count = this.counts[slot] ?? 0;
    const countBefore = this.counts[before] ?? 0;
    const base = slot * STATES;
    const baseBefore = before * STATES;
    for (let i = 0; i <= count; i++) {
      const octave = octaves[base + i] ?? 0;
      let best = (scores[baseBefore] ?? 0) - (i === 0 ? 0 : voicedUnvoicedCost);
      let from = 0;
      for (let j = 1; j <= countBefore; j++) {
        const cost =
          i === 0 ? voicedUnvoicedCost : octaveJumpCost * Math.abs(octave - (octaves[baseBefore + j] ?? 0));
        const score = (scores[baseBefore + j] ?? 0) - cost;
        if (score > best) {
          best = score;
          from = j;
        }
      }
      scores[base + i] = (scores[base + i] ?? 0) + best;
      back[base + i] = from;
    }
    this.rebase(base, count);
  }

  /** Keeps the scores near zero, so that they lose no precision over hours of audio. */
  private rebase(base: number, count: number): void {
    const { scores } = this;
    let highest = -Infinity;
    for (let i = 0; i <= count; i++) highest = Math.max(highest, scores[base + i] ?? 0);
    for (let i = 0; i <= count; i++) scores[base + i] = (scores[base + i] ?? 0) - highest;
  }

  private decide(): void {
    let frame = this.pushed - 1;
    let state = this.bestEnd(frame % this.depth);
    while (frame > this.decided) {
      state = this.back[(frame % this.depth) * STATES + state] ?? 0;
      frame--;
    }
    const slot = this.decided % this.depth;
    this.decided++;
    const voiced = state > 0;
    this.f0Hz = voiced ? (this.frequencies[slot * STATES + state] ?? 0) : 0;
    this.purity = voiced ? (this.purities[slot * STATES + state] ?? 0) : 0;
    this.strength = voiced ? (this.strengths[slot * STATES + state] ?? 0) : (this.bests[slot] ?? 0);
  }

  private bestEnd(slot: number): number {
    const count = this.counts[slot] ?? 0;
    const base = slot * STATES;
    let best = 0;
    for (let i = 1; i <= count; i++) {
      if ((this.scores[base + i] ?? 0) > (this.scores[base + best] ?? 0)) best = i;
    }
    return best;
  }
}
