import type { SendOutcome, SocketListener } from '../../src/socket/open-socket.js';
import type { ServerMessage } from '@undertone/protocol';
import { decodeServerMessage } from '@undertone/protocol/client-codec';
import type { StreamSocket } from '../../src/stream/socket.js';

/**
 * A connection over a simulated network. Bytes take time. A cut loses the bytes on their way. With a half-open link, the
 * relay believes for a while that its client is still there.
 */
export class Link implements StreamSocket {
  readonly kind = 'proto';
  readonly remoteAddress = '192.0.2.1';
  /** What the client has not read yet. */
  readonly inbox: ServerMessage[] = [];
  /** The session whose place this connection uses, from `session.ready` to the end of the connection. */
  sessionId: string | undefined;
  closeCode: number | undefined;
  private handler: SocketListener | undefined;
  private up: Uint8Array[] = [];
  private down: Uint8Array[] = [];
  private isCut = false;
  private isReset = false;

  constructor(
    readonly relayId: number,
    /** The process at the other end. */
    readonly process: number,
  ) {}

  attach(handler: SocketListener): void {
    this.handler = handler;
  }

  /** Whether the client may still send. */
  get isOpen(): boolean {
    return !this.isCut && this.closeCode === undefined;
  }

  get waiting(): number {
    return this.up.length;
  }

  /** Sends bytes from the client. */
  write(bytes: Uint8Array): void {
    if (this.isOpen) this.up.push(bytes);
  }

  /** Delivers what was written, on both sides. */
  deliver(): void {
    if (this.isCut) return;
    for (const bytes of this.up.splice(0)) {
      if (this.closeCode !== undefined) break;
      this.handler?.message(bytes.slice().buffer, true);
    }
    for (const bytes of this.down.splice(0)) this.inbox.push(decodeServerMessage(bytes));
  }

  /** Cuts the link, so that nothing passes any more. */
  cut(): void {
    this.isCut = true;
    this.up = [];
    this.down = [];
  }

  /** The relay notices that the client is gone. */
  notice(): void {
    if (this.closeCode !== undefined) return;
    this.sessionId = undefined;
    this.closeCode = 1006;
    this.handler?.closed(1006);
  }

  /** Call it when the relay's process has ended. */
  reset(): void {
    this.isReset = true;
    this.cut();
    this.sessionId = undefined;
    this.closeCode ??= 1006;
  }

  send(data: Uint8Array | string): SendOutcome {
    // The JavaScript engine still runs callbacks of a killed process.
    if (this.isReset) return 'dropped';
    if (typeof data === 'string') throw new Error('this connection speaks protobuf');
    if (this.closeCode !== undefined) throw new Error('sent after the close');
    const bytes = data.slice();
    const { body } = decodeServerMessage(bytes);
    if (body?.kind === 'session.ready') this.sessionId = body.value.sessionId;
    this.down.push(bytes);
    return 'sent';
  }

  ping(): void {
    // Clients of the simulator do not answer pings, because nothing here depends on the round trip.
  }

  bufferedBytes(): number {
    return 0;
  }

  cork(work: () => void): void {
    work();
  }

  close(code: number): void {
    if (this.isReset) return;
    if (this.closeCode !== undefined) throw new Error('closed twice');
    this.sessionId = undefined;
    this.closeCode = code;
  }
}
