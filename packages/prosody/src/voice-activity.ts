import { NoiseFloor } from './noise-floor.js';
import { HOP_SAMPLES } from './prosody-options.js';
import { ProsodyError } from './prosody-error.js';
import type { LevelFrame } from './prosody-frame.js';

/** What counts as speech, and when it begins and ends. */
export interface VoiceActivityOptions {
  /**
   * Background that is known from earlier audio of the same line, dB relative to full scale. Without it, audio that begins within a
   * word takes the word for its background, until the first gap.
   */
  noiseDb?: number;
  /** Speech is under way as the audio begins. Default false. */
  speaking?: boolean;
  /** Level above the tracked noise floor that counts as sound, dB. Default 6. */
  aboveNoiseDb?: number;
  /** Level below which nothing is speech, dB relative to full scale. Default −80: 16-bit silence with dither is below −90. */
  absoluteFloorDb?: number;
  /** Autocorrelation from which a frame counts as periodic. Default .5. */
  periodicity?: number;
  /** Sound this long, of which 30 ms periodic, starts speech, ms. Default 60. */
  minimumSpeechMs?: number;
  /** Gaps up to this long do not end speech, ms. Default 300. */
  hangoverMs?: number;
  /** Sound without a periodic frame for this long is noise, not speech, ms. Default 400 (a long fricative is 250). */
  unvoicedLimitMs?: number;
}

/** `sample` is the place of the change on the 16 kHz clock, not the time when it was noticed. */
export type VoiceActivityEvent =
  | { type: 'start'; sample: number }
  | { type: 'end'; sample: number }
  /** Sound that looked like an onset and ended before it was speech. */
  | { type: 'misfire'; sample: number };

type State =
  | { kind: 'quiet' }
  | {
      kind: 'onset';
      fromSample: number;
      soundFrames: number;
      periodicFrames: number;
      gapFrames: number;
      /** Since the last periodic frame, or since the start. */
      unvoicedFrames: number;
      /** Of these, without the first, whose windows reach before them. */
      lowestDb: number;
    }
  | { kind: 'speech'; lastSample: number; quietFrames: number; unvoicedFrames: number };

/**
 * A held voice would become its own background. Below this level, dB, a steady and periodic sound is the hum of the
 * line.
 */
const HELD_FLOOR_DB = -70;
const HELD_PERIODICITY = 0.8;
const PERIODIC_FRAMES_TO_START = 3;
/** A window covers so many frames. */
const WINDOW_FRAMES = 4;
/** 50 ms: the closure of a plosive inside an onset. */
const ONSET_GAP_FRAMES = 5;

/**
 * Voice activity from level and periodicity, one decision per 10 ms. Speech is sound above the tracked noise floor that
 * is periodic, or was a moment ago. Used until a neural detector is loaded, where none can be loaded, and for pauses.
 * Allocates only on a change of state.
 */
export class VoiceActivity {
  private readonly noise: NoiseFloor;
  private readonly options: Required<Omit<VoiceActivityOptions, 'noiseDb' | 'speaking'>>;
  private state: State = { kind: 'quiet' };

  /** @throws ProsodyError `invalid_option` when a duration or the periodicity is out of range. */
  constructor(options: VoiceActivityOptions = {}) {
    this.noise = new NoiseFloor(options.noiseDb);
    if (options.speaking === true)
      this.state = { kind: 'speech', lastSample: 0, quietFrames: 0, unvoicedFrames: 0 };
    this.options = {
      aboveNoiseDb: options.aboveNoiseDb ?? 6,
      absoluteFloorDb: options.absoluteFloorDb ?? -80,
      periodicity: options.periodicity ?? 0.5,
      minimumSpeechMs: options.minimumSpeechMs ?? 60,
      hangoverMs: options.hangoverMs ?? 300,
      unvoicedLimitMs: options.unvoicedLimitMs ?? 400,
    };
    const { minimumSpeechMs, hangoverMs, unvoicedLimitMs, periodicity } = this.options;
    if (!(
      Math.min(minimumSpeechMs, hangoverMs, unvoicedLimitMs) >= 0 &&
      periodicity > 0 &&
      periodicity < 1
    )) {
      throw new ProsodyError(
        'invalid_option',
        'durations must be at least 0 and periodicity between 0 and 1',
      );
    }
  }

  /** Between a start and its end, the hangover included. */
  get speaking(): boolean {
    return this.state.kind === 'speech';
  }

  /** Level of the tracked background, dB relative to full scale. */
  get noiseDb(): number {
    return this.noise.db;
  }

  /** Feeds the next frame; returns an event when the state changed. */
  update(level: Pick<LevelFrame, 'centerSample' | 'energyDb' | 'periodicity'>): VoiceActivityEvent | null {
    this.noise.update(level);
    const { absoluteFloorDb, aboveNoiseDb } = this.options;
    const periodic = level.periodicity >= this.options.periodicity && level.energyDb > absoluteFloorDb;
    const loud = level.energyDb > absoluteFloorDb && level.energyDb > this.noise.db + aboveNoiseDb;
    const held =
      level.periodicity > HELD_PERIODICITY && level.energyDb > Math.max(absoluteFloorDb, HELD_FLOOR_DB);
    return this.transition(level, loud || held, periodic);
  }

  /** Ends speech in progress, at the end of the audio or before a gap. */
  finish(): VoiceActivityEvent | null {
    const { state } = this;
    this.state = { kind: 'quiet' };
    return state.kind === 'speech' ? { type: 'end', sample: state.lastSample } : null;
  }

  /** Forgets everything, for other audio. */
  reset(): void {
    this.noise.reset();
    this.state = { kind: 'quiet' };
  }

  private transition(
    level: Pick<LevelFrame, 'centerSample' | 'energyDb'>,
    sound: boolean,
    periodic: boolean,
  ): VoiceActivityEvent | null {
    const { centerSample: sample } = level;
    const { state } = this;
    switch (state.kind) {
      case 'quiet':
        if (sound) {
          this.state = {
            kind: 'onset',
            fromSample: sample,
            soundFrames: 1,
            periodicFrames: periodic ? 1 : 0,
            gapFrames: 0,
            unvoicedFrames: periodic ? 0 : 1,
            lowestDb: Infinity,
          };
        }
        return null;
      case 'onset':
        return this.continueOnset(state, level, sound, periodic);
      case 'speech':
        return this.continueSpeech(state, sample, sound, periodic);
    }
  }

  private continueOnset(
    state: Extract<State, { kind: 'onset' }>,
    { centerSample: sample, energyDb }: Pick<LevelFrame, 'centerSample' | 'energyDb'>,
    sound: boolean,
    periodic: boolean,
  ): VoiceActivityEvent | null {
    state.gapFrames = sound ? 0 : state.gapFrames + 1;
    if (sound) state.soundFrames++;
    if (sound && periodic) {
      state.periodicFrames++;
      state.unvoicedFrames = 0;
      state.lowestDb = Infinity;
    } else if (++state.unvoicedFrames > WINDOW_FRAMES) {
      state.lowestDb = Math.min(state.lowestDb, energyDb);
    }
    const { minimumSpeechMs, unvoicedLimitMs } = this.options;
    if (state.periodicFrames >= PERIODIC_FRAMES_TO_START && state.soundFrames * 10 >= minimumSpeechMs) {
      this.state = { kind: 'speech', lastSample: sample, quietFrames: 0, unvoicedFrames: 0 };
      return { type: 'start', sample: state.fromSample };
    }
    if (state.gapFrames > ONSET_GAP_FRAMES) {
      this.state = { kind: 'quiet' };
      return { type: 'misfire', sample: state.fromSample };
    }
    const limitFrames = Math.ceil(unvoicedLimitMs / 10);
    if (state.unvoicedFrames <= limitFrames) return null;
    // When noise begins or gets louder, it is sound without voice, so the onset moves along with it.
    state.periodicFrames = 0;
    state.fromSample = sample - limitFrames * HOP_SAMPLES;
    // It is the background, too, which the minimum of 3 s would learn late.
    if (state.unvoicedFrames % limitFrames === 1) {
      this.noise.restart(state.lowestDb);
      state.lowestDb = Infinity;
    }
    return null;
  }

  private continueSpeech(
    state: Extract<State, { kind: 'speech' }>,
    sample: number,
    sound: boolean,
    periodic: boolean,
  ): VoiceActivityEvent | null {
    state.unvoicedFrames = sound && periodic ? 0 : state.unvoicedFrames + 1;
    const voice = sound && state.unvoicedFrames * 10 <= this.options.unvoicedLimitMs;
    if (voice) state.lastSample = sample;
    state.quietFrames = voice ? 0 : state.quietFrames + 1;
    if (state.quietFrames * 10 <= this.options.hangoverMs) return null;
    this.state = { kind: 'quiet' };
    return { type: 'end', sample: state.lastSample };
  }
}
