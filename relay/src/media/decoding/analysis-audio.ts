import { MonoMixer } from '@undertone/hearing';
import { ANALYSIS_SAMPLE_RATE_HZ, Resampler } from '@undertone/prosody';
import {
  HIGHEST_RATE_HZ,
  isSupportedRate,
  LOWEST_RATE_HZ,
  MAX_CHANNELS,
  type PcmBlock,
} from '../common/audio-format.js';
import { MediaError, undecodable } from '../common/media-error.js';

export type ChannelLayout = 'mono' | 'separate';

/** The resampler's limit. Rates that need more phases are rounded to the grain, which changes pitch and length by less than .1 %. */
const MOST_PHASES = 2_000;
const RATE_GRAIN_HZ = 8;

/**
 * Turns a decoder's blocks into 16 kHz, mixed to one channel or separate, and counts the seconds. The limit applies to the
 * decoded audio, whatever a header says. The rate or the channels may change in the middle, as in chained files.
 */
export class AnalysisAudio {
  damaged = false;
  sampleRateHz = 0;
  channels = 0;
  private mixer = new MonoMixer();
  private resamplers: Resampler[] = [];
  /** Samples at the current rate, and the seconds before the rate changed. */
  private frames = 0;
  private earlierS = 0;

  constructor(
    private readonly layout: ChannelLayout,
    private readonly maxSeconds: number,
  ) {}

  /** The duration on the file's own clock. */
  get durationS(): number {
    return this.frames === 0 ? this.earlierS : this.earlierS + this.frames / this.sampleRateHz;
  }

  /** @throws MediaError `audio_too_long`, `undecodable_audio` */
  take(block: PcmBlock): Float32Array[] {
    const frames = block.channels[0]?.length ?? 0;
    this.damaged ||= block.damaged === true;
    if (frames === 0) return [];
    this.follow(block);
    this.frames += frames;
    if (this.durationS > this.maxSeconds) {
      throw tooLong(this.maxSeconds);
    }
    const inputs = this.layout === 'mono' ? [this.mixer.mix(block.channels)] : block.channels;
    return this.resamplers.map((resampler, i) => {
      const input = inputs[i] ?? new Float32Array(frames);
      const output = new Float32Array(resampler.maxOutput(input.length));
      return output.subarray(0, resampler.process(input, output));
    });
  }

  /** Returns the samples that the resamplers held back. */
  finish(): Float32Array[] {
    return this.resamplers.map((resampler) => {
      const output = new Float32Array(resampler.maxOutput(0));
      return output.subarray(0, resampler.flush(output));
    });
  }

  private follow({ channels, sampleRateHz }: PcmBlock): void {
    if (sampleRateHz === this.sampleRateHz && channels.length === this.channels) return;
    if (!isSupportedRate(sampleRateHz)) {
      throw undecodable(
        `a sample rate of ${sampleRateHz} Hz is not supported, ${LOWEST_RATE_HZ} to ${HIGHEST_RATE_HZ} are`,
      );
    }
    if (channels.length > MAX_CHANNELS) throw undecodable(`at most ${MAX_CHANNELS} channels are read`);
    if (this.layout === 'separate' && this.channels > 0 && channels.length !== this.channels) {
      throw undecodable('the number of channels changes in the middle');
    }
    this.earlierS = this.durationS;
    this.frames = 0;
    this.sampleRateHz = sampleRateHz;
    this.channels = channels.length;
    this.mixer = new MonoMixer();
    const count = this.layout === 'mono' ? 1 : channels.length;
    // The 2 ms that the old resamplers held back are lost.
    this.resamplers = Array.from({ length: count }, () => new Resampler(resamplerRate(sampleRateHz)));
  }
}

export const tooLong = (maxSeconds: number): MediaError =>
  new MediaError('audio_too_long', `the audio is longer than ${maxSeconds} seconds`);

const resamplerRate = (rateHz: number): number => {
  let [a, b] = [ANALYSIS_SAMPLE_RATE_HZ, rateHz];
  while (b > 0) [a, b] = [b, a % b];
  const isTaken = Number.isInteger(rateHz) && ANALYSIS_SAMPLE_RATE_HZ / a <= MOST_PHASES;
  return isTaken ? rateHz : Math.round(rateHz / RATE_GRAIN_HZ) * RATE_GRAIN_HZ;
};
