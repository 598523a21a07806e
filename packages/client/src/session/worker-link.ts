import { proxy, releaseProxy, transfer, wrap, type Remote } from 'comlink';
import type { PageEnvironment } from '../capture/page-environment.js';
import type { Cancel } from '../common/scheduler.js';
import { ConnectionError } from '../common/undertone-error.js';
import { registerErrorTransfer } from '../worker/comlink-errors.js';
import type { TransportWorkerApi, WorkerHost, WorkerOptions, WorkerPort } from '../worker/worker-api.js';

/** A worker that has to be fetched over a slow network still comes within this. */
const LOAD_TIMEOUT_MS = 15_000;
/** How long a worker that is let go of may take to close its socket. */
const DISPOSE_TIMEOUT_MS = 1_000;

/** The page's end of the transport worker. */
export class WorkerLink {
  private constructor(
    private readonly environment: PageEnvironment,
    private readonly worker: Worker,
    readonly api: Remote<TransportWorkerApi>,
  ) {}

  /**
   * Starts the worker and configures it.
   *
   * @param onCrash the worker died later on
   * @throws ConnectionError `worker_blocked` when it cannot be loaded
   */
  static async create(
    environment: PageEnvironment,
    url: string,
    options: WorkerOptions,
    host: WorkerHost,
    onCrash: (error: ConnectionError) => void,
  ): Promise<WorkerLink> {
    registerErrorTransfer();
    const worker = startWorker(environment, url);
    const link = new WorkerLink(environment, worker, wrap<TransportWorkerApi>(worker));
    let cancel: Cancel = () => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (message: string) =>
          reject(new ConnectionError('worker_blocked', message, { details: { url } }));
        worker.onerror = () =>
          fail(`the transport worker could not be loaded (missing, or blocked by the page's CSP)`);
        cancel = environment.scheduler.after(LOAD_TIMEOUT_MS, () =>
          fail('the transport worker did not answer'),
        );
        link.api.configure(options, proxy(host)).then(resolve, reject);
      });
    } catch (error) {
      link.terminate();
      throw error;
    } finally {
      cancel();
    }
    worker.onerror = (event) =>
      onCrash(
        new ConnectionError('worker_crashed', `the transport worker failed: ${event.message}`, {
          retryable: true,
        }),
      );
    return link;
  }

  /** Hands over the audio thread's port. @returns where its clock goes on */
  attach(port: MessagePort): Promise<number> {
    return this.api.attach(transfer(port as unknown as WorkerPort, [port]));
  }

  /** Ends the transport and the worker, whether or not it still answers. */
  async dispose(): Promise<void> {
    let cancel: Cancel = () => undefined;
    const timeout = new Promise<void>((resolve) => {
      cancel = this.environment.scheduler.after(DISPOSE_TIMEOUT_MS, resolve);
    });
    await Promise.race([this.api.dispose(), timeout]);
    cancel();
    this.terminate();
  }

  private terminate(): void {
    this.worker.onerror = null;
    this.api[releaseProxy]();
    this.worker.terminate();
  }
}

function startWorker(environment: PageEnvironment, url: string): Worker {
  try {
    return environment.createWorker(url);
  } catch (cause) {
    const message = 'the browser refused the transport worker: it must come from the page’s own origin';
    throw new ConnectionError('worker_blocked', message, { cause, details: { url } });
  }
}
