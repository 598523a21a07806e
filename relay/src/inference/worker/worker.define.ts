/** The worker thread: loads the model and passes messages to the core. worker-host.ts starts it. Do not import it. */
import { parentPort, workerData } from 'node:worker_threads';
import {
  earReaders,
  type FromWorker,
  type Model,
  type ModelOutputs,
  type ToWorker,
  WorkerCore,
} from '@undertone/hearing';
import { loadFullReader, loadModel } from '@undertone/model/node';
import { useSimd } from '@undertone/prosody/simd';
import type { ModelFiles } from '../pool/worker-host.js';
import { FailureTeller } from './failure-teller.js';

const port = parentPort;
if (port === null) throw new Error('worker.define.ts runs as a worker thread only');
const files = workerData as ModelFiles;
const send = (message: FromWorker) => port.postMessage(message);

try {
  useSimd();
  const model = await loadModel(files.modelPath);
  const { metadata } = model;
  const full = files.fullPath === undefined ? undefined : await loadFullReader(files.fullPath);
  const failures = new FailureTeller(
    (message) => send({ kind: 'model_failed', message }),
    () => performance.now(),
  );
  const live: Model = {
    metadata,
    run: failures.watch<Parameters<Model['run']>, ModelOutputs>((...given) => model.run(...given)),
  };
  const whole = full && {
    metadata: full.metadata,
    read: failures.watch((samples: Float32Array) => full.read(samples)),
  };
  const hearing = metadata.classifier === undefined ? { model: live } : { readers: earReaders(live, whole) };
  const core = new WorkerCore(hearing, (answers) => send({ kind: 'answers', answers }), {
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
    blockMs: core.blockMs,
  });
} catch (error) {
  send({ kind: 'unusable', message: error instanceof Error ? error.message : String(error) });
}
