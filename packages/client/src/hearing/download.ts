import { describeUnknown } from '../common/error-wire.js';
import type { Cancel, Scheduler } from '../common/scheduler.js';

/** Without a byte for this long, a download counts as broken: browsers wait for ever. */
const STALLED_MS = 30_000;

/**
 * The bytes at an address.
 *
 * @throws Error that names the address: it cannot be fetched, answers with an error, breaks off, or brings nothing for 30 s
 */
export const download = async (
  url: string,
  scheduler: Pick<Scheduler, 'after'>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const stalled = new AbortController();
  let cancel: Cancel = () => undefined;
  const watch = () => {
    cancel();
    cancel = scheduler.after(STALLED_MS, () =>
      stalled.abort(new Error(`nothing came for ${STALLED_MS / 1000} s`)),
    );
  };
  try {
    watch();
    const { ok, status, body } = await fetch(url, { credentials: 'omit', signal: stalled.signal });
    if (!ok || body === null) throw new Error(`answered ${status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      watch();
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  } catch (cause) {
    throw new Error(`${url}: ${describeUnknown(cause)}`, { cause });
  } finally {
    cancel();
  }
};
