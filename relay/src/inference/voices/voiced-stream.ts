import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import type { RevisedSpan } from '../../domain/call/call-types.js';
import { samplesToMs } from '../../domain/live/audio-encoding.js';
import { ChannelIntake } from '@undertone/hearing';
import { BYTES_PER_SAMPLE } from '@undertone/protocol';
import { type ChannelSpec, InferenceError, type InferenceFault, type InferenceStream } from '../port.js';
import { HeldAudio } from './held-audio.js';
import { SpeakerTimeline } from './speaker-timeline.js';
import { REVISABLE_MS } from '@undertone/speaker';
import type { HeardVoice, VoiceMode, VoiceNews } from './voice-messages.js';
import type { LiveTracker, SpeakerTrackers } from './voice-pool.js';

/** Audio goes to the voice worker in pieces of this length. One message per frame would cost more than the work. */
const PIECE_MS = 250;
/** If audio is held for longer than this, the worker does not keep up, and nothing waits for it any more. */
const LONGEST_HOLD_MS = 10_000;
/** How long a new voice that may be the agent's is held. If it is still unknown then, it counts as a caller. */
const LONGEST_DOUBT_MS = 6_000;
/** The maximum time for the last decisions when a stream ends. */
const FINISH_MS = 2_000;

/** Whether a voice may be analyzed. `unknown` until there is enough speech to tell. */
export type VoiceRole = 'caller' | 'agent' | 'unknown';

export interface VoicedChannel extends ChannelSpec {
  /** Absent: nobody listens to who speaks on the channel. */
  readonly voices?: VoiceMode;
}

export interface VoicedStreamOptions {
  readonly channels: readonly VoicedChannel[];
  readonly trackers: SpeakerTrackers;
  /** Whether a consent covers voiceprints. */
  readonly voiceprints: boolean;
  /** The name of a voice on a mixed channel. */
  readonly nameOf: (channel: number, speaker: number) => string;
  /** Called when there is enough speech of a voice to compare it. */
  readonly onVoice: (channel: number, voice: HeardVoice) => void;
  /** Called when two voices speak at once. */
  readonly onOverlap: (channel: number, speakers: readonly string[], startMs: number, endMs: number) => void;
  /**
   * Called when spans belong to other voices than was told.
   * @param speakerOf the name of the voice that speaks longest in a span, as it is thought now
   * @returns the spans to give again with the next news: what was told of them is not complete yet
   */
  readonly onRevised: (
    channel: number,
    spans: readonly RevisedSpan[],
    speakerOf: (startMs: number, endMs: number) => string | undefined,
  ) => readonly RevisedSpan[];
  /** Called when the voices of a channel are no longer distinguished, before the held audio continues. */
  readonly onLost: (channel: number, reason: string) => void;
  /** If agents may not be analyzed and one is known, the audio of a voice whose role is still unknown waits. */
  readonly roleOf: (channel: number, speaker: number) => VoiceRole;
  readonly after: (ms: number, run: () => void) => () => void;
}

interface ListenedChannel {
  readonly spec: VoicedChannel;
  readonly intake: ChannelIntake;
  tracker: LiveTracker | undefined;
  /** Present on mixed channels. */
  readonly held: HeldAudio | undefined;
  readonly timeline: SpeakerTimeline;
  decidedMs: number;
  /** Spans that are revised, and whose turns are not all told yet. */
  revised: readonly RevisedSpan[];
}

/**
 * Finds who speaks while a stream is analyzed. A channel of one person passes through at once. The audio of a mixed channel
 * waits 2.3 to 3.1 s until it is decided who speaks in it. So each result belongs to one voice, and an agent's speech never
 * reaches the emotion model if that is forbidden.
 */
export class VoicedStream implements InferenceStream {
  private readonly lanes: readonly (ListenedChannel | undefined)[];
  private finished: (() => void)[] = [];

  constructor(
    private readonly inner: InferenceStream,
    private readonly options: VoicedStreamOptions,
  ) {
    this.lanes = options.channels.map((spec, channel) =>
      spec.voices === undefined || !spec.analyse ? undefined : this.open(spec, spec.voices, channel),
    );
  }

  push(channel: number, firstSample: number, payload: Uint8Array): void {
    const lane = this.lanes[channel];
    if (lane === undefined) {
      this.inner.push(channel, firstSample, payload);
      return;
    }
    if (lane.held === undefined) this.pass(channel, lane, firstSample, payload);
    else {
      if (firstSample < lane.held.nextIn) throw badSpan(`sample ${firstSample} was already given`);
      if (firstSample > lane.held.nextIn) this.gap(channel, lane.held.nextIn, firstSample - lane.held.nextIn);
      if (payload.length % BYTES_PER_SAMPLE[lane.spec.encoding] !== 0) {
        throw badSpan(`${payload.length} bytes are not whole samples`);
      }
      lane.held.push(firstSample, payload);
    }
    lane.intake.add(payload, (piece) => {
      lane.tracker?.audio(piece.payload);
      lane.intake.recycle(piece.payload);
    });
    this.limit(channel, lane);
  }

  /** A channel of one person does not wait. Once the person is known to be an agent who may not be analyzed, it becomes a gap. */
  private pass(channel: number, { spec }: ListenedChannel, firstSample: number, payload: Uint8Array): void {
    const count = payload.length / BYTES_PER_SAMPLE[spec.encoding];
    if (this.options.roleOf(channel, 0) === 'agent' && Number.isInteger(count)) {
      this.inner.gap(channel, firstSample, count);
    } else this.inner.push(channel, firstSample, payload);
  }

  gap(channel: number, firstSample: number, count: number): void {
    const lane = this.lanes[channel];
    if (lane?.held === undefined) this.inner.gap(channel, firstSample, count);
    else lane.held.gap(firstSample, count);
    if (lane === undefined || count === 0) return;
    const partial = lane.intake.takePartial();
    if (partial !== undefined) lane.tracker?.audio(partial.payload);
    lane.tracker?.gap(samplesToMs(count, lane.spec.sampleRate));
    this.limit(channel, lane);
  }

  nextSample(channel: number): number {
    return this.lanes[channel]?.held?.nextIn ?? this.inner.nextSample(channel);
  }

  learned(): ReturnType<InferenceStream['learned']> {
    return this.inner.learned();
  }

  /** Held audio continues as the current speaker, because a flush cannot wait for later audio. */
  flush(): Promise<void> {
    this.lanes.forEach((lane, channel) => lane && this.releaseAll(channel, lane));
    return this.inner.flush();
  }

  async finish(): Promise<void> {
    await this.lastDecisions();
    this.lanes.forEach((lane, channel) => lane && this.releaseAll(channel, lane));
    await this.inner.finish();
  }

  update(change: Parameters<InferenceStream['update']>[0]): void {
    this.inner.update(change);
  }

  close(): void {
    for (const lane of this.lanes) {
      lane?.tracker?.close();
      lane?.held?.wipe();
      lane?.intake.wipe();
      if (lane !== undefined) lane.tracker = undefined;
    }
    this.inner.close();
    this.wakeFinish();
  }

  onResult(listener: (result: AnalysisResult) => void): void {
    this.inner.onResult((result) => {
      const lane = this.lanes[result.channel];
      if (lane?.held === undefined) {
        listener(result);
        return;
      }
      const speaker = lane.timeline.ownerOf(result.startMs, result.endMs);
      const named = speaker === undefined ? {} : { speaker: this.options.nameOf(result.channel, speaker) };
      listener({ ...result, mixed: true, ...named });
    });
  }

  onFault(listener: (fault: InferenceFault) => void): void {
    this.inner.onFault(listener);
  }

  /** Stops listening at once. Held audio continues as the last speaker. @returns the inner stream, so that it can be used on */
  unwrap(): InferenceStream {
    this.lanes.forEach((lane, channel) => {
      if (lane === undefined) return;
      lane.tracker?.close();
      lane.tracker = undefined;
      lane.intake.wipe();
      this.releaseAll(channel, lane);
    });
    this.wakeFinish();
    return this.inner;
  }

  /** Call it when the last turns have ended: what was revised of them is told. */
  tellRevised(): void {
    this.lanes.forEach((lane, channel) => {
      if (lane !== undefined) lane.revised = this.revise(channel, lane);
    });
  }

  /** Call it when a role became known. Audio that waited for it may continue. */
  reconsider(): void {
    this.lanes.forEach((lane, channel) => lane && this.release(channel, lane));
  }

  private open(spec: VoicedChannel, mode: VoiceMode, channel: number): ListenedChannel {
    const firstSample = spec.firstSample ?? 0;
    const { encoding, sampleRate } = spec;
    const startMs = samplesToMs(firstSample, sampleRate);
    const lane: ListenedChannel = {
      spec,
      intake: new ChannelIntake(spec, PIECE_MS),
      tracker: undefined,
      held: mode === 'mixed' ? new HeldAudio(BYTES_PER_SAMPLE[encoding], firstSample) : undefined,
      timeline: new SpeakerTimeline(),
      decidedMs: startMs,
      revised: [],
    };
    const { voiceprints } = this.options;
    lane.tracker = this.options.trackers.openTracker(
      { encoding, sampleRate, startMs, mode, voiceprints },
      { news: (news) => this.hear(channel, lane, news), lost: (reason) => this.lose(channel, lane, reason) },
    );
    return lane;
  }

  private hear(channel: number, lane: ListenedChannel, news: VoiceNews): void {
    if (lane.tracker === undefined) return;
    const { onVoice, onOverlap, nameOf } = this.options;
    for (const event of news.events) {
      lane.timeline.take(event);
      if (event.type === 'turn_revised') lane.revised = [...lane.revised, event];
      if (event.type !== 'turn_end' || !event.turn.overlap) continue;
      const { startMs, endMs, speaker } = event.turn;
      const others = lane.timeline.within(startMs, endMs).filter((other) => other !== speaker);
      if (others[0] === undefined) continue;
      onOverlap(channel, [nameOf(channel, others[0]), nameOf(channel, speaker)], startMs, endMs);
    }
    for (const voice of news.voices) onVoice(channel, voice);
    lane.decidedMs = news.throughMs;
    this.release(channel, lane);
    lane.revised = this.revise(channel, lane);
    if (!news.last) return;
    lane.tracker = undefined;
    this.wakeFinish();
  }

  private revise(
    channel: number,
    { held, revised, spec, timeline }: ListenedChannel,
  ): readonly RevisedSpan[] {
    const { onRevised, nameOf } = this.options;
    const sinceMs = samplesToMs(held?.nextIn ?? 0, spec.sampleRate) - REVISABLE_MS;
    const spans = revised.filter(({ endMs }) => endMs > sinceMs);
    if (spans.length === 0) return spans;
    return onRevised(channel, spans, (startMs, endMs) => {
      const [voice] = timeline.within(startMs, endMs);
      return voice === undefined ? undefined : nameOf(channel, voice);
    });
  }

  /** Releases the decided audio, cut at each point where somebody begins or stops. */
  private release(channel: number, lane: ListenedChannel): void {
    const { held, timeline, spec } = lane;
    if (held === undefined) return;
    const msOf = (sample: number): number => samplesToMs(sample, spec.sampleRate);
    const sampleOf = (ms: number): number => Math.floor((ms * spec.sampleRate) / 1000);
    const endMs = Math.min(lane.decidedMs, msOf(held.nextIn));
    for (let atMs = msOf(held.nextOut); atMs < endMs;) {
      // At least one sample further, so that rounding cannot cause an endless loop.
      const untilMs = Math.max(timeline.nextChange(atMs, endMs), msOf(held.nextOut + 1));
      const roles = timeline
        .within(atMs, untilMs)
        .map((speaker) => this.knownRole(channel, lane, speaker, atMs));
      if (roles.includes('unknown')) return;
      held.release(
        Math.max(sampleOf(untilMs), held.nextOut + 1),
        !roles.includes('agent'),
        this.sink(channel),
      );
      atMs = msOf(held.nextOut);
    }
  }

  private knownRole(channel: number, lane: ListenedChannel, speaker: number, atMs: number): VoiceRole {
    const role = this.options.roleOf(channel, speaker);
    if (role !== 'unknown') return role;
    const sinceMs = lane.timeline.startOf(speaker, atMs) ?? atMs;
    return lane.decidedMs - sinceMs > LONGEST_DOUBT_MS ? 'caller' : 'unknown';
  }

  /** Releases without further decisions: as the last speaker, or not at all if that may be the agent. */
  private releaseAll(channel: number, lane: ListenedChannel): void {
    const { held, timeline, spec } = lane;
    if (held === undefined) return;
    this.release(channel, lane);
    const startMs = samplesToMs(held.nextOut, spec.sampleRate);
    const endMs = samplesToMs(held.nextIn, spec.sampleRate);
    const owner = timeline.ownerOf(startMs, endMs);
    const role = owner === undefined ? 'caller' : this.options.roleOf(channel, owner);
    held.release(held.nextIn, role === 'caller', this.sink(channel));
  }

  private sink(channel: number) {
    return {
      push: (firstSample: number, payload: Uint8Array) => this.inner.push(channel, firstSample, payload),
      gap: (firstSample: number, count: number) => this.inner.gap(channel, firstSample, count),
    };
  }

  private limit(channel: number, lane: ListenedChannel): void {
    const { held, spec } = lane;
    if (held === undefined) return;
    if (lane.tracker === undefined) {
      this.releaseAll(channel, lane);
      return;
    }
    const heldMs = samplesToMs(held.nextIn - held.nextOut, spec.sampleRate);
    if (heldMs <= LONGEST_HOLD_MS) return;
    lane.tracker.close();
    this.lose(channel, lane, 'it did not keep up');
  }

  private lose(channel: number, lane: ListenedChannel, reason: string): void {
    if (lane.tracker === undefined) return;
    lane.tracker = undefined;
    this.options.onLost(channel, reason);
    this.releaseAll(channel, lane);
    this.wakeFinish();
  }

  /** Resolves when every tracker has decided all its audio, or after the maximum time. */
  private lastDecisions(): Promise<void> {
    const open = this.lanes.filter((lane) => lane?.tracker !== undefined);
    if (open.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.options.after(FINISH_MS, resolve);
      this.finished.push(() => {
        cancel();
        resolve();
      });
      for (const lane of open) {
        const partial = lane?.intake.takePartial();
        if (partial !== undefined) lane?.tracker?.audio(partial.payload);
        lane?.tracker?.end();
      }
    });
  }

  private wakeFinish(): void {
    if (this.lanes.some((lane) => lane?.tracker !== undefined)) return;
    for (const resolve of this.finished.splice(0)) resolve();
  }
}

const badSpan = (message: string): InferenceError => new InferenceError('bad_span', message, false);
