import {
  type FromWorker,
  type Hearing,
  type Model,
  type ModelOutputs,
  type ToWorker,
  WorkerCore,
} from '@undertone/hearing';
import type { WorkerLike } from '../pool/worker-host.js';
import { FailureTeller } from '../worker/failure-teller.js';

/** A worker without a thread: the same core gets the same messages, cloned as by a port. The test decides when it dies. */
export class InProcessWorker implements WorkerLike {
  readonly core: WorkerCore;
  readonly received: ToWorker['kind'][] = [];
  alive = true;
  /** While true, messages pile up, as in a worker that is busy or hangs. */
  stalled = false;
  private piled: ToWorker[] = [];
  private readonly messageListeners: ((message: FromWorker) => void)[] = [];
  private readonly exitListeners: ((reason: string) => void)[] = [];

  constructor(heard: Model | Hearing, now: () => number) {
    const failures = new FailureTeller((message) => this.send({ kind: 'model_failed', message }), now);
    const hearing =
      'run' in heard
        ? {
            model: {
              metadata: heard.metadata,
              run: failures.watch<Parameters<Model['run']>, ModelOutputs>((...given) => heard.run(...given)),
            },
          }
        : heard;
    this.core = new WorkerCore(hearing, (answers) => this.send({ kind: 'answers', answers }), {
      now,
      yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
    });
    const { id, version, classes } = ('model' in hearing ? hearing.model : hearing.readers.live).metadata;
    const labels = classes.map(({ name }) => name);
    this.send({
      kind: 'ready',
      model: { id, version, labels, calibration: 'none' },
      blockMs: this.core.blockMs,
    });
  }

  post(message: ToWorker): void {
    if (!this.alive) return;
    this.received.push(message.kind);
    if (message.kind === 'stop') this.die('stopped');
    else if (this.stalled) this.piled.push(structuredClone(message));
    else this.core.receive(structuredClone(message));
  }

  /** Continues after a stall. */
  go(): void {
    this.stalled = false;
    for (const message of this.piled.splice(0)) if (message.kind !== 'stop') this.core.receive(message);
  }

  die(reason: string): void {
    if (!this.alive) return;
    this.alive = false;
    for (const listener of this.exitListeners) listener(reason);
  }

  onMessage(listener: (message: FromWorker) => void): void {
    this.messageListeners.push(listener);
  }

  onExit(listener: (reason: string) => void): void {
    this.exitListeners.push(listener);
  }

  stop(): Promise<void> {
    this.die('stopped');
    return Promise.resolve();
  }

  kill(): void {
    this.die('killed');
  }

  private send(message: FromWorker): void {
    // As from a thread, a message never arrives inside the call that caused it.
    queueMicrotask(() => {
      if (this.alive) for (const listener of this.messageListeners) listener(structuredClone(message));
    });
  }
}
