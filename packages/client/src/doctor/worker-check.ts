import { describeUnknown } from '../common/error-wire.js';
import type { Cancel } from '../common/scheduler.js';
import { startWorker, workerPlaces, type StartedWorker, type WorkerPlace } from '../session/worker-start.js';
import { connectCalls } from '../worker/calls.js';
import type { TransportWorkerApi } from '../worker/worker-api.js';
import { fail, ok, warn, type Check } from './check.js';
import type { CheckedPage } from './checked-page.js';

const TIMEOUT_MS = 5_000;

/** Checks that the transport's script can be fetched, and that this page can start it, also from another origin. */
export const checkWorker = async (environment: CheckedPage, url: string): Promise<Check> => {
  const [place = 'worker'] = workerPlaces(environment, url);
  const fix =
    place === 'worker'
      ? 'Serve transport.worker.js as text/javascript, with worker-src ’self’ in the page’s CSP, and name its folder in assets.'
      : 'Serve transport.worker.js as text/javascript with Access-Control-Allow-Origin, and list its origin in script-src and connect-src of the page’s CSP.';
  try {
    const response = await environment.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return fail('worker', `the transport worker answers ${response.status}`, fix);
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('javascript'))
      return fail('worker', `the transport worker is served as ${type || 'nothing'}`, fix);
  } catch (cause) {
    return fail('worker', `the transport worker cannot be fetched: ${describeUnknown(cause)}`, fix);
  }
  if (place !== 'page' && (await starts(environment, url, place)))
    return ok('worker', 'the transport worker starts');
  return place === 'worker'
    ? fail('worker', 'the transport worker does not start', fix)
    : warn(
        'worker',
        'this page starts no worker of another origin: the transport runs in the page’s own thread, and level decides what is speech',
        'Add worker-src blob: to the page’s CSP, or serve the library’s files from the page’s own origin.',
      );
};

/** Whether the script answers there. */
const starts = async (environment: CheckedPage, url: string, place: WorkerPlace): Promise<boolean> => {
  let worker: StartedWorker;
  try {
    worker = await startWorker(environment, url, 'undertone-transport', place);
  } catch {
    return false;
  }
  let cancel: Cancel = () => undefined;
  const answers = await new Promise<boolean>((resolve) => {
    worker.onerror = () => resolve(false);
    cancel = environment.scheduler.after(TIMEOUT_MS, () => resolve(false));
    void connectCalls<TransportWorkerApi>(worker)
      .dispose()
      .then(() => resolve(true));
  });
  cancel();
  worker.terminate();
  return answers;
};
