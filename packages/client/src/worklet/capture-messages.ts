import type { ProsodySummary, VoiceActivityEvent } from '@undertone/prosody';

/** Why the core passes on no sound. The reasons are those of the protocol: see `audio.gap`. */
export type CaptureGapReason = 'muted' | 'device_switch' | 'suspended' | 'privacy';

/** One frame of captured sound. The object is reused: copy what must outlive the callback. */
export interface CaptureFrame {
  channel: number;
  /** Position of the first sample on the session's 16 kHz clock. */
  firstSample: number;
  sampleCount: number;
  /** PCM16; the first `sampleCount` are valid. */
  samples: Int16Array<ArrayBuffer>;
  /** The voice-activity decision at the frame's end. */
  speech: boolean;
  /** Wall-clock time of the first sample, µs since the epoch. */
  captureTsUs: number;
}

export interface CaptureGap {
  channel: number;
  firstSample: number;
  sampleCount: number;
  reason: CaptureGapReason;
}

/** Speech began or ended, as judged from level and periodicity. */
export interface CaptureVad {
  channel: number;
  event: VoiceActivityEvent['type'];
  /** The position of the event on the session's 16 kHz clock. */
  sample: number;
}

/** The page's own prosody of the newest 100 ms. The object is reused. */
export interface EdgeProsody {
  channel: number;
  /** One past the newest sample it covers. */
  sample: number;
  /** Mean over voiced frames, Hz; 0 without any. */
  f0Hz: number;
  /** Share of voiced frames, 0 … 1. */
  voicedShare: number;
  /** dB relative to full scale, −100 … 0. */
  energyDb: number;
  /** Mean over voiced frames, dB; 0 without any. */
  hnrDb: number;
  /** Largest absolute sample, 0 … 1. */
  peak: number;
  syllables: number;
  speaking: boolean;
}

/** Receives the reports of the core, on the audio thread. Objects are reused. */
export interface CaptureSink {
  audio(frame: Readonly<CaptureFrame>): void;
  gap(gap: Readonly<CaptureGap>): void;
  vad(vad: CaptureVad): void;
  prosody(prosody: Readonly<EdgeProsody>): void;
  /** Every 100 ms, measured or not: the position of the channel's clock is `sample`. */
  clock(channel: number, sample: number): void;
}

// ---------------------------------------------------------------------------------- what crosses the ports

/** One channel, as the page describes it to the processor. */
export interface CaptureChannelOptions {
  /** Whether the channel's subject is an agent: dropped until the relay's policy allows it. */
  isAgent: boolean;
}

/** `processorOptions` of the worklet node. */
export interface CaptureProcessorOptions {
  channels: CaptureChannelOptions[];
  /** Where the clock starts: at 0, or where the earlier graph stopped. */
  startSample: number;
}

export const CAPTURE_PROCESSOR_NAME = 'undertone-capture';

/** Why the app closed a channel: a mute by the user, or a pause of the session. */
export type AppGate = 'muted' | 'paused';

export type PageToWorklet =
  | { type: 'transport'; port: unknown }
  /** The script of the analysis is loaded. */
  | { type: 'analyze' }
  | { type: 'gate'; channel: number; gate: AppGate; closed: boolean }
  /** Another device or track is about to be connected. */
  | { type: 'switch'; channel: number }
  /** The clock was stopped while time went on. */
  | { type: 'skip'; samples: number }
  /** Send everything captured so far to the transport, then `flushed` with this id. */
  | { type: 'finish'; id: number }
  | { type: 'stop' };

export type WorkletToPage =
  | ({ type: 'prosody' } & EdgeProsody)
  | { type: 'summary'; channel: number; summary: ProsodySummary }
  /** About ten times a second: shows that the audio thread is alive. */
  | { type: 'clock'; sample: number };

export type WorkletToTransport =
  | ({ type: 'audio' } & CaptureFrame)
  | ({ type: 'gap' } & CaptureGap)
  | ({ type: 'vad' } & CaptureVad)
  | { type: 'flushed'; id: number };

export type TransportToWorklet =
  /** A frame's buffer is returned. */
  | { type: 'recycle'; samples: Int16Array<ArrayBuffer> }
  /** From `session.ready`: whether agents may be analyzed. */
  | { type: 'policy'; agentAnalysis: boolean };
