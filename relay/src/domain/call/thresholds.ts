/**
 * Every number that the rules of a call use, with its reason or source. Times are audio time; "of speech" means time during
 * which the channel's speaker speaks. Dimensions run from −1 to 1.
 */
import { LIMITS } from '@undertone/protocol';

export const SMOOTHING = {
  /**
   * Time constant of the exponential smoothing, ms of speech. A reading is of the whole stretch so far already, and a newer one is
   * right more often. With 500 the last one of a clip was right 61.7 instead of 62.4 % of the time, and less sure than it should be.
   */
  timeConstantMs: 250,
  /**
   * At the start of a stretch, a reading's weight is this factor × its share of the stretch. With 3 the first 750 ms are used
   * as the model gives them. On unseen sentences (RAVDESS, 8 classes) plain smoothing costs 8 points of recall there.
   */
  earlyGain: 3,
} as const;

export const VOCAL_EVENTS = {
  /** A shorter burst, ms, may be a wrong reading that the next one corrects. */
  minimumMs: 400,
  /** An event is sent when the burst has lasted this long, ms, and another one if it continues. */
  maximumMs: 4_000,
} as const;

export const TURNS = {
  /** Shorter sounds (coughs, clicks) do not open a turn. The shortest answers ("yes") last about 200 ms. */
  minimumSpeechMs: 150,
  /** Voices are told apart in steps of 250 ms: somebody's first two may still be nobody's, or the last speaker's. */
  doubtMs: 400,
  /** Shorter overlaps are usual in turn taking: Heldner & Edlund 2010 find most under 200 ms. */
  minimumOverlapMs: 250,
  /** Turns kept in memory for late transcripts and for the summary: four hours at one turn every 3 s. */
  maximumTurns: 5_000,
  /** Longest text of one turn, in UTF-16 units: five minutes of fast speech. Limits the memory that a client can use. */
  maximumTextLength: 8_000,
  /** A transcript this far or farther from every turn belongs to no turn, ms. */
  transcriptSlackMs: 1_000,
} as const;

export const BASELINE = {
  /** Speech before a baseline is trusted, s: a sentence or two. Cowie et al. 2001 rate steady emotion over 4 s and more. */
  minimumSeconds: 4,
  minimumUpdates: 8,
  /** Older speech is forgotten: the mean has at most this much memory, s. So it follows the usual drift of a call within a minute. */
  memorySeconds: 60,
  /** Smallest deviation used for a z-score: otherwise every breath of a very even speaker would be an outlier. */
  deviationFloor: { valence: 0.1, arousal: 0.1, energyDb: 3, pitchSemitones: 1 },
  /** Scores are limited to this, so that one bad chunk alone cannot commit a shift. */
  maximumZ: 4,
} as const;

export const TONE_SHIFT = {
  /** CUSUM (Page 1954) allowance, in deviations: half of the smallest shift worth reporting, 1.5. */
  allowance: 0.75,
  /** CUSUM decision limit, deviations × seconds of speech: a shift of two deviations commits after 1.2 s. */
  limit: 1.5,
  /** No shift commits sooner after its onset, ms of audio: a single word is not a change of tone. */
  minimumCommitMs: 1_000,
  /** Back within this many deviations … */
  resolvedZ: 0.5,
  /** … for this long, ms of speech: the shift is over. */
  resolvedMs: 1_500,
  /** A tone kept this long, ms of speech, is the speaker's new normal: the shift ends and the baseline starts again. */
  adoptedMs: 60_000,
} as const;

/**
 * Signals are logistic in the dimensions (−1 to 1), in deviations from the speaker's own baseline (valenceZ, arousalZ,
 * energyZ, pitchZ; 0 until there is one), in syllables per second minus 4 divided by 2 (rate), in pauses per minute
 * minus 20 divided by 20 (pauses), and in the probability of anger, frustration and contempt (hostile).
 * The weights are set by hand so that the acted prototypes in the tests get the values a listener would give them.
 */
export const SIGNALS = {
  /** Vocal effort: level, arousal (Banse & Scherer 1996: energy separates aroused emotions best). */
  intensity: { bias: -0.3, arousal: 2.6, energyZ: 0.35 },
  /** Raised arousal with displeasure; F0 rises under stress (Scherer 2003, table 2; Giddens et al. 2013). */
  stress: { bias: -1.0, arousal: 1.8, valence: -2.0, pitchZ: 0.25, arousalZ: 0.2 },
  /** Dominance, and fast speech with few pauses (Jiang & Pell 2017, "The sound of confidence and doubt"). */
  certainty: { bias: 0.1, dominance: 2.4, rate: 0.4, pauses: -0.4 },
  /** Activity, pleasant or not: arousal, rate and level (Gupta et al. 2016 on vocal engagement cues). */
  engagement: { bias: 0.0, arousal: 1.8, rate: 0.5, energyZ: 0.2, pauses: -0.3 },
  /** Aroused, dominant displeasure: the anger corner of valence × arousal × dominance. */
  escalation: {
    bias: -1.8,
    arousal: 2.4,
    valence: -2.4,
    dominance: 0.8,
    arousalZ: 0.3,
    valenceZ: -0.3,
    hostile: 1.2,
  },
} as const satisfies Record<string, SignalWeights>;

export interface SignalWeights {
  bias: number;
  valence?: number;
  arousal?: number;
  dominance?: number;
  valenceZ?: number;
  arousalZ?: number;
  energyZ?: number;
  pitchZ?: number;
  rate?: number;
  pauses?: number;
  hostile?: number;
}

/**
 * The limits were chosen by `npm run evaluate:steering` on one seed of scripted calls (26 speakers, models not trained on
 * them). With `settledMs` and `releaseMs` at 0 and `hotZ` at 1, a caller who was angry for half a minute was reported once
 * in 46 % of calls and several times in the others, and calm callers were reported as angry every other minute.
 */
export const STEERING = {
  /** One steering update per this much speech: the same pace whatever result interval the client asked for. */
  updateMs: 500,
  /** Audio of a stretch before its readings count, ms. Readings of the first words are guesses; later readings correct them. */
  settledMs: 1_000,
  /** Time constant for following a falling escalation, ms of speech: a sentence. */
  releaseMs: 2_000,
  /** Hot: escalation at least this high … */
  hotEscalation: 0.6,
  /** … and this far (deviations) above the speaker's own baseline in arousal, or below it in valence. */
  hotZ: 2,
  /** Without a baseline, and for a speaker whose baseline is anger, escalation alone decides. */
  hotEscalationAlone: 0.85,
  /** Cool: below this. An update between cool and hot resets both counts. */
  coolEscalation: 0.45,
  /** Discouraged: lower valence than usual, and arousal less than this many deviations above usual. Anger has low valence too. */
  lowArousalZ: 1,
  /** Updates in a row. */
  updatesToEnter: LIMITS.hysteresis.enter,
  updatesToCool: LIMITS.hysteresis.cool,
  updatesToNormal: LIMITS.hysteresis.normal,
} as const;

export const CUES = {
  perWindow: LIMITS.cues.perWindow,
  windowMs: LIMITS.cues.windowMs,
  apartMs: LIMITS.cues.apartMs,
  /** Factor on the share of a cue type after each answer. A cue that was not useful comes less often. */
  feedbackFactor: { shown: 1, accepted: 1.25, dismissed: 0.7, snoozed: 1, not_useful: 0.5 },
  /** Limits of a type's share; the spacing of a type is `apartMs` divided by its share. */
  share: { min: 0.05, max: 1 },
  /** A snoozed type comes back after this time. */
  snoozeMs: 300_000,
} as const;

export const WARNINGS = {
  /** Below this level nothing is captured: with any open microphone, a room is louder than −65 dB relative to full scale. */
  silentDb: -65,
  /** A channel silent this long, without any speech so far, is probably the wrong device … */
  silentMs: 5_000,
  /** … a channel with earlier speech may belong to a listener whose softphone sends nothing during silence. */
  silentAfterSpeechMs: 30_000,
  /** Clipping adds odd harmonics; .5 % of samples at the limit is plainly audible, .1 % is not. */
  clipping: { raise: 0.005, clear: 0.001 },
  /** Recognition was tested down to 10 dB (GOALS.md A6) with other voices in the background, which this ratio does not include. Hysteresis: 5 dB. */
  lowSnrDb: { raise: 10, clear: 15 },
  /** A condition must last this long to be raised or cleared, ms of analyzed audio. */
  holdMs: 2_000,
} as const;

/**
 * How an assistant's voice should answer, per mode at full intensity. Half the intensity is half of the change.
 * A caller adapts to a voice that is slower, lower and calmer (prosodic entrainment: Levitan & Hirschberg 2011).
 * The pause shows the caller that the assistant listened to the end.
 */
export const MODULATION = {
  normal: { speed: 1, pitchShiftSemitones: 0, emotion: 'content', targetIntensity: 0.5, prePauseMs: 0 },
  caller_escalating: {
    speed: 0.88,
    pitchShiftSemitones: -1,
    emotion: 'neutral',
    targetIntensity: 0.3,
    prePauseMs: 400,
  },
  mirror_calm: {
    speed: 0.94,
    pitchShiftSemitones: -0.5,
    emotion: 'content',
    targetIntensity: 0.4,
    prePauseMs: 200,
  },
  agent_overheated: {
    speed: 0.9,
    pitchShiftSemitones: -1,
    emotion: 'neutral',
    targetIntensity: 0.3,
    prePauseMs: 300,
  },
} as const;

export const SUMMARY = {
  /** Valence over the call is kept in at most this many buckets; then neighbors merge. This limits the size of the snapshot. */
  maximumBuckets: 240,
  /** First width of a bucket, ms of speech. */
  bucketMs: 5_000,
} as const;
