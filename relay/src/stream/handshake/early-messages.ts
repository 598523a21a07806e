import { LIMITS } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';

/** How much a client may send while its session is being opened: a few seconds of audio. */
const EARLY_BYTES = 512 * 1_024;

/** What came while the session was being opened, in order. */
export class EarlyMessages {
  private readonly kept: { readonly data: ArrayBuffer; readonly isBinary: boolean }[] = [];
  private bytes = 0;

  /** @param data is copied, since the socket uses its memory again. @throws SessionFault `payload_too_large` */
  keep(data: ArrayBuffer, isBinary: boolean): void {
    this.bytes += data.byteLength;
    if (data.byteLength > LIMITS.messageBytes || this.bytes > EARLY_BYTES) {
      throw new SessionFault('payload_too_large', 'too much was sent before the session was ready');
    }
    this.kept.push({ data: data.slice(0), isBinary });
  }

  deliver(to: (data: ArrayBuffer, isBinary: boolean) => void): void {
    for (const { data, isBinary } of this.kept) to(data, isBinary);
  }
}
