import {
  ProsodyExtractor,
  VoiceActivity,
  type ProsodySummary,
  type VoiceActivityEvent,
} from '@undertone/prosody';
import type { CaptureAnalysis } from './capture-analysis.js';
import type { EdgeProsody } from './capture-messages.js';
import { EdgeMeter } from './edge-meter.js';

/** Prosody and voice activity of one channel, computed in the page. Allocates nothing per hop. */
export class EdgeAnalysis implements CaptureAnalysis {
  private readonly extractor: ProsodyExtractor;
  private readonly activity = new VoiceActivity();
  private readonly meter: EdgeMeter;

  constructor(
    channel: number,
    private readonly onEvent: (event: VoiceActivityEvent) => void,
  ) {
    this.meter = new EdgeMeter(channel);
    this.extractor = new ProsodyExtractor(
      {},
      {
        onFrame: (frame) => this.meter.addFrame(frame),
        onLevel: (level) => {
          this.meter.addLevel(level);
          this.tell(this.activity.update(level));
        },
      },
    );
  }

  get speaking(): boolean {
    return this.activity.speaking;
  }

  push(hop: Float32Array): void {
    this.extractor.push(hop);
  }

  finish(): void {
    this.extractor.flush();
    this.tell(this.activity.finish());
  }

  reset(): void {
    this.extractor.reset();
    this.activity.reset();
    this.meter.reset();
  }

  report(sample: number): Readonly<EdgeProsody> {
    return this.meter.report(sample, this.activity.speaking);
  }

  summary(windowMs: number): ProsodySummary {
    return this.extractor.summary(windowMs);
  }

  private tell(event: VoiceActivityEvent | null): void {
    if (event !== null) this.onEvent(event);
  }
}
