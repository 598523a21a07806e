import { describeUnknown } from '../common/error-wire.js';
import type { HearingApi } from '../hearing/remote-hearing.js';
import type { ResolvedAddresses } from '../session/session-options.js';
import { startWorker, workerPlaces } from '../session/worker-start.js';
import { connectCalls } from '../worker/calls.js';
import { fail, ok, type Check } from './check.js';
import type { CheckedPage } from './checked-page.js';

/** Loads what a page with `privacy: 'features'` hears with, as a session does: worker, WebAssembly and reader. */
export const checkHearing = async (
  environment: CheckedPage,
  { hearingWorker, vadRuntime, reader }: Pick<ResolvedAddresses, 'hearingWorker' | 'vadRuntime' | 'reader'>,
): Promise<Check> => {
  const [place] = workerPlaces(environment, hearingWorker);
  if (place === undefined || place === 'page')
    return fail(
      'hearing',
      'this page starts no worker of another origin',
      'Add worker-src blob: to the page’s CSP, or serve the library’s files from the page’s own origin.',
    );
  const { port1, port2 } = environment.createChannel();
  try {
    const worker = await startWorker(environment, hearingWorker, 'undertone-hearing', place);
    try {
      const broken = new Promise<never>((_, reject) => {
        worker.onerror = () => reject(new Error(`${hearingWorker} cannot be loaded`));
      });
      worker.postMessage(port2, [port2]);
      const assets = { reader, runtime: vadRuntime, intervalMs: 500 };
      const { id, version } = await Promise.race([broken, connectCalls<HearingApi>(port1).load(assets, 1)]);
      return ok('hearing', `the page hears with ${id} ${version}`);
    } finally {
      worker.terminate();
    }
  } catch (cause) {
    return fail(
      'hearing',
      `what the page hears with could not be loaded: ${describeUnknown(cause)}`,
      'Serve hearing.worker.js and vad/ beside the library’s other files, with ’wasm-unsafe-eval’ and the reader’s address in their CSP. Where the relay hands out no reader, name one in assets.reader.',
    );
  } finally {
    port1.close();
  }
};
