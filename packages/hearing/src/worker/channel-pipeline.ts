import { BYTES_PER_SAMPLE } from '@undertone/protocol';
import {
  ANALYSIS_SAMPLE_RATE_HZ,
  amplitudeToDb,
  HOP_MS,
  powerToDb,
  ProsodyExtractor,
  type ProsodySummary,
  Resampler,
  VoiceActivity,
  type VoiceActivityEvent,
} from '@undertone/prosody';
import type { SpanQuality, VoiceActivityChange } from '../findings.js';
import { TRUST } from './trust.js';
import { decodeInto } from './decode.js';
import type { ChannelSetup, SpanFindings } from './messages.js';
import { OffsetRemover } from './offset-remover.js';
import { SpeechGate, type BlockSink } from './speech-gate.js';

/** The prosody of a directive covers this time, about a phrase. In a shorter window, rates and pauses mean nothing. */
export const PROSODY_WINDOW_MS = 3_000;
/** Gaps up to this length count as silence. After longer gaps, the measurements start again. */
export const BRIDGED_GAP_MS = 500;
const SAMPLES_PER_MS = ANALYSIS_SAMPLE_RATE_HZ / 1000;
/** Up to this rate, audio counts as narrow-band without a measurement. Half of it is the telephone's 4 kHz. */
const TELEPHONE_RATE_HZ = 8_000;

/** Buffers that one worker's pipelines share, because only one of them works at a time. */
export interface Scratch {
  decoded: Float32Array;
  resampled: Float32Array;
}

/**
 * Buffers for the samples of one chunk, which channels of one thread share: they hold nothing between two chunks.
 * @param longestChunkMs of the chunks to come, at 48 kHz at most
 */
export const createScratch = (longestChunkMs: number): Scratch => {
  const samplesAt = (rateHz: number) => Math.ceil(((longestChunkMs + 100) * rateHz) / 1000);
  return {
    decoded: new Float32Array(samplesAt(48_000)),
    // A resampler may write two chunks: the samples that it held back, and the rest at the end.
    resampled: new Float32Array(2 * samplesAt(ANALYSIS_SAMPLE_RATE_HZ)),
  };
};

/** The measurements of a span, before the model. */
export type SpanMeasures = Omit<SpanFindings, 'emotion' | 'dimensions' | 'modelFault'>;

/**
 * One channel's signal path in a worker: decode, resample to 16 kHz, measure prosody, quality and voice activity, and cut
 * the audio into blocks for the model. All state carries over from chunk to chunk, so the result does not depend on the
 * cuts.
 */
export class ChannelPipeline {
  private readonly resampler: Resampler | undefined;
  private readonly offset = new OffsetRemover();
  private readonly extractor: ProsodyExtractor;
  private readonly activity: VoiceActivity;
  private readonly gate: SpeechGate;
  private readonly carry: Float32Array;
  private carried = 0;
  /** Where speech began, if that was noticed in the block that is being filled. */
  private onsetSample: number | undefined;
  private wasAfterTone = false;
  /** The stretch that begins now follows a tone without a pause. */
  followsTone = false;
  private clockStartMs: number;
  /** Since {@link clockStartMs}, at 16 kHz. */
  private samples = 0;
  private speechFrames = 0;
  private voicedMs = 0;
  private events: VoiceActivityChange[] = [];

  constructor(
    private readonly setup: ChannelSetup,
    private readonly scratch: Scratch,
    private readonly blockSamples: number,
  ) {
    this.clockStartMs = setup.startMs;
    const { noiseDb, speaking = false } = setup;
    this.activity = new VoiceActivity({ speaking, ...(noiseDb !== undefined && { noiseDb }) });
    // A start was reported of the audio before, so none is reported here.
    if (speaking) this.onsetSample = 0;
    this.resampler =
      setup.sampleRate === ANALYSIS_SAMPLE_RATE_HZ ? undefined : new Resampler(setup.sampleRate);
    this.gate = new SpeechGate(blockSamples);
    this.carry = new Float32Array(blockSamples);
    this.extractor = new ProsodyExtractor(
      { historyMs: PROSODY_WINDOW_MS },
      {
        onLevel: (level) => {
          this.note(this.activity.update(level));
          if (this.activity.speaking) this.speechFrames++;
        },
      },
    );
  }

  /**
   * Analyzes the next chunk.
   * @param final pads the held-back samples with zeros, so that the last samples count too
   * @returns undefined if the payload holds no audio (NaN or infinite floats)
   */
  take(payload: Uint8Array, final: boolean, sink: BlockSink): SpanMeasures | undefined {
    const { encoding } = this.setup;
    const count = Math.floor(payload.length / BYTES_PER_SAMPLE[encoding]);
    const decoded = this.scratch.decoded.subarray(0, count);
    if (!decodeInto(encoding, payload, count, decoded)) return undefined;
    const audio = this.resample(decoded, final);
    this.offset.remove(audio);
    const levels = levelsOf(audio);
    this.hear(audio, sink);
    if (final) this.finish(sink);
    const { prosody } = this.extractor.snapshot(PROSODY_WINDOW_MS);
    return { ...this.takeNews(), prosody, quality: this.quality(), levels };
  }

  /** The prosody of all audio since the start, or since the last long gap. */
  wholeProsody(): ProsodySummary {
    return this.extractor.summary();
  }

  /** How little the sound of the stretch is like speech, by level and pitch, 0 to 1; 0 while that is not known. */
  get outOfDomain(): number {
    return outOfDomainOf(this.extractor.quality().speechLikeness) ?? 0;
  }

  /** Handles audio that never came. A short gap counts as silence. A longer one ends the speech before it. */
  skip(durationMs: number, sink: BlockSink): VoiceActivityChange[] {
    if (durationMs <= BRIDGED_GAP_MS) {
      this.hear(new Float32Array(Math.round(durationMs * SAMPLES_PER_MS)), sink);
      return this.takeNews().vadEvents;
    }
    if (this.resampler !== undefined) {
      const rest = this.flushResampler(this.resampler, 0);
      this.offset.remove(rest);
      this.hear(rest, sink);
    }
    this.finish(sink);
    const { vadEvents } = this.takeNews();
    const endMs = this.clockStartMs + this.samples / SAMPLES_PER_MS;
    this.extractor.reset();
    this.voicedMs = 0;
    this.samples = 0;
    this.onsetSample = undefined;
    this.wasAfterTone = false;
    this.clockStartMs = endMs + durationMs;
    return vadEvents;
  }

  private resample(decoded: Float32Array, final: boolean): Float32Array {
    if (this.resampler === undefined) return decoded;
    const written = this.resampler.process(decoded, this.scratch.resampled);
    return final ? this.flushResampler(this.resampler, written) : this.scratch.resampled.subarray(0, written);
  }

  private flushResampler(resampler: Resampler, written: number): Float32Array {
    const flushed = resampler.flush(this.scratch.resampled, written);
    return this.scratch.resampled.subarray(0, written + flushed);
  }

  private hear(audio: Float32Array, sink: BlockSink): void {
    let from = 0;
    while (from < audio.length) {
      const part = audio.subarray(from, Math.min(audio.length, from + this.blockSamples - this.carried));
      from += part.length;
      this.extractor.push(part);
      this.samples += part.length;
      this.carry.set(part, this.carried);
      this.carried += part.length;
      if (this.carried === this.blockSamples) this.endBlock(sink);
    }
  }

  private endBlock(sink: BlockSink): void {
    this.followsTone = false;
    this.partFromTone(sink);
    this.gate.offer(this.carry, this.samples, this.activity.speaking, this.onsetSample, sink);
    this.onsetSample = undefined;
    this.carried = 0;
  }

  /**
   * What is said less than half a second after a ring or a beep is a stretch of its own: in the same one, nothing of it could be
   * told from the tone.
   */
  private partFromTone(sink: BlockSink): void {
    const { afterTone, afterToneSample } = this.extractor;
    if (afterTone && !this.wasAfterTone) this.gate.close(sink);
    if (!afterTone && this.wasAfterTone && this.activity.speaking && this.onsetSample === undefined) {
      this.onsetSample = afterToneSample;
      this.followsTone = true;
    }
    this.wasAfterTone = afterTone;
  }

  private finish(sink: BlockSink): void {
    if (this.carried > 0) {
      this.carry.fill(0, this.carried);
      this.endBlock(sink);
    }
    this.extractor.flush();
    this.note(this.activity.finish());
    this.gate.close(sink);
  }

  private note(event: VoiceActivityEvent | null): void {
    // A false alarm of our detector: no start was reported, so no end is reported.
    if (event === null || event.type === 'misfire') return;
    if (event.type === 'start') {
      this.onsetSample = event.sample;
      this.extractor.beginStretch();
    }
    this.events.push({ kind: event.type, atMs: this.clockStartMs + event.sample / SAMPLES_PER_MS });
  }

  private takeNews(): { speechMs: number; vadEvents: VoiceActivityChange[] } {
    const news = { speechMs: this.speechFrames * HOP_MS, vadEvents: this.events };
    this.speechFrames = 0;
    this.events = [];
    return news;
  }

  private quality(): SpanQuality {
    const { snrDb, clippingRatio, voicedMs, narrowband, speechLikeness, heldPitch } =
      this.extractor.quality();
    const outOfDomain = outOfDomainOf(speechLikeness);
    const newVoicedMs = voicedMs - this.voicedMs;
    this.voicedMs = voicedMs;
    return {
      ...(snrDb === null ? {} : { snrDb }),
      noiseDb: this.activity.noiseDb,
      clipping: clippingRatio,
      voicedMs: newVoicedMs,
      narrowband: this.setup.sampleRate <= TELEPHONE_RATE_HZ || narrowband === true,
      heldPitch,
      ...(outOfDomain === undefined ? {} : { outOfDomain }),
    };
  }
}

const outOfDomainOf = (speechLikeness: number | null): number | undefined =>
  speechLikeness === null ? undefined : 1 - Math.min(1, speechLikeness / TRUST.speechLikeness);

const levelsOf = (audio: Float32Array): { rmsDb: number; peakDb: number } => {
  let power = 0;
  let peak = 0;
  // By index, because an iterator here took a twentieth of the worker's whole CPU time.
  for (let i = 0; i < audio.length; i++) {
    const sample = audio[i] ?? 0;
    power += sample * sample;
    const size = Math.abs(sample);
    if (size > peak) peak = size;
  }
  return { rmsDb: powerToDb(audio.length > 0 ? power / audio.length : 0), peakDb: amplitudeToDb(peak) };
};
