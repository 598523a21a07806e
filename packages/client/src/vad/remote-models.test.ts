import { afterEach, expect, it, vi } from 'vitest';
import { VAD_ASSETS } from '../testing/session-rig.js';
import { connectCalls } from '../worker/calls.js';
import { loadRemoteModels } from './remote-models.js';

afterEach(() => vi.unstubAllGlobals());

it('The speech model is lost when an answer cannot be read, and its worker is released', async () => {
  const channel = new MessageChannel();
  vi.stubGlobal('MessageChannel', function () {
    return channel;
  });
  const stopHelper = vi.fn();
  const page = {
    startHelper: (_name: string, port: MessagePort) => {
      connectCalls(port, { load: () => undefined, probability: () => 0.7 });
      return new Promise<never>(() => undefined);
    },
    stopHelper,
  };
  const loaded = await loadRemoteModels(page, VAD_ASSETS, 2);
  expect(loaded.models).toHaveLength(2);
  expect(await loaded.models[1]?.probability(new Float32Array(512))).toBe(0.7);
  channel.port1.dispatchEvent(new Event('messageerror'));
  await expect(loaded.lost).rejects.toThrow('its answer cannot be read');
  loaded.close();
  expect(stopHelper).toHaveBeenCalledExactlyOnceWith('vad');
});
