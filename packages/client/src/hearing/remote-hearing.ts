import type { PageModel } from '@undertone/protocol';
import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import type { CapturedGap } from '../transport/audio-sender.js';
import { connectCalls, type Remote } from '../worker/calls.js';
import { garbled, type HelperHost } from '../worker/helper-host.js';
import type { HearingSink } from './hearing-sink.js';

/** What the page hears with. Addresses are absolute. */
export interface HearingAssets {
  /** The live reader, an `.onnx` file with its `.json` beside it. */
  reader: string;
  runtime: string;
  /** Audio behind each message, ms. */
  intervalMs: number;
}

/** The functions that the transport worker calls in the hearing worker. */
export interface HearingApi {
  /** @returns what the hello says of the model */
  load(assets: HearingAssets, channelCount: number): Promise<PageModel>;
  audio(channel: number, firstSample: number, samples: Int16Array): void;
  gap(gap: CapturedGap): void;
  flush(): Promise<void>;
  finish(): Promise<void>;
}

/** Beyond this much unheard sound, sound is declared as a gap: a page that cannot keep up stays near the present. */
const BEHIND_SAMPLES = 4 * ANALYSIS_SAMPLE_RATE_HZ;
/** Beyond this much, the worker counts as gone: no browser says that a worker's thread hangs. */
const LOST_SAMPLES = 10 * ANALYSIS_SAMPLE_RATE_HZ;

interface Lane {
  /** One past the newest sample that was given. */
  given: number;
  /** One past the newest sample that was heard. */
  heard: number;
  /** Consent was withdrawn: what was given before it is never told. */
  withdrawn: number;
}

/** The hearing worker as the transport worker sees it. Sound goes in, features come out, and nothing else does. */
export class RemoteHearing {
  private readonly lanes: readonly Lane[];
  private readonly api: Remote<HearingApi>;
  private readonly port: MessagePort;
  /** Never resolves. Rejects when the worker is gone. */
  private readonly lost: Promise<never>;
  private phase: 'loading' | 'loaded' | 'over' = 'loading';

  /**
   * @param sink gets what was heard
   * @param onFailure called once when the worker fails after {@link load}; nothing is heard afterwards
   */
  constructor(
    private readonly page: HelperHost,
    private readonly assets: HearingAssets,
    channelCount: number,
    private readonly sink: HearingSink,
    private readonly onFailure: (cause: unknown) => void,
  ) {
    this.lanes = Array.from({ length: channelCount }, () => ({ given: 0, heard: 0, withdrawn: 0 }));
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const own: HearingSink = {
      heard: (features) => this.heard(features),
      skipped: (gap) => this.skipped(gap),
    };
    this.api = connectCalls<HearingApi>(port1, own);
    this.lost = Promise.race([page.startHelper('hearing', port2), garbled(port1)]);
    this.lost.catch((cause: unknown) => this.fail(cause));
  }

  /** Loads reader and runtime. @throws when they cannot be loaded */
  async load(): Promise<PageModel> {
    const model = await Promise.race([this.lost, this.api.load(this.assets, this.lanes.length)]);
    this.phase = 'loaded';
    return model;
  }

  /** One past the newest sample that was given, per channel. */
  get positions(): number[] {
    return this.lanes.map(({ given }) => given);
  }

  /** Takes PCM16 at its position on the 16 kHz clock. The samples are copied. */
  audio(channel: number, firstSample: number, samples: Int16Array): void {
    const lane = this.lanes[channel];
    if (lane === undefined) return;
    const behind = firstSample - lane.heard;
    const sampleCount = samples.length;
    if (behind > BEHIND_SAMPLES) this.gap({ channel, firstSample, sampleCount, reason: 'backpressure' });
    else this.give(channel, firstSample + sampleCount, this.api.audio(channel, firstSample, samples));
    if (behind > LOST_SAMPLES) this.fail(new Error('it does not answer'));
  }

  gap(gap: CapturedGap): void {
    this.give(gap.channel, gap.firstSample + gap.sampleCount, this.api.gap(gap));
  }

  /** Resolves when everything that was given was told. */
  async flush(): Promise<void> {
    await this.answer(this.api.flush());
  }

  async finish(): Promise<void> {
    await this.answer(this.api.finish());
  }

  /** Consent was withdrawn: what was not told yet is a gap. */
  withdraw(): void {
    for (const lane of this.lanes) lane.withdrawn = lane.given;
  }

  close(): void {
    this.phase = 'over';
    this.port.close();
    this.page.stopHelper('hearing');
  }

  private give(channel: number, end: number, answer: Promise<void>): void {
    const lane = this.lanes[channel];
    if (lane !== undefined) lane.given = Math.max(lane.given, end);
    answer.catch((cause: unknown) => this.fail(cause));
  }

  /** A worker that is gone does not answer, and whoever waits is told so by {@link onFailure}. */
  private async answer(asked: Promise<void>): Promise<void> {
    try {
      await Promise.race([this.lost, asked]);
    } catch (cause) {
      this.fail(cause);
    }
  }

  private heard(features: Parameters<HearingSink['heard']>[0]): void {
    const { channel, firstSample, sampleCount } = features;
    const lane = this.lanes[channel];
    if (this.phase === 'over' || lane === undefined) return;
    lane.heard = firstSample + sampleCount;
    if (firstSample < lane.withdrawn)
      this.sink.skipped({ channel, firstSample, sampleCount, reason: 'privacy' });
    else this.sink.heard(features);
  }

  private skipped(gap: CapturedGap): void {
    const lane = this.lanes[gap.channel];
    if (this.phase === 'over' || lane === undefined) return;
    lane.heard = gap.firstSample + gap.sampleCount;
    this.sink.skipped(gap);
  }

  private fail(cause: unknown): void {
    const wasLoaded = this.phase === 'loaded';
    if (this.phase === 'over') return;
    this.close();
    // Before, whoever loads hears of it.
    if (wasLoaded) this.onFailure(cause);
  }
}
