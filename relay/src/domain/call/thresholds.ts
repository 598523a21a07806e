/**
 * Every number the conversation's rules turn on, each with its reason or source. Time is audio time; "of speech"
 * means time during which the channel's speaker speaks. Dimensions run from −1 to 1.
 */
import { LIMITS } from '@undertone/protocol';

export const SMOOTHING = {
  /**
   * Time constant of the exponential smoothing, ms of speech. The model already remembers about 3 s; a quarter of
   * that takes out the flicker between 250 ms updates and still shows 63 % of a change within two of them.
   */
  timeConstantMs: 500,
  /**
   * While a stretch is young, a reading's weight is this many times its share of the stretch. With 3 the first 750 ms are
   * as the model says them; on unseen sentences (RAVDESS, 8 classes) plain smoothing costs 8 points of recall there.
   */
  earlyGain: 3,
} as const;

/**
 * How far a reading is believed (`trust.ts`). The shipped model loses confidence in noise and clipping by itself, and by more than
 * accuracy: on 120 sentences it knew, accuracy fell from .90 to .82 at 10 dB of babble and the mean confidence from .67 to .49.
 * So these factors are mild where that was measured, and what they add is for models that do not.
 */
export const TRUST = {
  /** From `full` on nothing is lost. Noise as loud as the speech reads 6 dB, and other voices none at all (`npm run bench:prosody-accuracy -- --only SNR`). */
  snrDb: { full: 10, none: 5 },
  leastForSnr: 0.7,
  /** Voiced audio after which the ratio is known if it can be told at all, ms. */
  snrKnownAfterMs: 500,
  /** 2 % of samples at full scale cost 4 points of accuracy, 20 % cost 17. */
  clipping: { full: 0.02, none: 0.2 },
  leastForClipping: 0.7,
  /** Less voiced audio than a syllable is no evidence; none at all gives no confidence, ms. */
  voicedMs: 150,
  /** A sound that is rather no speech than speech is a doubt worth telling. */
  doubtedOutOfDomain: 0.5,
  /** Above this score a sound is no speech, where the model has no limit of its own: the shipped model's. */
  outOfDomainAbove: 0.86,
  /** Sounds less like speech than this (`speechLikeness`) are out of domain by as much: 98 % of sentences are above it. */
  speechLikeness: 0.9,
  /** From here on a sound is held by an instrument or a tone and comes from nobody's throat. */
  heldPitch: 0.5,
} as const;

export const VOCAL_EVENTS = {
  /** A burst shorter than this, ms, is a reading that the next one corrects. */
  minimumMs: 400,
  /** Told once it lasts this long, ms, and again if it goes on. */
  maximumMs: 4_000,
} as const;

export const TURNS = {
  /** Shorter sounds (coughs, clicks) open no turn; the shortest answers ("yes") last about 200 ms. */
  minimumSpeechMs: 150,
  /** Overlaps under this are the usual slips of turn taking: Heldner & Edlund 2010 find most under 200 ms. */
  minimumOverlapMs: 250,
  /** Turns kept in memory for late transcripts and for the summary: four hours at one turn every 3 s. */
  maximumTurns: 5_000,
  /** Longest text of one turn, in UTF-16 units: five minutes of fast speech. Bounds what a client can make us hold. */
  maximumTextLength: 8_000,
  /** A transcript this far from every turn belongs to none. */
  transcriptSlackMs: 1_000,
} as const;

export const BASELINE = {
  /** Speech before a baseline is trusted, s: a sentence or two. Cowie et al. 2001 rate steady emotion over 4 s and more. */
  minimumSeconds: 4,
  minimumUpdates: 8,
  /** Older speech fades: the mean moves no slower than this, s. A call's ordinary drift is followed within a minute. */
  memorySeconds: 60,
  /** Smallest deviation used for a z-score: a very even speaker must not make every breath an outlier. */
  deviationFloor: { valence: 0.1, arousal: 0.1, energyDb: 3, pitchSemitones: 1 },
  /** Scores beyond this count as this, so that one bad chunk cannot commit a shift alone. */
  maximumZ: 4,
} as const;

export const TONE_SHIFT = {
  /** CUSUM (Page 1954) allowance, in deviations: half of the smallest shift worth telling, 1.5. */
  allowance: 0.75,
  /** CUSUM decision limit, deviations × seconds of speech: a shift of two deviations commits after 1.2 s. */
  limit: 1.5,
  /** No shift commits sooner after its onset, ms of audio: a single word is no tone. */
  minimumCommitMs: 1_000,
  /** Back within this many deviations … */
  resolvedZ: 0.5,
  /** … for this long, ms of speech: the shift is over. */
  resolvedMs: 1_500,
  /** A tone kept this long, ms of speech, is the speaker's new normal: the shift ends and the baseline starts anew. */
  adoptedMs: 60_000,
} as const;

/**
 * Signals are logistic in the dimensions (−1 to 1), in deviations from the speaker's own baseline (valenceZ, arousalZ,
 * energyZ, pitchZ; 0 until there is one), in syllables per second minus 4 divided by 2 (rate), in pauses per minute
 * minus 20 divided by 20 (pauses), and in the probability of anger, frustration and contempt (hostile).
 * The weights are set by hand so that the acted prototypes in the tests land where a listener would put them.
 */
export const SIGNALS = {
  /** Vocal effort: level, arousal (Banse & Scherer 1996: energy separates aroused emotions best). */
  intensity: { bias: -0.3, arousal: 2.6, energyZ: 0.35 },
  /** Raised arousal with displeasure; F0 rises under stress (Scherer 2003, table 2; Giddens et al. 2013). */
  stress: { bias: -1.0, arousal: 1.8, valence: -2.0, pitchZ: 0.25, arousalZ: 0.2 },
  /** Dominance, and fast speech with few pauses (Jiang & Pell 2017, "The sound of confidence and doubt"). */
  certainty: { bias: 0.1, dominance: 2.4, rate: 0.4, pauses: -0.4 },
  /** Activity of any color: arousal, rate and level (Gupta et al. 2016 on vocal engagement cues). */
  engagement: { bias: 0.0, arousal: 1.8, rate: 0.5, energyZ: 0.2, pauses: -0.3 },
  /** Hot displeasure that dominates rather than submits: the anger corner of valence × arousal × dominance. */
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
 * The limits were chosen by `npm run evaluate:steering` on one seed of scripted calls (26 speakers, models that never heard
 * them): with `settledMs` and `releaseMs` at 0 and `hotZ` at 1 a caller who was angry for half a minute was told of once
 * in 46 % of calls and in several waves in the others, and calm ones were called angry every other minute.
 */
export const STEERING = {
  /** One steering update per this much speech: the same pace whatever result interval the client asked for. */
  updateMs: 500,
  /** Audio of a stretch before its readings count, ms: the first words are guesses that the next ones correct. */
  settledMs: 1_000,
  /** Time constant with which a fallen escalation is believed, ms of speech: a sentence. */
  releaseMs: 2_000,
  /** Hot: escalation at least this high … */
  hotEscalation: 0.6,
  /** … and this far (deviations) above the speaker's own baseline in arousal, or below it in valence. */
  hotZ: 2,
  /** Without a baseline, and for a speaker whose baseline is anger, escalation alone decides. */
  hotEscalationAlone: 0.85,
  /** Cool: below this. An update between cool and hot starts both counts anew. */
  coolEscalation: 0.45,
  /** Disheartened: darker than usual, and aroused by less than this many deviations above it. Anger is dark too. */
  lowArousalZ: 1,
  /** Updates in a row. PROTOCOL.md, "Numbers to start from". */
  updatesToEnter: LIMITS.hysteresis.enter,
  updatesToCool: LIMITS.hysteresis.cool,
  updatesToNormal: LIMITS.hysteresis.normal,
} as const;

export const CUES = {
  perWindow: LIMITS.cues.perWindow,
  windowMs: LIMITS.cues.windowMs,
  apartMs: LIMITS.cues.apartMs,
  /** Factor on the share of a cue type after each answer: what was not useful comes back less often. */
  feedbackFactor: { shown: 1, accepted: 1.25, dismissed: 0.7, snoozed: 1, not_useful: 0.5 },
  /** A type's share stays in here; the spacing of a type is `apartMs` divided by its share. */
  share: { min: 0.05, max: 1 },
  /** "Not now" is not "never". */
  snoozeMs: 300_000,
} as const;

export const WARNINGS = {
  /** Below this nothing is being captured: rooms are louder than −65 dB relative to full scale on any open microphone. */
  silentDb: -65,
  /** A channel that was never heard is probably the wrong device … */
  silentMs: 5_000,
  /** … one that was heard before may belong to a listener whose softphone sends nothing while he is silent. */
  silentAfterSpeechMs: 30_000,
  /** Clipping adds odd harmonics; .5 % of samples at the limit is plainly audible, .1 % is not. */
  clipping: { raise: 0.005, clear: 0.001 },
  /** Recognition was tested down to 10 dB (GOALS.md A6), with voices behind the voice, which this ratio does not see; hysteresis of 5 dB. */
  lowSnrDb: { raise: 10, clear: 15 },
  /** A condition has to last this long to be raised or cleared, ms of analyzed audio. */
  holdMs: 2_000,
} as const;

/**
 * How an assistant's voice should answer, per mode at full intensity; half the intensity is half the way from plain.
 * Slower, lower and calmer than the caller pulls the caller along (prosodic entrainment: Levitan & Hirschberg 2011);
 * the pause shows that he was heard out.
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
  /** Valence over the call is kept in this many buckets at most; then neighbors merge. Bounds the snapshot. */
  maximumBuckets: 240,
  /** First width of a bucket, ms of speech. */
  bucketMs: 5_000,
} as const;
