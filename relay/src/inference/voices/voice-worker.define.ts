/** The voice worker's thread: loads the speaker model and passes messages to the core. voice-host.ts starts it. Do not import it. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createOnlineDiarizer, diarize } from '@undertone/speaker';
import { loadSpeakerModel } from '@undertone/speaker/node';
import { VoiceCore } from './voice-core.js';
import type { FromVoiceWorker, ToVoiceWorker } from './voice-messages.js';

/** On Linux each thread has its own priority. This one yields to live streams. */
const NICENESS = 10;

const port = parentPort;
if (port === null) throw new Error('voice-worker.define.ts runs as a worker thread only');
const { modelPath } = workerData as { modelPath: string | undefined };
const send = (message: FromVoiceWorker) => port.postMessage(message);

try {
  if (process.platform === 'linux') setPriority(NICENESS);
  const model = await loadSpeakerModel(modelPath);
  const core = new VoiceCore({
    model,
    diarize,
    createDiarizer: createOnlineDiarizer,
    send,
    yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
  });
  port.on('message', (message: ToVoiceWorker) => {
    if (message.kind === 'stop') port.close();
    else core.receive(message);
  });
  send({ kind: 'ready', metadata: model.metadata });
} catch (error) {
  send({ kind: 'unusable', message: error instanceof Error ? error.message : String(error) });
}
