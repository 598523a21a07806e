import {
  type EmotionReading as ReadEmotion,
  ModelContractError,
  type ModelMetadata,
  readEmotion,
  ReusedFloats,
} from '@undertone/model';
import { allFinite } from '../all-finite.js';
import type { Dimensions, EmotionReading, SpanOutputs, ModelFault, VocalSound } from '../findings.js';

/** What this folder needs from a model. `EmotionModel` of `@undertone/model/node` is one. */
export interface Model {
  /** What the model's file says of it. */
  readonly metadata: ModelMetadata;
  /** Hears samples of −1 to 1, a row for each of `batch` streams, each with its state from the call before. */
  run(audio: Float32Array, batch: number, state: Float32Array): Promise<ModelOutputs>;
}

/** What a model answers of one channel’s chunk (packages/model/CONTRACT.md). */
export interface ModelOutputs {
  /** One number for each of the model’s classes, before softmax. */
  readonly logits: Float32Array;
  /** Valence, arousal, dominance, −1 to 1 each. */
  readonly vad: Float32Array;
  /** [embeddingSize] what the classifier judges. */
  readonly embedding: Float32Array;
  /** One number for each domain class, from models that distinguish speech from other sounds. */
  readonly domain?: Float32Array;
  /** For the stream's next call. */
  readonly state: Float32Array;
}

export interface ModelReading {
  emotion: EmotionReading;
  dimensions: Dimensions;
  /** The probability that it is not speech, 0 to 1, from models that give one. */
  outOfDomain?: number;
  /** The likeliest vocal sound, if it is not speech and that sound is likelier than any other sound. */
  vocalSound?: VocalSound;
  tunedProbabilities?: readonly number[];
  heard?: SpanOutputs;
}

/** One channel's model: its state, and its last reading. */
export interface ModelVoice {
  state: Float32Array;
  /** The amount of audio behind the state. */
  heardSamples: number;
  last?: ModelReading;
}

/** One channel's new blocks, which wait for the model. */
export interface ModelJob {
  voice: ModelVoice;
  /** Whole blocks. Only the first `samples` count. */
  audio: Float32Array;
  samples: number;
  fault?: ModelFault;
}

/** Runs the model on jobs. Jobs of equal length run together, because a batch shares the cost of a call. */
export class ModelRunner {
  private readonly audio = new ReusedFloats();
  private readonly state = new ReusedFloats();

  constructor(private readonly model: Model) {}

  freshVoice(): ModelVoice {
    return { state: new Float32Array(this.model.metadata.stateSize), heardSamples: 0 };
  }

  /** Begins a new stretch of speech. The previous one no longer counts. */
  reset(voice: ModelVoice): void {
    voice.state.fill(0);
    voice.heardSamples = 0;
    delete voice.last;
  }

  /** Never throws. The job's `fault` says what went wrong, and its channel then starts with a fresh state. */
  async run(jobs: readonly ModelJob[]): Promise<void> {
    const groups = new Map<number, ModelJob[]>();
    for (const job of jobs) {
      if (job.samples === 0) continue;
      const group = groups.get(job.samples);
      if (group === undefined) groups.set(job.samples, [job]);
      else group.push(job);
    }
    for (const group of groups.values()) await this.runGroup(group);
  }

  private async runGroup(group: readonly ModelJob[]): Promise<void> {
    let outputs: ModelOutputs;
    try {
      outputs = await this.call(group);
    } catch {
      // One bad row must not fail the others. Each is run again alone, so that the failure is reported for its own channel.
      if (group.length > 1) for (const job of group) await this.runGroup([job]);
      else for (const job of group) this.fail(job, 'threw');
      return;
    }
    group.forEach((job, row) => this.read(job, outputs, row));
  }

  private call(group: readonly ModelJob[]): Promise<ModelOutputs> {
    const { stateSize } = this.model.metadata;
    const samples = group[0]?.samples ?? 0;
    const audio = this.audio.take(group.length * samples);
    const state = this.state.take(group.length * stateSize);
    group.forEach((job, row) => {
      audio.set(job.audio.subarray(0, samples), row * samples);
      state.set(job.voice.state, row * stateSize);
    });
    return this.model.run(audio, group.length, state);
  }

  private read(job: ModelJob, outputs: ModelOutputs, row: number): void {
    const { metadata } = this.model;
    const state = outputs.state.subarray(row * metadata.stateSize, (row + 1) * metadata.stateSize);
    const reading = this.readRow(outputs, row);
    if (typeof reading === 'string') {
      this.fail(job, reading);
      return;
    }
    // After a NaN in the state, the model would never give a number again.
    if (!allFinite(state)) {
      this.fail(job, 'non_finite');
      return;
    }
    job.voice.state.set(state);
    job.voice.heardSamples += job.samples;
    const { valence, arousal, dominance } = reading;
    job.voice.last = {
      emotion: {
        probabilities: reading.probabilities,
        uncertainBelow: metadata.uncertainBelow,
        evidenceMs: (1000 * job.voice.heardSamples) / metadata.sampleRateHz,
        // Trust in the audio is not yet included. It is applied where the span's quality is known.
        trust: 1,
      },
      dimensions: { valence, arousal, dominance },
      ...(reading.outOfDomain !== undefined && { outOfDomain: reading.outOfDomain }),
      ...(reading.event !== undefined && {
        vocalSound: { kind: reading.event, probability: reading.eventProbability ?? 0 },
      }),
    };
  }

  private readRow(outputs: ModelOutputs, row: number): ReadEmotion | ModelFault {
    const { metadata } = this.model;
    const classes = metadata.classes.length;
    const domains = metadata.domain?.classes.length ?? 0;
    try {
      return readEmotion(
        metadata,
        outputs.logits.subarray(row * classes, (row + 1) * classes),
        outputs.vad.subarray(row * 3, (row + 1) * 3),
        outputs.domain?.subarray(row * domains, (row + 1) * domains),
      );
    } catch (error) {
      return error instanceof ModelContractError && error.code === 'bad_output' ? 'non_finite' : 'threw';
    }
  }

  private fail(job: ModelJob, fault: ModelFault): void {
    job.fault = fault;
    this.reset(job.voice);
  }
}
