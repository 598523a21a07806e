import type { OpenSocket, SendOutcome } from '../../socket/open-socket.js';
import type { SocketKind, StreamSocket } from '../../stream/socket.js';

/** The same socket for a stream of another kind than the handshake named. */
export class FacadeSocket implements StreamSocket {
  readonly origin?: string;

  constructor(
    protected readonly outer: OpenSocket,
    readonly kind: SocketKind,
    origin: string | undefined,
  ) {
    if (origin !== undefined) this.origin = origin;
  }

  get remoteAddress(): string {
    return this.outer.remoteAddress;
  }

  send(data: Uint8Array | string): SendOutcome {
    return this.outer.send(data);
  }

  bufferedBytes(): number {
    return this.outer.bufferedBytes();
  }

  ping(payload: string): void {
    this.outer.ping(payload);
  }

  cork(run: () => void): void {
    this.outer.cork(run);
  }

  close(code: number, reason: string): void {
    this.outer.close(code, reason);
  }
}
