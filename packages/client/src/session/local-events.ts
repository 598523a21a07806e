import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import type { CaptureEvent } from '../capture/capture.js';
import type { WorkerEvent } from '../worker/worker-api.js';
import type { Emitter } from './emitter.js';
import type { LocalProsody } from './local-prosody.js';
import type { SessionEvents } from './session-events.js';

/** Converts a position on the wire's clock to milliseconds. */
export const samplesToMs = (samples: number): number => (samples * 1000) / ANALYSIS_SAMPLE_RATE_HZ;

/** Turns events of the page's sound into events of the session. */
export const emitCaptureEvent = (
  events: Emitter<SessionEvents>,
  prosody: LocalProsody,
  event: CaptureEvent,
): void => {
  switch (event.type) {
    case 'prosody':
      events.emit('prosody', prosody.event(event));
      return;
    case 'summary':
      prosody.summary(event.channel, event.summary);
      return;
    case 'device':
      events.emit('device', event.event);
      return;
    case 'error':
      events.emit('error', event.error);
      return;
  }
};

/** Turns reports of the worker into events of the session. */
export const emitWorkerEvent = (
  events: Emitter<SessionEvents>,
  event: Extract<WorkerEvent, { type: 'gap' | 'stats' | 'vad' | 'vad_source' }>,
): void => {
  switch (event.type) {
    case 'gap':
      events.emit('gap', {
        channel: event.channel,
        startMs: samplesToMs(event.firstSample),
        durationMs: samplesToMs(event.sampleCount),
        reason: event.reason,
      });
      return;
    case 'stats':
      events.emit('stats', { client: event.stats });
      return;
    case 'vad': {
      const { event: kind, channel, sample, source, probability } = event;
      const base = { kind, channel, atMs: samplesToMs(sample), source };
      events.emit('vad', probability === undefined ? base : { ...base, probability });
      return;
    }
    case 'vad_source':
      events.emit('vad', { kind: 'source', source: event.source, reason: event.reason });
      return;
  }
};
