/** The client's transport in Node, for a program that hears by itself and sends no audio. */
import {
  reach,
  socketOpener,
  systemScheduler,
  Transport,
  type TransportOutcome,
  UsageError,
} from '@undertone/client/transport';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { RelayProcess } from './relay-process.js';

const SPAN = 8_000;

const openSocket = socketOpener((url, protocols) => new WebSocket(url, protocols));

/** Tells a second of silence in two messages, and is refused audio by its own library. @returns how the session ended */
export const hearInNode = (relay: RelayProcess, token: string): Promise<TransportOutcome> =>
  new Promise((resolve) => {
    const transport: Transport = new Transport(
      {
        url: `${relay.wsUrl}/v1/stream/realtime`,
        sampleRateHz: 16_000,
        hello: {
          channels: [{ subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000 }],
          features: [],
          metadata: {},
          privacy: 'features',
          pageModel: { id: 'a-model-of-ours' },
        },
      },
      {
        openSocket,
        scheduler: systemScheduler(globalThis),
        random: Math.random,
        getToken: () => Promise.resolve(token),
        probe: () => reach((mode) => fetch(relay.url, { mode })),
        onEvent: (event) => {
          if (event.type === 'closed') resolve(event.outcome);
          else if (event.type === 'phase' && event.phase.kind === 'live') hear(transport);
        },
      },
    );
    transport.start();
  });

const hear = (transport: Transport): void => {
  const payload = new Uint8Array(1_280);
  const captured = { channel: 0, firstSample: 0, sampleCount: 640, payload, speech: false };
  expect(() => transport.captured(captured)).toThrow(UsageError);
  for (const firstSample of [0, SPAN]) {
    transport.heard({
      channel: 0,
      firstSample,
      sampleCount: SPAN,
      speechMs: 0,
      voiceChanges: [],
      prosody: { pitch: {}, energy: {}, rhythm: {}, voiceQuality: {} },
      quality: { doubts: [] },
      rmsDb: -60,
      peakDb: -50,
    });
  }
  transport.end({ reason: 'ended_by_client' });
};
