import { Worker } from 'node:worker_threads';

export interface PgliteResult {
  readonly rows: unknown[];
  readonly affectedRows: number;
}

interface ErrorDescription {
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly detail?: string;
}

type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; error: ErrorDescription }
  | { kind: 'result'; id: number; rows: unknown[]; affectedRows: number }
  | { kind: 'error'; id: number; error: ErrorDescription };

interface Pending {
  readonly resolve: (result: PgliteResult) => void;
  readonly reject: (error: Error) => void;
}

/** A failed query of the embedded database. `code` is Postgres' SQLSTATE, as in the `pg` driver. */
class PgliteError extends Error {
  override readonly name = 'PgliteError';
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor({ message, code, constraint, detail }: ErrorDescription) {
    super(message);
    this.code = code;
    this.constraint = constraint;
    this.detail = detail;
  }
}

/** V8 would take 29 MB for young objects under load. With half of this, results of statements become old ones: 20 MB of them. */
const YOUNG_GENERATION_MB = 12;

/** The main thread's side of the embedded database. */
export class PgliteThread {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private readonly exited: Promise<void>;
  private nextId = 1;
  private gone: Error | undefined;

  private constructor(worker: Worker) {
    this.worker = worker;
    this.exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (message: WorkerMessage) => this.receive(message));
    worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.fail(new PgliteError({ message: 'the embedded database has stopped' })));
  }

  /**
   * Starts the database in its own thread.
   * @param directory the database folder
   * @throws PgliteError when it cannot open the directory
   */
  static async open(directory: string): Promise<PgliteThread> {
    const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
      workerData: { directory },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const thread = new PgliteThread(worker);
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('message', (message: WorkerMessage) => {
          if (message.kind === 'ready') resolve();
          if (message.kind === 'failed') reject(new PgliteError(message.error));
        });
        worker.once('error', reject);
        worker.once('exit', () =>
          reject(new PgliteError({ message: 'the embedded database did not start' })),
        );
      });
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    return thread;
  }

  /**
   * Runs one statement.
   * @param begins whether a transaction begins with it
   * @throws PgliteError
   */
  query(sql: string, parameters: readonly unknown[], begins = false): Promise<PgliteResult> {
    return this.send({ kind: 'query', sql, parameters, begins });
  }

  /** Runs several statements without parameters, one after the other. @throws PgliteError */
  async script(sql: string): Promise<void> {
    await this.send({ kind: 'script', sql });
  }

  /** Gives the memory back that opening and migrating took: young objects, and the file of the program. */
  async tidy(): Promise<void> {
    await this.send({ kind: 'tidy' });
  }

  /** Closes the database cleanly and ends the thread. */
  async close(): Promise<void> {
    if (this.gone === undefined) await this.send({ kind: 'close' });
    await this.exited;
  }

  private send(
    request:
      | { kind: 'query'; sql: string; parameters: readonly unknown[]; begins: boolean }
      | { kind: 'script'; sql: string }
      | { kind: 'tidy' | 'close' },
  ): Promise<PgliteResult> {
    if (this.gone !== undefined) return Promise.reject(this.gone);
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage({ ...request, id });
    });
  }

  private receive(message: WorkerMessage): void {
    if (message.kind === 'ready' || message.kind === 'failed') return;
    const pending = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.kind === 'error') pending?.reject(new PgliteError(message.error));
    else pending?.resolve(message);
  }

  private fail(error: Error): void {
    this.gone ??= error;
    for (const { reject } of this.pending.values()) reject(this.gone);
    this.pending.clear();
  }
}
