import { readFile } from 'node:fs/promises';
import { Ticker } from '../../concurrency/ticker.js';
import {
  NO_TELEPHONY_ACCOUNTS,
  readTelephonyAccounts,
  type TelephonyAccounts,
  TelephonyAccountsError,
} from '../../domain/telephony/telephony-accounts.js';
import type { Logger } from '../../telemetry/logger.js';

const INTERVAL_MS = 5_000;

/**
 * The accounts of the file that `UNDERTONE_TELEPHONY` names, as it is now. It is read again and again, because a restart would cost
 * Twilio's calls their streams, and because no notice of a change reaches through a mounted secret.
 */
export class TelephonyWatch {
  private text: string | undefined;
  private known = NO_TELEPHONY_ACCOUNTS;

  /**
   * @param read the file's text
   * @throws TelephonyAccountsError
   */
  static async open(
    read: () => Promise<string>,
    log: Pick<Logger, 'info' | 'error'>,
  ): Promise<TelephonyWatch> {
    const watch = new TelephonyWatch(read, log);
    watch.take(await watch.current());
    return watch;
  }

  private constructor(
    private readonly read: () => Promise<string>,
    private readonly log: Pick<Logger, 'info' | 'error'>,
  ) {}

  get accounts(): TelephonyAccounts {
    return this.known;
  }

  start(): Ticker {
    return new Ticker({
      everyMs: INTERVAL_MS,
      round: () => this.check(),
      onFailed: (error) => this.log.error({ err: error }, 'the telephony accounts stay as they were'),
    }).start();
  }

  /**
   * Takes the file if it has changed. One that cannot be used is told of once, and changes nothing.
   * @throws TelephonyAccountsError
   */
  async check(): Promise<void> {
    let text: string;
    try {
      text = await this.current();
    } catch (error) {
      if (this.text === undefined) return;
      this.text = undefined;
      throw error;
    }
    if (text === this.text) return;
    this.take(text);
    const { twilio, audiohook } = this.known;
    this.log.info(
      { twilio: twilio.length, audiohook: audiohook.length },
      'the telephony accounts were read again',
    );
  }

  private take(text: string): void {
    this.text = text;
    this.known = readTelephonyAccounts(text);
  }

  private async current(): Promise<string> {
    try {
      return await this.read();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TelephonyAccountsError([`UNDERTONE_TELEPHONY cannot be read: ${reason}`]);
    }
  }
}

/** The file's text, for {@link TelephonyWatch.open}. */
export const telephonyFile = (path: string) => (): Promise<string> => readFile(path, 'utf8');
