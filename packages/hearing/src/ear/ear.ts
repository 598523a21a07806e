import type { TunedModel } from '@undertone/fine-tune';
import {
  type Baseline,
  EMOTION_LABELS,
  type Judgement,
  type ModelMetadata,
  readDomain,
  ReusedFloats,
  tellEmotion,
  withoutShift,
} from '@undertone/model';
import type { EmotionReading, SpanOutputs } from '../findings.js';
import type { EarBlock, EarChannel, EarReading, EarStep } from './ear-channel.js';
import { LiveHearing } from './live-hearing.js';
import type { LineLearner } from './line-learner.js';
import type { EarReaders, LiveReader, WholeReader } from './readers.js';
import type { UtteranceAudio } from './utterance-audio.js';

/** An utterance that is over and waits for the full reader. */
export interface EndedUtterance {
  readonly channel: EarChannel;
  readonly learner: LineLearner;
  readonly stretch: number;
  /** Audio of the stretch up to its end, ms. */
  readonly stretchMs: number;
  readonly seconds: number;
  /** What the live reader made of it by its end. */
  readonly live: Judgement;
  /** 16 kHz; whoever is done with it clears it. */
  readonly audio: UtteranceAudio;
}

/** One channel's steps, to be done in order. */
export interface EarJob {
  readonly channel: EarChannel;
  readonly learner: LineLearner;
  readonly steps: readonly EarStep[];
  /** The stretch that the channel was in after them, and how much of it there was, ms. */
  readonly stretch: number;
  readonly stretchMs: number;
  /** Utterances that ended. */
  readonly ended: EndedUtterance[];
}

/** Above this probability of no speech an utterance teaches nothing about its line. */
const TAUGHT_BELOW = 0.5;

/** Runs the readers on what channels collected, and tells what they heard behind the shift of line and voice. */
export class Ear {
  private readonly hearing: LiveHearing;
  /** The utterance that the full reader reads. */
  private readonly utterance = new ReusedFloats();

  constructor(private readonly readers: EarReaders) {
    this.hearing = new LiveHearing(readers.live);
  }

  /**
   * The live reader hears every block. Several jobs of one channel are in the order of its audio.
   *
   * @param pause called between calls of the reader
   */
  hear(jobs: readonly EarJob[], pause?: () => Promise<void>): Promise<void> {
    return this.hearing.hear(jobs, pause);
  }

  /**
   * Judges what was heard, after every earlier job of the channel: each judgement knows the utterances before.
   * Never throws: the channel's `fault` says what went wrong.
   */
  judge(job: EarJob): void {
    const { channel } = job;
    for (const step of job.steps) {
      if (step.kind === 'fresh') channel.heard = undefined;
      else if (step.kind === 'utterance') this.finish(job, step);
      else if (step.kind !== 'rest') this.tryToTell(job, step);
    }
  }

  /**
   * The full reader's reading of a whole utterance. What it heard is added to the baseline, and how often both readers agree to
   * those of both.
   * @throws whatever the reader throws
   */
  async readWhole({
    channel,
    learner,
    audio,
    seconds,
    stretchMs,
    live,
  }: EndedUtterance): Promise<EarReading | undefined> {
    const { full } = this.readers;
    if (full === undefined || learner.full === undefined) return undefined;
    const { voice } = channel;
    const samples = this.utterance.take(audio.samples);
    audio.read(samples);
    audio.clear();
    // Nobody's audio stays in memory that is kept, whatever becomes of the call.
    const { embedding, vad } = await full.read(samples).finally(() => samples.fill(0));
    const known = learner.full.known(voice);
    const judged = learner.full.judge(embedding, voice, seconds);
    const { full: ours } = learner.tuned;
    const tuned = ours?.judge(judged.whole, voice, seconds);
    const reading = told(full, { judged, tuned, model: learner.model, vad }, stretchMs, known);
    learner.full.hear(voice, seconds, judged);
    learner.compare(live, judged);
    learn(ours, { voice, seconds, judged: tuned });
    return {
      ...reading,
      outOfDomain: channel.heard?.reading.outOfDomain ?? 0,
      ...(channel.outputs && { heard: outputsOf(full, judged.whole, seconds) }),
    };
  }

  private finish(
    job: EarJob,
    { stretch, seconds, outOfDomain, audio }: Extract<EarStep, { kind: 'utterance' }>,
  ): void {
    const { channel, learner, ended, stretchMs } = job;
    const { heard, voice } = channel;
    learner.compareWaiting();
    // What is no speech teaches nothing about a line.
    if (heard === undefined || Math.max(heard.reading.outOfDomain, outOfDomain) > TAUGHT_BELOW) {
      audio?.clear();
      return;
    }
    const { judged, tuned } = heard;
    learner.live.hear(voice, seconds, judged);
    learn(learner.tuned.live, { voice, seconds, judged: tuned });
    if (audio !== undefined)
      ended.push({ channel, learner, stretch, stretchMs, seconds, live: judged, audio });
  }

  /** What cannot be judged is a fault of its channel: the other channels' spans wait for the same worker. */
  private tryToTell(job: EarJob, block: EarBlock): void {
    try {
      this.tell(job, block);
    } catch {
      job.channel.fault = 'threw';
      job.channel.heard = undefined;
    }
  }

  private tell({ channel, learner, stretchMs }: EarJob, { heard, seconds }: EarBlock): void {
    if (heard === undefined || typeof heard === 'string') {
      channel.fault = heard;
      channel.heard = undefined;
      return;
    }
    const { embedding, vad, sound } = heard;
    const { voice } = channel;
    const { live } = this.readers;
    const judged = learner.live.judge(embedding, voice, seconds);
    const tuned = learner.tuned.live?.judge(judged.whole, voice, seconds);
    const known = learner.live.known(voice);
    const reading = told(live, { judged, tuned, model: learner.model, vad }, stretchMs, known);
    const { outOfDomain, event, eventProbability = 0 } = readDomain(live.metadata, sound);
    const vocalSound = event !== undefined && { vocalSound: { kind: event, probability: eventProbability } };
    const outputs = channel.outputs && { heard: outputsOf(live, judged.whole, seconds) };
    channel.heard = {
      judged,
      tuned,
      reading: { ...reading, outOfDomain, ...vocalSound, ...outputs },
    };
  }
}

/** What was heard of one clip, before it is told. */
interface Judged {
  readonly judged: Judgement;
  readonly tuned: Judgement | undefined;
  readonly model: TunedModel | undefined;
  readonly vad: Float32Array;
}

const told = (
  { metadata, classifier }: LiveReader | WholeReader,
  { judged, tuned, model, vad }: Judged,
  evidenceMs: number,
  baseline: EarReading['baseline'],
): Omit<EarReading, 'outOfDomain'> => {
  const without = withoutShift(classifier, vad, judged.shift);
  const reading = tellEmotion(metadata, judged.probabilities, without);
  const { valence, arousal, dominance } = reading;
  const own = tuned && model && tellOwn(metadata, model, tuned.probabilities, without);
  return {
    emotion: { ...emotionOf(metadata, own?.labels ?? reading.probabilities), evidenceMs },
    dimensions: { valence, arousal, dominance },
    baseline,
    ...(tuned !== undefined && { tunedProbabilities: [...tuned.probabilities] }),
  };
};

/** A tuned model's probabilities as the 14 labels: its own go where they are told as, the rest as the base model's classes. */
const tellOwn = (
  metadata: ModelMetadata,
  model: TunedModel,
  probabilities: Float64Array,
  vad: Parameters<typeof tellEmotion>[2],
): { readonly labels: EmotionReading['probabilities'] } => {
  const { classes, own } = model.tell(probabilities, metadata.classes.length);
  const kept = classes.reduce((sum, probability) => sum + probability, 0);
  const labels = Object.fromEntries(EMOTION_LABELS.map((label) => [label, 0])) as Record<
    (typeof EMOTION_LABELS)[number],
    number
  >;
  if (kept > 0) {
    const shares = classes.map((probability) => probability / kept);
    const spread = tellEmotion(metadata, shares, vad).probabilities;
    for (const label of EMOTION_LABELS) labels[label] = kept * spread[label];
  }
  for (const { as, probability } of own) {
    const label = EMOTION_LABELS.find((each) => each === as);
    if (label !== undefined) labels[label] += probability;
  }
  return { labels };
};

const learn = (
  baseline: Baseline | undefined,
  clip: {
    readonly voice: string;
    readonly seconds: number;
    readonly judged: Judgement | undefined;
  },
): void => {
  const { voice, seconds, judged } = clip;
  if (judged !== undefined) baseline?.hear(voice, seconds, judged);
};

const outputsOf = (
  { classifier }: LiveReader | WholeReader,
  whole: ArrayLike<number>,
  seconds: number,
): SpanOutputs => {
  const [{ start, size }] = classifier.heads;
  return { embedding: Array.from({ length: size }, (_, d) => whole[start + d] ?? 0), seconds };
};

const emotionOf = (
  { uncertainBelow }: ModelMetadata,
  probabilities: EmotionReading['probabilities'],
): Omit<EmotionReading, 'evidenceMs'> => ({ probabilities, uncertainBelow, trust: 1 });
