import { useSimd } from '@undertone/prosody/simd';
import { connectCalls } from '../worker/calls.js';
import type { HearingSink } from './hearing-sink.js';
import { Listening } from './listening.js';
import type { HearingApi } from './remote-hearing.js';
import { loadWebModel } from './web-model.js';

/** Takes turns by a port: browsers slow nested timers down. */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port2.onmessage = () => waiting.shift()?.();
const yieldTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    port1.postMessage(null);
  });

const serve = (port: MessagePort): void => {
  let listening: Listening | undefined;
  const loaded = (): Listening => {
    if (listening === undefined) throw new Error('the reader is not loaded');
    return listening;
  };
  const api: HearingApi = {
    async load({ reader, runtime, intervalMs }, channelCount) {
      useSimd();
      const model = await loadWebModel(reader, runtime);
      const handOver = {
        heard: (...args: Parameters<HearingSink['heard']>) => void sink.heard(...args),
        skipped: (...args: Parameters<HearingSink['skipped']>) => void sink.skipped(...args),
      };
      const now = () => performance.now();
      listening = new Listening(model, channelCount, intervalMs, handOver, { now, yieldTurn });
      const { id, version } = model.metadata;
      return { id, version };
    },
    audio: (channel, firstSample, samples) => loaded().audio(channel, firstSample, samples),
    gap: (gap) => loaded().gap(gap),
    flush: () => loaded().flush(),
    finish: () => loaded().finish(),
  };
  const sink = connectCalls<HearingSink>(port, api);
};

// The page starts this worker. The transport worker uses it and holds the other end of this port.
addEventListener('message', ({ data }: MessageEvent<MessagePort>) => serve(data), { once: true });
