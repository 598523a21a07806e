import { BYTES_PER_SAMPLE, WIRE_ENCODINGS, type WireEncoding } from '@undertone/protocol';
import { SessionFault } from './session-fault.js';

/** The fault for an unsupported encoding. Its message lists the supported ones. */
export const unsupportedEncoding = (param: string): SessionFault =>
  new SessionFault('unsupported_audio_format', `${param} must be one of ${WIRE_ENCODINGS.join(', ')}`, {
    param,
  });

export const bytesPerSample = (encoding: WireEncoding): number => BYTES_PER_SAMPLE[encoding];

/**
 * The time that samples take, exactly.
 * @param samples a count, or a position on a channel's clock
 * @param sampleRateHz samples a second
 * @returns milliseconds, with their fraction
 */
export const samplesToMs = (samples: number, sampleRateHz: number): number =>
  (samples * 1_000) / sampleRateHz;

/** The time that samples take, in whole milliseconds, rounded down. */
export const samplesToWholeMs = (samples: number, sampleRateHz: number): number =>
  Math.floor(samplesToMs(samples, sampleRateHz));

/**
 * Whether every 32-bit float in the payload is finite. It checks only the exponent (all ones means infinity or not a
 * number, IEEE 754 §3.4), byte by byte, because a payload inside a message is rarely aligned to four bytes.
 */
export const allFinite = (payload: Uint8Array): boolean => {
  for (let at = 3; at < payload.length; at += 4) {
    if (((payload[at] ?? 0) & 0x7f) === 0x7f && ((payload[at - 1] ?? 0) & 0x80) !== 0) return false;
  }
  return true;
};
