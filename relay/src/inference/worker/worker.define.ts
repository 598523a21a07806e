/** The worker thread: loads the model and passes messages to the core. worker-host.ts starts it. Do not import it. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadFullReader, loadModel } from '@undertone/model/node';
import { useSimd } from '@undertone/prosody/simd';
import { earReaders } from '../ear/readers.js';
import type { ModelFiles } from '../pool/worker-host.js';
import type { FromWorker, ToWorker } from './messages.js';
import { WorkerCore } from './worker-core.js';

const port = parentPort;
if (port === null) throw new Error('worker.define.ts runs as a worker thread only');
const { modelPath, livePath, fullPath } = workerData as ModelFiles;
const send = (message: FromWorker) => port.postMessage(message);

try {
  useSimd();
  const model = await loadModel(modelPath);
  const readers =
    livePath === undefined
      ? undefined
      : earReaders(
          await loadModel(livePath),
          fullPath === undefined ? undefined : await loadFullReader(fullPath),
        );
  // What tells the emotions says what it is.
  const { metadata } = readers?.live ?? model;
  const core = new WorkerCore(model, (answers) => send({ kind: 'answers', answers }), {
    now: () => performance.now(),
    yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
    ...(readers !== undefined && { readers }),
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
    blockMs: (1000 * model.metadata.granularitySamples) / model.metadata.sampleRateHz,
  });
} catch (error) {
  send({ kind: 'unusable', message: error instanceof Error ? error.message : String(error) });
}
