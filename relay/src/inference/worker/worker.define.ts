/** The worker thread: loads the model and passes messages to the core. worker-host.ts starts it. Do not import it. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadModel } from '@undertone/model/node';
import { useSimd } from '@undertone/prosody/simd';
import type { FromWorker, ToWorker } from './messages.js';
import { WorkerCore } from './worker-core.js';

const port = parentPort;
if (port === null) throw new Error('worker.define.ts runs as a worker thread only');
const { modelPath } = workerData as { modelPath: string };
const send = (message: FromWorker) => port.postMessage(message);

try {
  useSimd();
  const model = await loadModel(modelPath);
  const { metadata } = model;
  const core = new WorkerCore(model, (answers) => send({ kind: 'answers', answers }), {
    now: () => performance.now(),
    yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
  });
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') port.close();
    else core.receive(message);
  });
  send({
    kind: 'ready',
    model: {
      id: metadata.id,
      version: metadata.version,
      labels: metadata.classes.map(({ name }) => name),
      calibration: `temperature ${metadata.temperature}`,
    },
    blockMs: (1000 * metadata.granularitySamples) / metadata.sampleRateHz,
  });
} catch (error) {
  send({ kind: 'unusable', message: error instanceof Error ? error.message : String(error) });
}
