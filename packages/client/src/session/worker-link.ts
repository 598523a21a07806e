import type { PageEnvironment } from '../capture/page-environment.js';
import type { Cancel } from '../common/scheduler.js';
import { describeUnknown } from '../common/error-wire.js';
import { ConnectionError } from '../common/undertone-error.js';
import { connectCalls, type Remote } from '../worker/calls.js';
import type { HelperHost, HelperName } from '../worker/helper-host.js';
import type { TransportWorkerApi, WorkerHost, WorkerOptions, WorkerPort } from '../worker/worker-api.js';
import type { ResolvedAddresses } from './session-options.js';
import {
  rememberRefusal,
  startWorker,
  workerPlaces,
  type StartedWorker,
  type WorkerPlace,
} from './worker-start.js';

/** A worker arrives within this time, even over a slow network. */
const LOAD_TIMEOUT_MS = 15_000;
/** How long a worker may take to close its socket before it is terminated. */
const DISPOSE_TIMEOUT_MS = 1_000;

/** What the session does for the worker. */
type SessionHost = Omit<WorkerHost, keyof HelperHost>;

/** The page's side of the transport worker, and of the workers that it requests. */
export class WorkerLink {
  private readonly helpers = new Map<HelperName, StartedWorker>();
  private isOver = false;

  readonly api: Remote<TransportWorkerApi>;

  private constructor(
    private readonly environment: PageEnvironment,
    private readonly worker: StartedWorker,
    private readonly helperUrls: Readonly<Record<HelperName, string>>,
    host: SessionHost,
  ) {
    const own: WorkerHost = {
      ...host,
      startHelper: (name, port) => this.startHelper(name, port),
      stopHelper: (name) => this.stopHelper(name),
    };
    this.api = connectCalls<TransportWorkerApi>(worker, own);
  }

  /**
   * Starts the worker and configures it.
   *
   * @param onCrash called when the worker dies later
   * @throws ConnectionError `worker_blocked` when it cannot be loaded
   */
  static async create(
    environment: PageEnvironment,
    { transportWorker: url, vadWorker: vad, hearingWorker: hearing }: ResolvedAddresses,
    options: WorkerOptions,
    host: SessionHost,
    onCrash: (error: ConnectionError) => void,
  ): Promise<WorkerLink> {
    let first: unknown;
    for (const place of workerPlaces(environment, url)) {
      try {
        const link = await WorkerLink.open(environment, url, place, { vad, hearing }, options, host);
        if (first !== undefined) rememberRefusal(url);
        link.worker.onerror = (event) =>
          onCrash(
            new ConnectionError('worker_crashed', `the transport worker failed: ${event.message}`, {
              retryable: true,
            }),
          );
        return link;
      } catch (error) {
        first ??= error;
      }
    }
    throw first;
  }

  private static async open(
    environment: PageEnvironment,
    url: string,
    place: WorkerPlace,
    helperUrls: Readonly<Record<HelperName, string>>,
    options: WorkerOptions,
    host: SessionHost,
  ): Promise<WorkerLink> {
    const blocked = (what: string, cause?: unknown) =>
      new ConnectionError('worker_blocked', `the transport worker ${what}`, { cause, details: { url } });
    let worker: StartedWorker;
    try {
      worker = await startWorker(environment, url, 'undertone-transport', place);
    } catch (cause) {
      throw blocked(`was refused by the browser: ${describeUnknown(cause)}`, cause);
    }
    const link = new WorkerLink(environment, worker, helperUrls, host);
    let cancel: Cancel = () => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        worker.onerror = () =>
          reject(
            blocked(`could not be loaded (missing, not copied by a bundler, or blocked by the page's CSP)`),
          );
        cancel = environment.scheduler.after(LOAD_TIMEOUT_MS, () => reject(blocked('did not answer')));
        link.api.configure(options).then(resolve, reject);
      });
    } catch (error) {
      link.terminate();
      throw error;
    } finally {
      cancel();
    }
    return link;
  }

  /** Passes the audio thread's port to the worker. @returns the sample at which the clock continues */
  attach(port: MessagePort): Promise<number> {
    return this.api.attach(port as unknown as WorkerPort);
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

  private async startHelper(name: HelperName, port: MessagePort): Promise<never> {
    const url = this.helperUrls[name];
    // Its work would hold the page's own thread for seconds, so it never runs there.
    const [place] = workerPlaces(this.environment, url);
    if (place === undefined || place === 'page')
      throw new Error('this page starts no worker of another origin');
    // Requested while this link was ending.
    if (this.isOver) throw new Error('the session is over');
    const worker = await startWorker(this.environment, url, `undertone-${name}`, place);
    return new Promise((_, reject) => {
      if (this.isOver) {
        worker.terminate();
        return;
      }
      this.helpers.set(name, worker);
      worker.onerror = ({ message }) => reject(new Error(`its worker failed: ${message}`));
      worker.postMessage(port, [port]);
    });
  }

  private stopHelper(name: HelperName): void {
    this.helpers.get(name)?.terminate();
    this.helpers.delete(name);
  }

  private terminate(): void {
    this.isOver = true;
    this.worker.onerror = null;
    this.worker.onmessage = null;
    this.worker.terminate();
    for (const name of this.helpers.keys()) this.stopHelper(name);
  }
}
