import { StreamCredentials, type KeyedStreams } from '../domain/keys/stream-credentials.js';
import type { Repositories, Services } from './services.js';
import type { Logger } from '../telemetry/logger.js';

/** With the time a round takes, well within the 5 s in which a revocation reaches open streams of every relay. */
const CHECK_MS = 2_000;
const NOTE_MS = 5_000;

export interface RevocationWatch {
  /** A key was revoked on this relay. */
  revoked(keyId: string): void;
  /** Writes what is left to write. */
  stop(): Promise<void>;
}

/** Ends the streams of keys that were revoked or have expired, and notes, in batches, when keys were used. */
export const startRevocationWatch = (
  { apiKeys }: Pick<Repositories, 'apiKeys'>,
  { uses, forgetKey }: Pick<Services, 'uses' | 'forgetKey'>,
  streams: KeyedStreams,
  nowMs: () => number,
  log: Logger,
): RevocationWatch => {
  const credentials = new StreamCredentials({
    states: apiKeys,
    streams,
    nowMs,
    forget: forgetKey,
    onEnded: (apiKeyId, count) => log.info({ apiKeyId, streams: count }, 'ended the streams of an API key'),
    onFailed: (error) => log.warn({ err: error }, 'could not ask which keys were revoked; asking again'),
  });
  let round = Promise.resolve();
  const every = (ms: number, run: () => Promise<void>): NodeJS.Timeout =>
    setInterval(() => {
      round = round.then(run);
    }, ms).unref();
  const timers = [every(CHECK_MS, () => credentials.check()), every(NOTE_MS, () => uses.flush())];
  return {
    revoked: (keyId) => credentials.revoked(keyId),
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await round;
      await uses.flush();
    },
  };
};
