import type { TunedModel } from '@undertone/fine-tune';
import {
  advanceState,
  type Baseline,
  EMOTION_LABELS,
  type Judgement,
  type ModelMetadata,
  readDomain,
  stateOutSize,
  tellEmotion,
  withoutShift,
} from '@undertone/model';
import type { EmotionReading, ModelFault, SpanOutputs } from '../findings.js';
import type { EarChannel, EarReading, EarStep } from './ear-channel.js';
import type { LineLearner } from './line-learner.js';
import type { EarReaders, LiveReader, WholeReader } from './readers.js';
import type { UtteranceAudio } from './utterance-audio.js';

/** An utterance that is over and waits for the full reader. */
export interface EndedUtterance {
  readonly channel: EarChannel;
  readonly learner: LineLearner;
  readonly stretch: number;
  readonly seconds: number;
  /** 16 kHz; whoever is done with it clears it. */
  readonly audio: UtteranceAudio;
}

/** One channel's steps, to be done in order. */
export interface EarJob {
  readonly channel: EarChannel;
  readonly learner: LineLearner;
  readonly steps: readonly EarStep[];
  /** Utterances that ended. */
  readonly ended: EndedUtterance[];
}

/** A channel's next half second. */
interface Row {
  readonly job: EarJob;
  readonly audio: Float32Array;
  /** Of the stretch up to its end. */
  readonly seconds: number;
  /** Whether the live reader's state goes on from it. */
  readonly keep: boolean;
}

/** Above this probability of no speech an utterance teaches nothing about its line. */
const TAUGHT_BELOW = 0.5;

/** Runs the readers on what channels collected. Blocks of several channels share a call of the live reader. */
export class Ear {
  private readonly audio = new Reused();
  private readonly state = new Reused();

  constructor(private readonly readers: EarReaders) {}

  /** Never throws: a channel's `fault` says what went wrong, and its stretch starts afresh. */
  async run(jobs: readonly EarJob[]): Promise<void> {
    const places = jobs.map(() => 0);
    for (;;) {
      const round: Row[] = [];
      jobs.forEach((job, index) => {
        for (;;) {
          const step = job.steps[places[index] ?? 0];
          if (step === undefined) return;
          places[index] = (places[index] ?? 0) + 1;
          if (step.kind === 'fresh') forget(job.channel);
          else if (step.kind === 'rest') job.channel.dropState();
          else if (step.kind === 'utterance') this.finish(job, step);
          else {
            round.push({ job, audio: step.audio, seconds: step.seconds, keep: step.kind === 'block' });
            return;
          }
        }
      });
      if (round.length === 0) return;
      await this.hear(round);
    }
  }

  /**
   * The full reader's reading of a whole utterance. What it heard is added to the baseline.
   * @throws whatever the reader throws
   */
  async readWhole({ channel, learner, audio, seconds }: EndedUtterance): Promise<EarReading | undefined> {
    const { full } = this.readers;
    if (full === undefined || learner.full === undefined) return undefined;
    const { voice } = channel;
    const samples = audio.read();
    audio.clear();
    const { embedding, vad } = await full.read(samples);
    samples.fill(0);
    const known = learner.full.known(voice);
    const judged = learner.full.judge(embedding, voice, seconds);
    const { full: ours } = learner.tuned;
    const tuned = ours?.judge(judged.whole, voice, seconds);
    const reading = told(full, { judged, tuned, model: learner.model, vad }, channel.stretchMs, known);
    learner.full.hear(voice, seconds, judged);
    learn(ours, { voice, seconds, judged: tuned });
    return {
      ...reading,
      outOfDomain: channel.heard?.reading.outOfDomain ?? 0,
      ...(channel.outputs && { heard: outputsOf(full, judged.whole, seconds) }),
    };
  }

  private finish(job: EarJob, { stretch, seconds, audio }: Extract<EarStep, { kind: 'utterance' }>): void {
    const { channel, learner, ended } = job;
    const { heard, voice } = channel;
    // What is no speech teaches nothing about a line.
    if (heard === undefined || heard.reading.outOfDomain > TAUGHT_BELOW) {
      audio?.clear();
      return;
    }
    const { judged, tuned } = heard;
    learner.live.hear(voice, seconds, judged);
    learn(learner.tuned.live, { voice, seconds, judged: tuned });
    if (audio !== undefined) ended.push({ channel, learner, stretch, seconds, audio });
  }

  private judge(
    { channel, learner }: EarJob,
    seconds: number,
    { embedding, vad, sound }: { embedding: Float32Array; vad: Float32Array; sound: Float32Array },
  ): void {
    const { voice, stretchMs } = channel;
    const { live } = this.readers;
    const judged = learner.live.judge(embedding, voice, seconds);
    const tuned = learner.tuned.live?.judge(judged.whole, voice, seconds);
    const known = learner.live.known(voice);
    const reading = told(live, { judged, tuned, model: learner.model, vad }, stretchMs, known);
    const { outOfDomain, event, eventProbability = 0 } = readDomain(live.metadata, sound);
    const vocalSound = event !== undefined && { vocalSound: { kind: event, probability: eventProbability } };
    const heard = channel.outputs && { heard: outputsOf(live, judged.whole, seconds) };
    channel.heard = {
      judged,
      tuned,
      reading: { ...reading, outOfDomain, ...vocalSound, ...heard },
    };
  }

  private async hear(round: readonly Row[]): Promise<void> {
    const { metadata, run } = this.readers.live;
    const { stateSize, granularitySamples: block, embeddingSize, domain } = metadata;
    const domains = domain?.classes.length ?? 0;
    const newSize = stateOutSize(metadata);
    const audio = this.audio.take(round.length * block);
    const state = this.state.take(round.length * stateSize);
    round.forEach((part, row) => {
      audio.set(part.audio, row * block);
      const before = part.job.channel.state;
      if (before === undefined) state.fill(0, row * stateSize, (row + 1) * stateSize);
      else state.set(before, row * stateSize);
    });
    let outputs: Awaited<ReturnType<LiveReader['run']>>;
    try {
      outputs = await run(audio, round.length, state);
    } catch {
      // One bad row must not fail the others.
      if (round.length > 1) for (const part of round) await this.hear([part]);
      else for (const { job } of round) fail(job.channel, 'threw');
      return;
    }
    round.forEach(({ job, audio: heard, seconds, keep }, row) => {
      const { channel } = job;
      channel.recycle(heard);
      const embedding = outputs.embedding.slice(row * embeddingSize, (row + 1) * embeddingSize);
      const vad = outputs.vad.slice(3 * row, 3 * row + 3);
      const sound = outputs.domain?.subarray(row * domains, (row + 1) * domains) ?? new Float32Array(0);
      // The state is not looked through: what is wrong in it shows in the next block's embedding.
      if (![embedding, vad, sound].every(isFinite)) {
        fail(channel, 'non_finite');
        return;
      }
      this.judge(job, seconds, { embedding, vad, sound });
      if (!keep) return;
      advanceState(metadata, channel.keptState(), outputs.state.subarray(row * newSize, (row + 1) * newSize));
    });
  }
}

/** Memory for a call's inputs, kept from call to call: a second of 500 streams takes 170 MB of them. */
class Reused {
  private kept = new Float32Array(0);

  /** Its content is that of an earlier call. */
  take(length: number): Float32Array {
    if (this.kept.length < length) this.kept = new Float32Array(length);
    return this.kept.subarray(0, length);
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

const forget = (channel: EarChannel): void => {
  channel.dropState();
  channel.heard = undefined;
};

const fail = (channel: EarChannel, fault: ModelFault): void => {
  channel.fault = fault;
  forget(channel);
};

/** One pass without a call per number: 0 times a number is 0, 0 times NaN or infinity is NaN. */
const isFinite = (values: Float32Array): boolean => {
  let zero = 0;
  for (let i = 0; i < values.length; i++) zero += 0 * (values[i] ?? 0);
  return zero === 0;
};
