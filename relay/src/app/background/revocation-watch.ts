import { Ticker } from '../../concurrency/ticker.js';
import { StreamCredentials, type KeyedStreams } from '../../domain/keys/stream-credentials.js';
import type { Repositories } from '../start/repositories.js';
import type { Services } from '../services.js';
import type { Logger } from '../../telemetry/logger.js';

/** Together with the time of a round, well within the 5 s in which a revocation must reach open streams of every relay. */
const CHECK_MS = 2_000;
const NOTE_MS = 5_000;

export interface RevocationWatchOptions {
  readonly apiKeys: Repositories['apiKeys'];
  readonly nowMs: () => number;
  readonly log: Logger;
}

/**
 * Ends the streams of keys that were revoked or have expired, and writes, in batches, when keys were used. It is made
 * before the services, because they report revocations to it. The streams come later, through {@link attach}.
 */
export class RevocationWatch {
  private readonly options: RevocationWatchOptions;
  private credentials: StreamCredentials | undefined;

  constructor(options: RevocationWatchOptions) {
    this.options = options;
  }

  /** Call it when a key was revoked on this relay. Before {@link attach} there is no stream to end. */
  revoked(keyId: string): void {
    this.credentials?.revoked(keyId);
  }

  /** Watches these streams from now on. @returns a function that stops it and writes the remaining uses */
  attach(
    streams: KeyedStreams,
    { uses, forgetKey }: Pick<Services, 'uses' | 'forgetKey'>,
  ): () => Promise<void> {
    const { apiKeys, nowMs, log } = this.options;
    const onFailed = (error: unknown): void =>
      log.warn({ err: error }, 'could not ask which keys were revoked; asking again');
    const credentials = new StreamCredentials({
      states: apiKeys,
      streams,
      nowMs,
      forget: forgetKey,
      onEnded: (apiKeyId, count) => log.info({ apiKeyId, streams: count }, 'ended the streams of an API key'),
      onFailed,
    });
    this.credentials = credentials;
    const every = (everyMs: number, round: () => Promise<void>): Ticker =>
      new Ticker({ everyMs, round, onFailed }).start();
    const checks = every(CHECK_MS, () => credentials.check());
    const notes = every(NOTE_MS, () => uses.flush());
    return async () => {
      await Promise.all([checks.stop(), notes.stop()]);
      await uses.flush();
    };
  }
}
