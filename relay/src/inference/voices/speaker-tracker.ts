import { BYTES_PER_SAMPLE } from '@undertone/protocol';
import type {
  OnlineDiarizer,
  OnlineDiarizerEvent,
  SpeakerListener,
  SpeakerModel,
  Voiceprint,
  VoiceprintStream,
} from '@undertone/speaker';
import { ANALYSIS_SAMPLE_RATE_HZ, Resampler } from '@undertone/prosody';
import { decodeInto } from '@undertone/hearing';
import type { HeardVoice, VoiceChannelSetup, VoiceNews } from './voice-messages.js';

/** The time from a moment to the decision who spoke in it, ms. Results of a mixed channel wait for the decision. */
const DECISION_MS = 1_500;
/** A new voice is reported after it sounded new for this long, ms. Its start is then set back by that much. */
const OPENING_MS = 750;
/** The maximum number of people on one channel. A further voice is assigned to the nearest one. */
const MAX_SPEAKERS_PER_CHANNEL = 8;
/** The longest silence that the diarizer gets, ms: every turn has ended by then. The rest of a gap only moves the clock. */
const HEARD_GAP_MS = 5_000;
/** Of a channel of one person a quarter is heard after this much speech, s: the voiceprint is as good (speaker/EXPERIMENTS.md). */
const THOROUGH_SECONDS = 24;
const SAMPLES_PER_MS = ANALYSIS_SAMPLE_RATE_HZ / 1000;

export interface SpeakerTrackerTools {
  readonly model: SpeakerModel;
  readonly createDiarizer: (options: { maxSpeakers: number; latencyMs: number }) => OnlineDiarizer;
}

/** Listens to one channel. Calls must not overlap. Voiceprints leave it only with a consent. */
export interface SpeakerTracker {
  audio(payload: Uint8Array): Promise<VoiceNews>;
  gap(durationMs: number): Promise<VoiceNews>;
  end(): Promise<VoiceNews>;
  voiceprints(on: boolean): void;
}

export const createSpeakerTracker = (setup: VoiceChannelSetup, tools: SpeakerTrackerTools): SpeakerTracker =>
  setup.mode === 'one' ? new OneVoice(setup, tools.model) : new MixedVoices(setup, tools);

/** Decodes and resamples audio from the wire. */
class VoiceIntake {
  private readonly resampler: Resampler | undefined;

  constructor(private readonly setup: VoiceChannelSetup) {
    this.resampler =
      setup.sampleRate === ANALYSIS_SAMPLE_RATE_HZ ? undefined : new Resampler(setup.sampleRate);
  }

  /** @throws RangeError if a sample is not a number */
  read(payload: Uint8Array): Float32Array {
    const { encoding } = this.setup;
    const count = Math.floor(payload.length / BYTES_PER_SAMPLE[encoding]);
    const decoded = new Float32Array(count);
    if (!decodeInto(encoding, payload, count, decoded)) throw new RangeError('a sample is not finite');
    const { resampler } = this;
    if (resampler === undefined) return decoded;
    const output = new Float32Array(resampler.maxOutput(count));
    return output.subarray(0, resampler.process(decoded, output));
  }
}

/**
 * Decides when to compare a voice: first at the seconds of speech that the model asks for, then each time the speech has
 * doubled. A comparison costs a query, and more evidence than that changes little.
 */
class Evidence {
  private readonly nextSeconds = new Map<number, number>();

  constructor(private readonly firstSeconds: number) {}

  /** Whether so many seconds of a voice's speech are enough new evidence. */
  isDue(speaker: number, seconds: number): boolean {
    return seconds >= (this.nextSeconds.get(speaker) ?? this.firstSeconds);
  }

  /** The voices that have enough new evidence. */
  due(voices: readonly { speaker: number; voiceprint: Voiceprint | undefined }[]): HeardVoice[] {
    return voices.flatMap(({ speaker, voiceprint }) => {
      if (voiceprint === undefined || !this.isDue(speaker, voiceprint.speechSeconds)) return [];
      this.nextSeconds.set(speaker, 2 * (this.nextSeconds.get(speaker) ?? this.firstSeconds));
      return [{ speaker, voiceprint }];
    });
  }
}

/** One side of a call: one voice, which is recognized but need not be distinguished from others. */
class OneVoice implements SpeakerTracker {
  private readonly intake: VoiceIntake;
  private readonly stream: VoiceprintStream;
  private readonly evidence: Evidence;
  private throughMs: number;

  constructor(
    private readonly setup: VoiceChannelSetup,
    model: SpeakerModel,
  ) {
    this.intake = new VoiceIntake(setup);
    this.stream = model.createVoiceprintStream({ thoroughSeconds: THOROUGH_SECONDS });
    this.evidence = new Evidence(model.metadata.thresholds.resolveSpeechSeconds);
    this.throughMs = setup.startMs;
  }

  async audio(payload: Uint8Array): Promise<VoiceNews> {
    const samples = this.intake.read(payload);
    await this.stream.push(samples);
    this.throughMs += (1000 * payload.length) / BYTES_PER_SAMPLE[this.setup.encoding] / this.setup.sampleRate;
    return this.news(false);
  }

  gap(durationMs: number): Promise<VoiceNews> {
    this.throughMs += durationMs;
    return Promise.resolve(this.news(false));
  }

  async end(): Promise<VoiceNews> {
    await this.stream.end();
    return this.news(true);
  }

  /** A channel of one person is listened to only with consent. */
  voiceprints(): void {
    return;
  }

  private news(last: boolean): VoiceNews {
    // A voiceprint is a large product, so none is made in vain.
    const voices = this.evidence.isDue(0, this.stream.speechSeconds)
      ? this.evidence.due([{ speaker: 0, voiceprint: this.stream.voiceprint() }])
      : [];
    return { throughMs: this.throughMs, events: [], voices, last };
  }
}

/** A channel on which several people speak. */
class MixedVoices implements SpeakerTracker {
  private readonly intake: VoiceIntake;
  private readonly listener: SpeakerListener;
  private readonly diarizer: OnlineDiarizer;
  private readonly evidence: Evidence;
  /** How far the diarizer's clock is behind the channel's clock: its start, and skipped gaps. */
  private offsets: { readonly fromMs: number; readonly offsetMs: number }[];
  private heardMs = 0;
  private prints: boolean;

  constructor(
    private readonly setup: VoiceChannelSetup,
    { model, createDiarizer }: SpeakerTrackerTools,
  ) {
    this.intake = new VoiceIntake(setup);
    this.listener = model.createListener();
    this.diarizer = createDiarizer({ maxSpeakers: MAX_SPEAKERS_PER_CHANNEL, latencyMs: DECISION_MS });
    this.evidence = new Evidence(model.metadata.thresholds.resolveSpeechSeconds);
    this.offsets = [{ fromMs: 0, offsetMs: setup.startMs }];
    this.prints = setup.voiceprints;
  }

  audio(payload: Uint8Array): Promise<VoiceNews> {
    return this.hear(this.intake.read(payload));
  }

  async gap(durationMs: number): Promise<VoiceNews> {
    const heardMs = Math.min(durationMs, HEARD_GAP_MS);
    const news = await this.hear(new Float32Array(Math.round(heardMs * SAMPLES_PER_MS)));
    if (durationMs <= heardMs) return news;
    const offsetMs = (this.offsets.at(-1)?.offsetMs ?? 0) + durationMs - heardMs;
    this.offsets.push({ fromMs: this.heardMs, offsetMs });
    return { ...news, throughMs: this.clockMs(this.heardMs) };
  }

  async end(): Promise<VoiceNews> {
    const frames = await this.listener.end();
    const events = [...this.diarizer.push(frames), ...this.diarizer.end()];
    return this.news(events, this.heardMs, true);
  }

  voiceprints(on: boolean): void {
    this.prints = on;
  }

  private async hear(samples: Float32Array): Promise<VoiceNews> {
    const frames = await this.listener.push(samples);
    this.heardMs += samples.length / SAMPLES_PER_MS;
    const framesEndMs = frames.startMs + frames.count * 50;
    return this.news(this.diarizer.push(frames), Math.max(0, framesEndMs - DECISION_MS - OPENING_MS), false);
  }

  private news(events: readonly OnlineDiarizerEvent[], throughMs: number, last: boolean): VoiceNews {
    const voices = this.prints
      ? this.evidence.due(
          this.diarizer.speakers().map(({ speaker, voiceprint }) => ({ speaker, voiceprint })),
        )
      : [];
    return {
      last,
      voices,
      throughMs: this.clockMs(throughMs),
      events: events.map((event) => this.onClock(event)),
    };
  }

  private clockMs(heardMs: number): number {
    let offsetMs = this.setup.startMs;
    for (const span of this.offsets) if (heardMs >= span.fromMs) offsetMs = span.offsetMs;
    return heardMs + offsetMs;
  }

  private onClock(event: OnlineDiarizerEvent): OnlineDiarizerEvent {
    switch (event.type) {
      case 'speaker':
      case 'turn_start':
        return { ...event, atMs: this.clockMs(event.atMs) };
      case 'turn_end':
        return { ...event, turn: this.placed(event.turn) };
      case 'turn_revised':
        return this.placed(event);
    }
  }

  private placed<T extends { readonly startMs: number; readonly endMs: number }>(span: T): T {
    return { ...span, startMs: this.clockMs(span.startMs), endMs: this.clockMs(span.endMs) };
  }
}
