import {
  BRIDGED_GAP_MS,
  ChannelIntake,
  earReaders,
  type IntakeChunk,
  type Model,
  type SpanAnswer,
  type VoiceActivityChange,
  WorkerCore,
  type WorkerCoreOptions,
  wholeInterval,
} from '@undertone/hearing';
import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import type { CapturedGap } from '../transport/audio-sender.js';
import { featuresOf } from './features-of.js';
import type { HearingSink } from './hearing-sink.js';

interface Lane {
  readonly intake: ChannelIntake;
  /** Found in a short gap: they go with the next span. */
  changes: readonly VoiceActivityChange[];
}

interface Pending {
  readonly channel: number;
  readonly chunk: IntakeChunk;
  /** Undefined: it is audio. */
  readonly gap?: CapturedGap;
}

const STREAM = 0;

/** All channels of one session, heard by the code that hears in the relay's workers. */
export class Listening {
  private readonly core: WorkerCore;
  private readonly lanes: readonly Lane[];
  private readonly pending = new Map<number, Pending>();
  private newest = 0;

  /** @param intervalMs audio behind each message, in whole blocks */
  constructor(
    model: Model,
    channelCount: number,
    intervalMs: number,
    private readonly sink: HearingSink,
    options: WorkerCoreOptions,
  ) {
    const hearing = model.metadata.classifier === undefined ? { model } : { readers: earReaders(model) };
    this.core = new WorkerCore(hearing, (answers) => answers.forEach((each) => this.answered(each)), options);
    const spec = { encoding: 'pcm_s16le', sampleRate: ANALYSIS_SAMPLE_RATE_HZ } as const;
    const interval = wholeInterval(intervalMs, this.core.blockMs);
    this.lanes = Array.from({ length: channelCount }, () => ({
      intake: new ChannelIntake(spec, interval),
      changes: [],
    }));
    const channels = this.lanes.map(() => ({ ...spec, startMs: 0 }));
    this.core.receive({ kind: 'open', stream: STREAM, channels, model: true, priority: 'live' });
  }

  /** Takes a channel's next samples; they are copied. A hole before them is a gap. */
  audio(channel: number, firstSample: number, samples: Int16Array): void {
    const { intake } = this.lane(channel);
    const missing = firstSample - intake.nextSample;
    if (missing > 0)
      this.gap({ channel, firstSample: intake.nextSample, sampleCount: missing, reason: 'suspended' });
    const fresh = samples.subarray(Math.max(0, -missing));
    intake.add(new Uint8Array(fresh.buffer, fresh.byteOffset, fresh.byteLength), (chunk) =>
      this.submit(channel, chunk, false),
    );
  }

  /** Takes samples that will never come. */
  gap(gap: CapturedGap): void {
    const { channel, firstSample, sampleCount } = gap;
    const { intake } = this.lane(channel);
    const count = firstSample + sampleCount - intake.nextSample;
    if (count <= 0) return;
    this.submitPartial(channel);
    const chunk = intake.skip(count);
    const id = this.remember({ channel, chunk, gap });
    const durationMs = intake.msAt(count);
    this.core.receive({ kind: 'gap', stream: STREAM, channel, id, durationMs });
  }

  /** Resolves when everything up to here was handed on. */
  async flush(): Promise<void> {
    this.lanes.forEach((_, channel) => this.submitPartial(channel));
    await this.core.idle();
  }

  /** Ends the audio. Resolves when all of it was handed on. */
  async finish(): Promise<void> {
    this.lanes.forEach(({ intake }, channel) =>
      this.submit(channel, intake.takePartial() ?? intake.emptyChunk(), true),
    );
    await this.core.idle();
    for (const { intake } of this.lanes) intake.wipe();
  }

  private lane(channel: number): Lane {
    const lane = this.lanes[channel];
    if (lane === undefined) throw new Error(`there is no channel ${channel}`);
    return lane;
  }

  private submitPartial(channel: number): void {
    const chunk = this.lane(channel).intake.takePartial();
    if (chunk !== undefined) this.submit(channel, chunk, false);
  }

  private submit(channel: number, chunk: IntakeChunk, final: boolean): void {
    const id = this.remember({ channel, chunk });
    this.core.receive({ kind: 'chunk', stream: STREAM, channel, id, payload: chunk.payload, final });
  }

  private remember(pending: Pending): number {
    this.pending.set(++this.newest, pending);
    return this.newest;
  }

  private answered(answer: SpanAnswer): void {
    const pending = this.pending.get(answer.id);
    if (pending === undefined) return;
    this.pending.delete(answer.id);
    const { channel, chunk, gap } = pending;
    const lane = this.lane(channel);
    lane.intake.recycle(chunk.payload);
    switch (answer.kind) {
      case 'gap': {
        const sampleCount = chunk.endSample - chunk.startSample;
        // A long gap ends speech for the relay too, where the gap begins.
        const isBridged = lane.intake.msAt(sampleCount) <= BRIDGED_GAP_MS;
        lane.changes = isBridged ? [...lane.changes, ...answer.vadEvents] : [];
        const reason = gap?.reason ?? 'suspended';
        this.sink.skipped({ channel, firstSample: chunk.startSample, sampleCount, reason });
        return;
      }
      case 'analyzed': {
        // The end of a channel without a rest: the relay closes its turn with the session.
        if (chunk.endSample === chunk.startSample) return;
        const changes = [...lane.changes, ...answer.findings.vadEvents];
        lane.changes = [];
        this.sink.heard(featuresOf(channel, chunk, changes, answer.findings, answer.inferenceMs));
        return;
      }
      case 'undecodable':
        throw new Error('16-bit samples are always audio');
    }
  }
}
