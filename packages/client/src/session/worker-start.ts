import type { PageEnvironment, WorkerName } from '../capture/page-environment.js';
import type { CallPort } from '../worker/calls.js';

/**
 * Where a worker's script runs. Browsers start workers only from the page's own origin, so a script of another origin is imported
 * by a `blob:` of the page's. Where the page's CSP forbids that, it runs in the page's own thread.
 */
export type WorkerPlace = 'worker' | 'blob' | 'page';

/** The part of a `Worker` that is used. */
export interface StartedWorker extends CallPort {
  onerror: ((event: ErrorEvent) => unknown) | null;
  terminate(): void;
}

/** What a script that can run in the page exports. */
export interface ServingModule {
  /** Answers at `port`. @returns what stops it */
  readonly serve: (port: CallPort) => () => void;
}

/** Origins whose scripts this page may not start from a `blob:`. A second try would only be a second complaint in its console. */
const refused = new Set<string>();

/** The `blob:` of each script of another origin. A page makes one, however many sessions it has. */
const scripts = new Map<string, string>();

/** Where to try the script at `url`, in order. */
export const workerPlaces = ({ baseUrl }: Pick<PageEnvironment, 'baseUrl'>, url: string): WorkerPlace[] => {
  const { origin } = new URL(url);
  if (origin === new URL(baseUrl).origin) return ['worker'];
  return refused.has(origin) ? ['page'] : ['blob', 'page'];
};

/** Remembers that a `blob:` was refused. */
export const rememberRefusal = (url: string): void => void refused.add(new URL(url).origin);

/** Starts the script at `url`. @throws what the browser throws; a failure may also come as `onerror` */
export const startWorker = async (
  environment: PageEnvironment,
  url: string,
  name: WorkerName,
  place: WorkerPlace,
): Promise<StartedWorker> => {
  switch (place) {
    case 'worker':
      return environment.createWorker(url, name);
    case 'blob': {
      const script = scripts.get(url) ?? environment.createScript(`import ${JSON.stringify(url)};`);
      scripts.set(url, script);
      return environment.createWorker(script, name);
    }
    case 'page': {
      const { serve } = (await environment.importModule(url)) as ServingModule;
      const { port1, port2 } = environment.createChannel();
      const stop = serve(port2);
      return Object.assign(port1, {
        onerror: null,
        terminate: () => {
          stop();
          port1.close();
        },
      });
    }
  }
};
