import { sharedArithmetic } from './arithmetic.js';
import { Autocorrelation } from './autocorrelation.js';
import { BackgroundVoicing } from './background-voicing.js';
import { BLOCK_SAMPLES, BlockLevels } from './block-levels.js';
import { FrameLoudness } from './frame-loudness.js';
import { NeighborLikeness } from './neighbor-likeness.js';
import { NoiseWeighting } from './noise-weighting.js';
import { PauseTracker } from './pause-tracker.js';
import { PeriodMarks } from './period-marks.js';
import { Perturbation } from './perturbation.js';
import { PitchCandidates } from './pitch-candidates.js';
import { PitchPath } from './pitch-path.js';
import type { LevelFrame, ProsodyFrame, ProsodyListener } from './prosody-frame.js';
import {
  HOP_SAMPLES,
  WINDOW_SAMPLES,
  resolveProsodyOptions,
  type ProsodyOptions,
} from './prosody-options.js';
import type { ResolvedProsodyOptions } from './prosody-options.js';
import type { ProsodySnapshot, ProsodySummary } from './prosody-summary.js';
import { RunningPeak } from './running-peak.js';
import { SampleBuffer } from './sample-buffer.js';
import { SignalQuality, type QualityHop, type QualitySnapshot } from './signal-quality.js';
import { summarize } from './summarize.js';
import { SyllableNuclei } from './syllable-nuclei.js';
import { Tally } from './tally.js';
import { TallyHistory } from './tally-history.js';
import { TurnRhythm } from './turn-rhythm.js';

/** Longest period and its reach when marks are matched backwards from the start of a run, with a frame to spare. */
const MARK_REACH = 1_200;
/** Levels of frames whose pitch is not decided yet. */
const PENDING = 32;
/** Speech counts from this far above the background, so that the level statistics of speech exclude pauses. */
const SPEECH_OVER_NOISE_DB = 6;
/** Below this level, dB, the extractor searches for nothing. */
const FAINT_DB = -80;
/** White noise has this many times the power that it has between 4.3 and 7.5 kHz. */
const BANDS_OF_NOISE = 2.5;
/**
 * Up to the first F0, HNR comes from two neighboring periods. From the second F0 on it comes from the window, and
 * between them from both.
 */
const LOW_VOICE_HZ = 100;
const HIGHER_VOICE_HZ = 120;

/**
 * Streaming prosody of 16 kHz mono audio, one frame every 10 ms: F0, level, harmonics-to-noise ratio, and over any
 * stretch their statistics, jitter, shimmer, speech rate and pauses. The numbers are the same for every chunk size.
 * Nothing is allocated per frame after construction. Frames arrive 20 ms (half a window) plus `lookaheadFrames` × 10 ms
 * after their center: 100 ms by default.
 *
 * Non-finite samples count as 0 and are counted in {@link nonFiniteSamples}.
 */
export class ProsodyExtractor {
  /** Samples received since the start. This is the stream's clock. */
  samplesSeen = 0;
  /** NaN and infinite samples replaced by 0 since the start. */
  nonFiniteSamples = 0;

  private readonly options: ResolvedProsodyOptions;
  private readonly buffer: SampleBuffer;
  private readonly blocks = new BlockLevels();
  private readonly loudness = new FrameLoudness(this.blocks);
  /** Shared by the thread. Its contents are not valid after another stream was processed. */
  private readonly arithmetic = sharedArithmetic();
  private readonly autocorrelation = new Autocorrelation(this.arithmetic.spectrum);
  private readonly weighting = new NoiseWeighting();
  private readonly background = new BackgroundVoicing();
  private readonly neighbors: NeighborLikeness;
  private readonly candidates: PitchCandidates;
  private readonly path: PitchPath;
  private readonly history: TallyHistory;
  private readonly perturbation: Perturbation;
  private readonly marks: PeriodMarks;
  private readonly syllables: SyllableNuclei;
  private readonly pauses: PauseTracker;
  private readonly turns: TurnRhythm;
  private readonly signalQuality = new SignalQuality();
  private readonly scratch = new Tally();
  private readonly pendingDb = new Float64Array(PENDING);
  private readonly pendingNoise = new Float64Array(PENDING);
  private voiceHeard = false;
  private analysed = 0;
  private decided = 0;
  private readonly runningPeak: RunningPeak;
  private readonly hop: QualityHop = {
    power: 0,
    energyDb: 0,
    peak: 0,
    clippedSamples: 0,
    periodicity: 0,
    highBandShare: -1,
    interrupted: false,
  };
  private readonly level: LevelFrame = { index: 0, centerSample: 0, energyDb: 0, periodicity: 0, peak: 0 };
  private readonly frame: ProsodyFrame = {
    index: 0,
    centerSample: 0,
    f0Hz: 0,
    voiced: false,
    strength: 0,
    energyDb: 0,
    hnrDb: 0,
    syllable: false,
    speech: false,
  };

  /** @throws ProsodyError `invalid_option` */
  constructor(
    options: ProsodyOptions = {},
    private readonly listener: ProsodyListener = {},
  ) {
    this.options = resolveProsodyOptions(options);
    this.runningPeak = new RunningPeak(this.options.initialPeak);
    const keep = WINDOW_SAMPLES + this.options.lookaheadFrames * HOP_SAMPLES + MARK_REACH;
    this.buffer = new SampleBuffer(keep, 1_280);
    this.neighbors = new NeighborLikeness(this.buffer);
    this.candidates = new PitchCandidates(this.options);
    this.path = new PitchPath(this.options);
    this.history = new TallyHistory(this.options.historyMs);
    this.perturbation = new Perturbation(this.buffer, this.history.current);
    this.marks = new PeriodMarks(this.buffer, this.arithmetic.periods, this.runningPeak, this.perturbation);
    this.pauses = new PauseTracker(this.history.current);
    this.turns = new TurnRhythm(this.history.current);
    this.syllables = new SyllableNuclei(this.options.initialPeak);
  }

  /**
   * Takes samples (16 kHz mono, full scale ±1) in chunks of any length. Calls the listener for each frame that is now
   * decided.
   */
  push(samples: Float32Array): void {
    let from = 0;
    while (from < samples.length) {
      const length = Math.min(this.blocks.room, samples.length - from);
      const { buffer } = this;
      const at = buffer.reserve(length);
      this.nonFiniteSamples += copyFinite(samples, from, length, buffer.samples, at);
      from += length;
      this.samplesSeen += length;
      if (this.blocks.add(buffer.samples, at + length, length)) this.endBlock();
    }
  }

  /** Decides the frames that still wait for look-ahead. Call it at the end of the audio, or before a gap in it. */
  flush(): void {
    while (this.path.drain()) this.endFrame();
    this.marks.end();
  }

  /**
   * Statistics of the newest `windowMs` (at most `historyMs`), or of everything since the start. The rhythm of a window is
   * that of the turns in it: a silence of 700 ms or more is a pause of none of them. Allocates its result.
   */
  snapshot(windowMs?: number): ProsodySnapshot {
    this.history.collect(this.scratch, windowMs);
    return summarize(this.scratch, windowMs === undefined ? 'everything' : 'turns');
  }

  /** The prosody object of {@link snapshot}. */
  summary(windowMs?: number): ProsodySummary {
    return this.snapshot(windowMs).prosody;
  }

  /** How usable the audio of the last seconds is. Allocates its result. */
  quality(): QualitySnapshot {
    return this.signalQuality.snapshot();
  }

  /** A tone has ended, and nothing with a pitch was heard since; known about 100 ms later. */
  get afterTone(): boolean {
    return this.signalQuality.afterTone;
  }

  /** Where pitch was heard again after the last tone: a place on the clock of the samples. */
  get afterToneSample(): number {
    return this.signalQuality.afterToneSample;
  }

  /** Marks the start of speech: {@link QualitySnapshot.speechLikeness} forgets the pause before it. */
  beginStretch(): void {
    this.signalQuality.beginStretch();
  }

  /** Returns to the state after construction, clock included. */
  reset(): void {
    this.samplesSeen = 0;
    this.nonFiniteSamples = 0;
    this.voiceHeard = false;
    this.analysed = 0;
    this.decided = 0;
    this.runningPeak.reset();
    this.buffer.reset();
    this.blocks.reset();
    this.weighting.reset();
    this.background.reset();
    this.path.reset();
    this.history.reset();
    this.marks.reset();
    this.perturbation.reset();
    this.syllables.reset();
    this.pauses.reset();
    this.turns.reset();
    this.signalQuality.reset();
  }

  /** A frame starts every 10 ms and ends 40 ms later: on every second block from the eighth. */
  private endBlock(): void {
    const { count } = this.blocks;
    if (count % 2 !== 0) return;
    if (count * BLOCK_SAMPLES >= WINDOW_SAMPLES) this.analyse(this.analysed++);
  }

  private analyse(index: number): void {
    const { level, hop, loudness, candidates } = this;
    loudness.measureWindow(index);
    hop.highBandShare = -1;
    this.findCandidates(index);
    level.index = index;
    level.centerSample = index * HOP_SAMPLES + WINDOW_SAMPLES / 2;
    level.energyDb = loudness.energyDb;
    level.peak = this.blocks.newestPeak;
    level.periodicity = candidates.best;
    this.pendingDb[index % PENDING] = level.energyDb;
    this.pendingNoise[index % PENDING] = BANDS_OF_NOISE * Math.max(0, hop.highBandShare) * loudness.power;
    hop.power = loudness.power;
    hop.energyDb = loudness.energyDb;
    hop.peak = level.peak;
    hop.periodicity = level.periodicity;
    hop.interrupted = this.blocks.blocksSinceZeros < WINDOW_SAMPLES / BLOCK_SAMPLES;
    hop.clippedSamples = this.blocks.newestClipped();
    this.signalQuality.update(hop);
    this.pauses.update(level);
    this.background.update(level, candidates, this.signalQuality.background, this.runningPeak);
    candidates.intensityLimit = this.options.silenceThreshold * this.background.ratio;
    this.listener.onLevel?.(level);
    if (this.path.push(candidates, this.runningPeak)) this.endFrame();
  }

  private findCandidates(index: number): void {
    const { buffer, candidates, runningPeak } = this;
    const { peaks } = this.arithmetic;
    const start = index * HOP_SAMPLES - buffer.origin;
    peaks.measure(buffer.samples, start + WINDOW_SAMPLES / 2);
    runningPeak.update(peaks);
    candidates.clear();
    candidates.peak = peaks.judgedPeak;
    const intensity = candidates.peak / runningPeak.value;
    // So far below the peak, no candidate can outweigh "unvoiced" (eq. 23), so the transform is skipped.
    const silence = 2 - (intensity * (1 + this.options.voicingThreshold)) / this.options.silenceThreshold;
    const silent = this.options.voicingThreshold + silence > 1 + 2 * this.options.voicedUnvoicedCost;
    if (silent && !this.mayBeSoftVoice()) return;
    if (!this.autocorrelation.compute(buffer.samples, start, peaks, this.weighting)) return;
    candidates.find(this.autocorrelation.weighted, this.autocorrelation.values);
    this.hop.highBandShare = this.autocorrelation.highBandShare;
  }

  /** Until a voice was heard, the peak is a guess. A soft peak over a silent background may then be the voice. */
  private mayBeSoftVoice(): boolean {
    if (this.voiceHeard) return false;
    const { energyDb } = this.loudness;
    return energyDb > FAINT_DB && energyDb > this.signalQuality.background.db + SPEECH_OVER_NOISE_DB;
  }

  /** The next frame's pitch is decided. This updates everything that depends on it. */
  private endFrame(): void {
    const { frame, path, history, loudness } = this;
    const index = this.decided++;
    frame.index = index;
    frame.centerSample = index * HOP_SAMPLES + WINDOW_SAMPLES / 2;
    frame.f0Hz = path.f0Hz;
    frame.voiced = path.f0Hz > 0;
    frame.strength = path.strength;
    frame.energyDb = this.pendingDb[index % PENDING] ?? 0;
    this.setHarmonicsToNoise();
    frame.speech = this.pauses.speaking && frame.energyDb > this.pauses.noiseDb + SPEECH_OVER_NOISE_DB;
    loudness.measureSyllable(index);
    frame.syllable = this.syllables.update(loudness, frame);
    this.perturbation.noiseLimit = this.pendingNoise[index % PENDING] ?? 0;
    this.marks.update(frame);
    history.current.addFrame(frame);
    this.turns.update(frame, this.syllables.nucleusAge);
    this.signalQuality.addPitch(frame);
    if (frame.voiced) this.voiceHeard = true;
    history.endFrame();
    this.listener.onFrame?.(frame);
  }

  /**
   * Boersma 1993, eq. 4: 10 log10 of the periodic over the aperiodic part, −10 … 60 dB. The window is too short to
   * measure how pure a low voice is. For a low voice, the part that two neighboring periods share decides.
   */
  private setHarmonicsToNoise(): void {
    const { frame, neighbors } = this;
    const window = clampPurity(this.path.purity);
    frame.hnrDb = frame.voiced ? 10 * Math.log10(window / (1 - window)) : 0;
    if (!frame.voiced || frame.f0Hz >= HIGHER_VOICE_HZ) return;
    neighbors.measure(frame);
    const likeness = clampPurity(neighbors.value);
    const share = Math.min(1, (HIGHER_VOICE_HZ - frame.f0Hz) / (HIGHER_VOICE_HZ - LOW_VOICE_HZ));
    frame.hnrDb += share * (10 * Math.log10(likeness / (1 - likeness)) - frame.hnrDb);
  }
}

/** Copies samples and writes 0 in place of each NaN or infinite one. Returns how many it replaced. */
const copyFinite = (
  source: Float32Array,
  from: number,
  length: number,
  target: Float32Array,
  at: number,
): number => {
  let check = 0;
  let otherCheck = 0;
  for (let i = 0; i < length; i++) {
    const value = source[from + i] ?? 0;
    target[at + i] = value;
    // Infinity − Infinity and NaN − NaN are NaN, which a sum keeps.
    if ((i & 1) === 0) check += value - value;
    else otherCheck += value - value;
  }
  if (check + otherCheck === 0) return 0;
  let replaced = 0;
  for (let i = at; i < at + length; i++) {
    if (Number.isFinite(target[i])) continue;
    target[i] = 0;
    replaced++;
  }
  return replaced;
};

const clampPurity = (r: number): number => Math.min(0.999_999, Math.max(0.091, r));

/**
 * Prosody of a whole recording (16 kHz mono): the streaming extractor run over it, so the numbers are the same.
 * @throws ProsodyError `invalid_option`
 */
export const analyze = (samples: Float32Array, options: ProsodyOptions = {}): ProsodySnapshot => {
  const extractor = new ProsodyExtractor(options);
  extractor.push(samples);
  extractor.flush();
  return extractor.snapshot();
};
