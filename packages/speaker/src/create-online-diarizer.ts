import { DEFAULT_MOST_SPEAKERS, MOST_SPEAKERS } from './diarize.js';
import { FrameHistory } from './frame-history.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type {
  DiarizedSpeaker,
  OnlineDiarizer,
  OnlineDiarizerEvent,
  OnlineDiarizerOptions,
} from './speaker-turn.js';
import { type FrameSpan, spansOf, tidySpans } from './speech-mask.js';
import { TurnTracker } from './turn-tracker.js';
import { VoiceGallery } from './voice-gallery.js';
import { createVoiceprintAccumulator, type VoiceprintAccumulator } from './voiceprint-accumulator.js';
import { WindowEmbedder } from './window-embedder.js';

/** A decision is made for so many frames at once. */
const STEP_FRAMES = 5;
/** Frames on either side of a decision that its window holds at most. */
const HALF_WINDOW = 15;
/** Speech that a window needs before it may open a voice: shorter ones are near to nobody by chance. */
const OPENING_FRAMES = 20;
/** Steps in a row that must sound new, so that a window across a change of speaker opens nobody. */
const OPENING_STEPS = 3;
/** How much nearer another voice must be than the current one, in cosine. */
const STAY_BONUS = 0.08;
/** A voice grows only by steps in which it is so much nearer than the next one. */
const GROW_MARGIN = 0.05;
const HALF_SURE_MARGIN = 0.15;

interface Waiting {
  readonly frame: number;
  readonly likeness: readonly number[];
}

/**
 * Tells the speakers of one mixed live stream apart: every 250 ms a window round a moment `latencyMs` ago is compared
 * with the voices heard so far, and opens a new one where it is near to none for 750 ms.
 *
 * @throws SpeakerError `bad_option`
 */
export function createOnlineDiarizer(
  metadata: SpeakerMetadata,
  options: OnlineDiarizerOptions = {},
): OnlineDiarizer {
  const { maxSpeakers = DEFAULT_MOST_SPEAKERS, latencyMs = 1_500 } = options;
  if (!(Number.isSafeInteger(maxSpeakers) && maxSpeakers >= 1 && maxSpeakers <= MOST_SPEAKERS))
    throw new SpeakerError('bad_option', `maxSpeakers: expected a whole number from 1 to ${MOST_SPEAKERS}`);
  if (!(latencyMs >= 500 && latencyMs <= 5_000))
    throw new SpeakerError('bad_option', 'latencyMs: expected 500 to 5000');
  return new LiveDiarizer(metadata, maxSpeakers, latencyMs);
}

class LiveDiarizer implements OnlineDiarizer {
  private readonly history: FrameHistory;
  private readonly gallery: VoiceGallery;
  private readonly embedder: WindowEmbedder;
  private readonly tracker = new TurnTracker();
  private readonly accumulators: VoiceprintAccumulator[] = [];
  private readonly talkMs: number[] = [];
  private readonly frameMs: number;
  private readonly latencyFrames: number;
  private decided = 0;
  private current = -1;
  private waiting: Waiting[] = [];

  constructor(
    private readonly metadata: SpeakerMetadata,
    private readonly maxSpeakers: number,
    latencyMs: number,
  ) {
    this.history = new FrameHistory(metadata);
    this.gallery = new VoiceGallery(metadata);
    this.embedder = new WindowEmbedder(metadata);
    this.frameMs = (metadata.granularitySamples / metadata.sampleRateHz) * 1_000;
    this.latencyFrames = Math.round(latencyMs / this.frameMs);
  }

  push(frames: SpeakerFrames): readonly OnlineDiarizerEvent[] {
    const expectedMs = this.history.next * this.frameMs;
    if (frames.count > 0 && Math.abs(frames.startMs - expectedMs) > 1e-6)
      throw new SpeakerError(
        'bad_option',
        `frames: expected to start at ${expectedMs} ms, found ${frames.startMs}`,
      );
    this.history.push(frames);
    return this.decide(this.history.next - this.latencyFrames);
  }

  end(): readonly OnlineDiarizerEvent[] {
    const events = [...this.decide(this.history.next), ...this.settle(-1)];
    return [...events, ...this.tracker.end(this.decided * this.frameMs)];
  }

  speakers(): readonly DiarizedSpeaker[] {
    return this.accumulators.map((accumulator, speaker) => {
      const voiceprint = accumulator.voiceprint();
      return {
        speaker,
        talkMs: this.talkMs[speaker] ?? 0,
        ...(voiceprint === undefined ? {} : { voiceprint }),
      };
    });
  }

  private decide(until: number): OnlineDiarizerEvent[] {
    const events: OnlineDiarizerEvent[] = [];
    const last = until === this.history.next;
    while (this.decided + (last ? 1 : STEP_FRAMES) <= until) {
      const step = { from: this.decided, to: Math.min(until, this.decided + STEP_FRAMES) };
      this.decided = step.to;
      events.push(...this.decideStep(step));
    }
    // Windows reach back from the oldest step that waits for its decision.
    const oldest = Math.min(this.decided, this.waiting[0]?.frame ?? Infinity);
    this.history.forget(oldest - 2 * HALF_WINDOW);
    return events;
  }

  private decideStep(step: FrameSpan): OnlineDiarizerEvent[] {
    const spans = this.speechRound(step);
    if (!spans.some(({ from, to }) => from < step.to && to > step.from))
      return [...this.settle(-1), ...this.announce(step, [])];
    const frames = this.history.frames();
    const local = spans.map(({ from, to }) => ({
      from: from - this.history.first,
      to: to - this.history.first,
    }));
    const embedding = this.embedder.embed(frames, local);
    const likeness = this.gallery.compare(embedding);
    const speech = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    const nearest = this.gallery.nearest(embedding, (speech * this.frameMs) / 1_000);
    const isNew = this.gallery.size < this.maxSpeakers && nearest < this.metadata.diarization.newSpeakerBelow;
    if (!isNew) return [...this.settle(-1), ...this.assign({ frame: step.from, likeness })];
    this.waiting.push({ frame: step.from, likeness });
    const enough = speech >= (this.gallery.size === 0 ? STEP_FRAMES : OPENING_FRAMES);
    if (!enough || this.waiting.length < (this.gallery.size === 0 ? 1 : OPENING_STEPS)) return [];
    const opened = this.gallery.open(this.maxSpeakers);
    // Under a number that is free again, what it had learned was of another voice.
    this.accumulators[opened] = createVoiceprintAccumulator(this.metadata);
    return this.settle(opened);
  }

  /** Decides the steps that waited: all for a new voice, or each for the nearest there is. */
  private settle(voice: number): OnlineDiarizerEvent[] {
    const waiting = this.waiting;
    this.waiting = [];
    return waiting.flatMap((step) => this.assign(step, voice));
  }

  private assign({ frame, likeness }: Waiting, voice = -1): OnlineDiarizerEvent[] {
    const step = { from: frame, to: Math.min(this.decided, frame + STEP_FRAMES) };
    const scores = likeness.map((value, n) => value + (n === this.current ? STAY_BONUS : 0));
    const order = scores.map((_, n) => n).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    const known = order.filter((n) => this.gallery.current(n) === n);
    const [nearest, next] = voice >= 0 ? [this.gallery.current(voice)] : known;
    if (nearest === undefined) return this.announce(step, []);
    const margin = next === undefined ? 1 : (likeness[nearest] ?? 0) - (likeness[next] ?? 0);
    this.current = nearest;
    const both = next !== undefined && this.isOverlap(step);
    if ((margin >= GROW_MARGIN || voice >= 0) && !both) this.learn(nearest, step);
    const confidence = 1 / (1 + Math.exp(-2 * (Math.abs(margin) / HALF_SURE_MARGIN - 1)));
    return this.announce(step, both ? [nearest, next] : [nearest], next === undefined ? 1 : confidence);
  }

  private learn(voice: number, step: FrameSpan): void {
    const frames = this.history.frames();
    const local = { from: step.from - this.history.first, to: step.to - this.history.first };
    this.gallery.grow(voice, frames, local);
    this.current = this.gallery.current(voice);
    this.accumulators[voice]?.add(frames, local.from, local.to);
  }

  private announce(step: FrameSpan, speakers: readonly number[], confidence = 1): OnlineDiarizerEvent[] {
    for (const speaker of speakers)
      this.talkMs[speaker] = (this.talkMs[speaker] ?? 0) + (step.to - step.from) * this.frameMs;
    const active = new Map(speakers.map((speaker) => [speaker, confidence]));
    return this.tracker.step(active, step.from * this.frameMs);
  }

  private isOverlap({ from, to }: FrameSpan): boolean {
    const { activity } = this.history.frames();
    let sum = 0;
    for (let n = from - this.history.first; n < to - this.history.first; n += 1)
      sum += activity[2 * n + 1] ?? 0;
    return sum / (to - from) >= this.metadata.diarization.overlapAbove;
  }

  /** Speech in the window round a step, in frame numbers of the stream. */
  private speechRound(step: FrameSpan): FrameSpan[] {
    const { activity } = this.history.frames();
    const middle = Math.round((step.from + step.to) / 2);
    const from = Math.max(this.history.first, middle - HALF_WINDOW);
    const to = Math.min(this.history.next, middle + HALF_WINDOW);
    const { speechAbove } = this.metadata.diarization;
    const mask = Uint8Array.from({ length: to - from }, (_, n) =>
      (activity[2 * (from + n - this.history.first)] ?? 0) >= speechAbove ? 1 : 0,
    );
    const spans = tidySpans(spansOf(mask)).map((span) => ({ from: span.from + from, to: span.to + from }));
    // Only the stretch that the step lies in: across a pause it may be another person.
    const own = spans.filter((span) => span.from < step.to && span.to > step.from);
    return own.length > 0 ? own : [];
  }
}
