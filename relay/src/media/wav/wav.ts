import { ALAW_TABLE, MULAW_TABLE } from '@undertone/hearing';
import { BLOCK_FRAMES, isSupportedRate, type PcmBlock, type PcmSource } from '../common/audio-format.js';
import { viewOf } from '../common/bytes.js';
import { undecodable } from '../common/media-error.js';
import { readWavLayout, type WavLayout } from './wav-layout.js';

type ReadSample = (view: DataView, offset: number) => number;

/** A WAV file, block by block. */
export const openWav = (bytes: Uint8Array): PcmSource => {
  const layout = readWavLayout(bytes);
  const { codec, sampleRateHz, frames } = layout;
  // At another rate it is refused anyhow, with a better word.
  const declaredS = isSupportedRate(sampleRateHz) ? frames / sampleRateHz : 0;
  return { codec, sampleRateHz, declaredS, blocks: blocksOf(bytes, layout) };
};

function* blocksOf(bytes: Uint8Array, layout: WavLayout): Generator<PcmBlock> {
  const { channels, sampleBytes, sampleRateHz, dataOffset, frames, truncated } = layout;
  const view = viewOf(bytes);
  const read = readerOf(layout);
  const stride = channels * sampleBytes;
  for (let from = 0; from < frames; from += BLOCK_FRAMES) {
    const length = Math.min(BLOCK_FRAMES, frames - from);
    const output = Array.from({ length: channels }, (_, channel) => {
      const samples = new Float32Array(length);
      let at = dataOffset + from * stride + channel * sampleBytes;
      for (let i = 0; i < length; i++, at += stride) samples[i] = read(view, at);
      return samples;
    });
    yield { channels: output, sampleRateHz, damaged: truncated };
  }
}

const readerOf = ({ codec, sampleBytes }: WavLayout): ReadSample => {
  switch (codec) {
    case 'mulaw':
      return (view, at) => MULAW_TABLE[view.getUint8(at)] ?? 0;
    case 'alaw':
      return (view, at) => ALAW_TABLE[view.getUint8(at)] ?? 0;
    case 'float':
      return sampleBytes === 8
        ? (view, at) => bounded(view.getFloat64(at, true))
        : (view, at) => bounded(view.getFloat32(at, true));
    case 'pcm':
      return integerReader(sampleBytes);
  }
};

const integerReader = (sampleBytes: WavLayout['sampleBytes']): ReadSample => {
  switch (sampleBytes) {
    case 1:
      // Eight bits are unsigned, more are signed.
      return (view, at) => (view.getUint8(at) - 128) / 128;
    case 2:
      return (view, at) => view.getInt16(at, true) / 32_768;
    case 3:
      return (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608;
    case 4:
    case 8:
      return (view, at) => view.getInt32(at, true) / 2_147_483_648;
  }
};

/** Clips values beyond full scale and refuses NaN, as on a live stream. */
const bounded = (value: number): number => {
  if (Number.isFinite(value)) return Math.min(1, Math.max(-1, value));
  throw undecodable('the WAV file has samples that are not numbers');
};
