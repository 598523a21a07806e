import { DEFAULT_MOST_SPEAKERS, MOST_SPEAKERS } from './diarize.js';
import { FrameHistory } from './frame-history.js';
import { FramePool } from './frame-pool.js';
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
import { type LiveVoice, LiveVoices } from './live-voices.js';
import { voiceprintOf } from './merge-voices.js';
import { ToldTurns } from './told-turns.js';
import { LEAST_SPEECH_SECONDS } from './voiceprint-accumulator.js';
import { WindowEmbedder } from './window-embedder.js';

/** The number of frames that one decision covers. */
const STEP_FRAMES = 5;
/** The largest number of frames on either side of a decision that its window contains. */
const HALF_WINDOW = 12;
/** Another voice must be closer than the current one by this much, as a cosine. */
const STAY_BONUS = 0.08;
const HALF_SURE_MARGIN = 0.15;
/** A new voice is announced only if it is still there this much later; a known voice does not wait. */
const OPENING_FRAMES = 2 * STEP_FRAMES;

/**
 * Separates the speakers of one mixed live stream. Every 250 ms, a window around a moment `latencyMs` ago is
 * compared with the voices so far. These voices are found again among all audio up to the present as the
 * stream goes on (`live-voices.ts`): later decisions profit from it, and turns that were told may be revised
 * (`told-turns.ts`). A new voice waits up to 500 ms more, because its number cannot be withdrawn.
 *
 * @throws SpeakerError `bad_option`
 */
export const createOnlineDiarizer = (
  metadata: SpeakerMetadata,
  options: OnlineDiarizerOptions = {},
): OnlineDiarizer => {
  const { maxSpeakers = DEFAULT_MOST_SPEAKERS, latencyMs = 1_500 } = options;
  if (!(Number.isSafeInteger(maxSpeakers) && maxSpeakers >= 1 && maxSpeakers <= MOST_SPEAKERS))
    throw new SpeakerError('bad_option', `maxSpeakers: expected a whole number from 1 to ${MOST_SPEAKERS}`);
  if (!(latencyMs >= 500 && latencyMs <= 5_000))
    throw new SpeakerError('bad_option', 'latencyMs: expected 500 to 5000');
  return new LiveDiarizer(metadata, maxSpeakers, latencyMs);
};

/** The speech around a step, and the voices by their similarity to it, the most similar first. */
interface Window {
  readonly spans: readonly FrameSpan[];
  readonly ranking: readonly {
    readonly voice: LiveVoice;
    readonly likeness: number;
    readonly score: number;
  }[];
}

class LiveDiarizer implements OnlineDiarizer {
  private readonly history: FrameHistory;
  private readonly live: LiveVoices;
  private readonly embedder: WindowEmbedder;
  private readonly tracker = new TurnTracker();
  private readonly told: ToldTurns;
  /** The speech of each open turn that is not beneath another one. */
  private readonly spoken = new Map<number, { readonly pool: FramePool; frames: number }>();
  private readonly talkMs: number[] = [];
  private readonly frameMs: number;
  private readonly latencyFrames: number;
  private decided = 0;
  private heard = 0;
  private current = -1;
  /** The finding of voices with which the told turns were compared last. */
  private looked = 0;

  constructor(
    private readonly metadata: SpeakerMetadata,
    maxSpeakers: number,
    latencyMs: number,
  ) {
    this.history = new FrameHistory(metadata);
    this.live = new LiveVoices(metadata, maxSpeakers);
    this.told = new ToldTurns(metadata);
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
    return this.decide(false);
  }

  end(): readonly OnlineDiarizerEvent[] {
    const events = this.decide(true);
    events.push(...this.ended(this.tracker.end(this.decided * this.frameMs)));
    this.live.refresh();
    events.push(...this.reconsider(true));
    return events;
  }

  speakers(): readonly DiarizedSpeaker[] {
    const voiceprints = new Map(this.live.voices.map(({ number, voiceprint }) => [number, voiceprint]));
    return this.talkMs.map((talkMs, speaker) => {
      const voiceprint = voiceprints.get(speaker);
      const told = voiceprint !== undefined && voiceprint.speechSeconds >= LEAST_SPEECH_SECONDS;
      return { speaker, talkMs, ...(told ? { voiceprint } : {}) };
    });
  }

  private decide(last: boolean): OnlineDiarizerEvent[] {
    const events: OnlineDiarizerEvent[] = [];
    const until = last ? this.history.next : this.history.next - this.latencyFrames;
    while (this.decided + (last ? 1 : STEP_FRAMES) <= until) {
      const step = { from: this.decided, to: Math.min(until, this.decided + STEP_FRAMES) };
      const window = this.consider(step, last);
      if (window === undefined) break;
      this.decided = step.to;
      events.push(...this.ended(this.decideStep(step, window)));
      if (this.live.finds > this.looked) events.push(...this.reconsider(false));
    }
    this.history.forget(this.decided - 2 * HALF_WINDOW);
    return events;
  }

  /** Keeps the speech of a step for the turn of the nearest voice. */
  private keep({ from, to }: FrameSpan): void {
    const own = this.spoken.get(this.current) ?? { pool: new FramePool(this.metadata), frames: 0 };
    own.pool.add(this.history.frames(), from - this.history.first, to - this.history.first);
    own.frames += to - from;
    this.spoken.set(this.current, own);
  }

  /** Remembers the turns that end, as long as they may be revised. */
  private ended(events: OnlineDiarizerEvent[]): OnlineDiarizerEvent[] {
    for (const event of events) {
      if (event.type !== 'turn_end') continue;
      const { id, turn } = event;
      const spoken = this.spoken.get(turn.speaker);
      this.spoken.delete(turn.speaker);
      this.told.add(id, turn, spoken && voiceprintOf(this.metadata, spoken.pool, spoken.frames));
    }
    return events;
  }

  /** Compares the told turns with the voices as they are thought to be now. */
  private reconsider(last: boolean): OnlineDiarizerEvent[] {
    this.looked = this.live.finds;
    const events = this.told.look(this.live, this.decided * this.frameMs, last);
    for (const { speaker, previous, startMs, endMs } of events) {
      this.live.retell({ from: startMs / this.frameMs, to: endMs / this.frameMs }, speaker);
      this.talkMs[previous] = (this.talkMs[previous] ?? 0) - (endMs - startMs);
      this.talkMs[speaker] = (this.talkMs[speaker] ?? 0) + (endMs - startMs);
    }
    return events;
  }

  /**
   * Compares a step with what is known so far. While it would open a new voice, compares it again with the
   * frames after it.
   * @returns undefined when more frames are needed first
   */
  private consider(step: FrameSpan, last: boolean): Window | undefined {
    const latest = step.to + this.latencyFrames + OPENING_FRAMES;
    for (let until = Math.max(this.heard, step.to + this.latencyFrames); ; until += STEP_FRAMES) {
      if (until > this.history.next && !last) return undefined;
      this.hear(until);
      const window = this.look(step);
      if (until >= Math.min(latest, last ? this.history.next : latest) || !this.isNew(window)) return window;
    }
  }

  /**
   * Whether the nearest voice has no number yet. This includes the first voice: how it is analyzed decides
   * what becomes a second one.
   */
  private isNew({ ranking: [nearest] }: Window): boolean {
    return nearest !== undefined && nearest.voice.number < 0;
  }

  /** What the voices learn depends only on the decision, so the result does not depend on how the stream is cut. */
  private hear(until: number): void {
    const to = Math.min(this.history.next, until);
    if (to <= this.heard) return;
    const span = { from: this.heard - this.history.first, to: to - this.history.first };
    this.live.push(this.history.frames(), span, this.history.first);
    this.heard = to;
  }

  /** Compares the speech around a step with the voices so far. */
  private look(step: FrameSpan): Window {
    const spans = this.speechRound(step);
    if (spans.length === 0) return { spans, ranking: [] };
    const frames = this.history.frames();
    const local = spans.map(({ from, to }) => ({
      from: from - this.history.first,
      to: to - this.history.first,
    }));
    const embedding = this.embedder.embed(frames, local);
    const speech = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    const speechSeconds = (speech * this.frameMs) / 1_000;
    this.live.update({ space: this.metadata.space, embedding, speechSeconds });
    const likeness = this.live.compare(embedding);
    const ranking = this.live.voices
      .map((voice, n) => {
        const like = likeness[n] ?? 0;
        return { voice, likeness: like, score: like + (voice.number === this.current ? STAY_BONUS : 0) };
      })
      .sort((a, b) => b.score - a.score);
    return { spans, ranking };
  }

  private decideStep(step: FrameSpan, { spans, ranking }: Window): OnlineDiarizerEvent[] {
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) return this.tracker.end(step.from * this.frameMs);
    const spoken = { from: Math.max(step.from, first.from), to: Math.min(step.to, last.to) };
    const events = this.assign(spoken, ranking);
    this.keep(spoken);
    return spoken.to < step.to ? [...events, ...this.tracker.end(spoken.to * this.frameMs)] : events;
  }

  private assign(step: FrameSpan, [nearest, next]: Window['ranking']): OnlineDiarizerEvent[] {
    if (nearest === undefined) return this.announce(step, []);
    const margin = next === undefined ? 1 : nearest.likeness - next.likeness;
    const number = this.live.tell(nearest.voice, step);
    this.current = number;
    const second = next?.voice.number ?? -1;
    const both = second >= 0 && this.isOverlap(step);
    const confidence = 1 / (1 + Math.exp(-2 * (Math.abs(margin) / HALF_SURE_MARGIN - 1)));
    return this.announce(step, both ? [number, second] : [number], next === undefined ? 1 : confidence);
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

  /** Speech in the window around a step, in frame numbers of the stream. */
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
    // Only the stretch that contains the step: after a pause it may be another person.
    const own = spans.filter((span) => span.from < step.to && span.to > step.from);
    return own.length > 0 ? own : [];
  }
}
