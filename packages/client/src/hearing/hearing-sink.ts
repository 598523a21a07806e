import type { Features } from '@undertone/protocol';
import type { CapturedGap } from '../transport/audio-sender.js';

/** Takes what was heard, each channel's in order and without holes. */
export interface HearingSink {
  heard(features: Features): void;
  skipped(gap: CapturedGap): void;
}
