import { fileURLToPath } from 'node:url';
import { joinFrames } from '../join-frames.js';
import { SparseAudio } from '../sparse-audio.js';
import type { SpeakerModel, VoiceprintStream, VoiceprintStreamOptions } from '../speaker-model.js';
import { createVoiceprintAccumulator } from '../voiceprint-accumulator.js';
import { SpeakerNetwork } from './speaker-network.js';
import { StreamListener } from './stream-listener.js';

const shipped = (): string => fileURLToPath(new URL('../../models/undertone-speaker.onnx', import.meta.url));

/**
 * Loads a speaker model and the metadata beside it (same name, `.json`).
 *
 * @param modelPath the `.onnx` file; by default the shipped one
 * @throws SpeakerError `model_unreadable`, `metadata_invalid` or `model_signature`
 */
export const loadSpeakerModel = async (modelPath = shipped()): Promise<SpeakerModel> => {
  const network = await SpeakerNetwork.open(modelPath);
  return {
    metadata: network.metadata,
    createListener: () => new StreamListener(network),
    createVoiceprintStream: (options) => createVoiceprintStream(network, options),
    analyze: async (samples) => {
      const listener = new StreamListener(network);
      return joinFrames([await listener.push(samples), await listener.end()]);
    },
    dispose: () => network.dispose(),
  };
};

const createVoiceprintStream = (
  network: SpeakerNetwork,
  { thoroughSeconds = Infinity }: VoiceprintStreamOptions = {},
): VoiceprintStream => {
  const listener = new StreamListener(network);
  const accumulator = createVoiceprintAccumulator(network.metadata);
  const { granularitySamples, framesPerCall } = network.metadata;
  const sparse = new SparseAudio(granularitySamples * framesPerCall);
  return {
    push: async (samples) => {
      const heard = accumulator.speechSeconds < thoroughSeconds ? samples : sparse.take(samples);
      if (heard.length > 0) accumulator.add(await listener.push(heard));
    },
    end: async () => accumulator.add(await listener.end()),
    get speechSeconds() {
      return accumulator.speechSeconds;
    },
    voiceprint: () => accumulator.voiceprint(),
  };
};
