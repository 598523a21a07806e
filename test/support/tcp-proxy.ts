/** A small TCP proxy that simulates a bad network: delay, a cut link, bytes one at a time, a black hole. */
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';

export type Link =
  /** Everything passes at once. */
  | { kind: 'open' }
  /** Everything passes, each piece `ms` late. */
  | { kind: 'slow'; ms: number }
  /** One byte per write. */
  | { kind: 'byte_by_byte' }
  /** Connections stay up, but nothing passes: a half-open link. */
  | { kind: 'black_hole' }
  /** Connections are reset and new ones refused. */
  | { kind: 'down' };

/** Sees every byte before the link affects it. */
export type Tap = (connection: number, direction: 'to_relay' | 'to_client', bytes: Buffer) => void;

export class TcpProxy {
  private link: Link = { kind: 'open' };
  private readonly sockets = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly held: (() => void)[] = [];
  /** The number of connections so far. */
  connections = 0;

  private constructor(
    private readonly server: Server,
    private readonly targetPort: () => number,
    private readonly tap: Tap | undefined,
  ) {}

  /** Listens on a free port of the loopback address. */
  static async start(targetPort: () => number, tap?: Tap): Promise<TcpProxy> {
    const server = createServer({ noDelay: true, allowHalfOpen: true });
    const proxy = new TcpProxy(server, targetPort, tap);
    server.on('connection', (socket) => proxy.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** Changes the link for old and new connections. The bytes held in a black hole pass when it ends. */
  set(link: Link): void {
    this.link = link;
    if (link.kind === 'down') {
      for (const socket of this.sockets) socket.resetAndDestroy();
      this.held.length = 0;
    } else if (link.kind !== 'black_hole') {
      for (const pass of this.held.splice(0)) pass();
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(near: Socket): void {
    this.connections += 1;
    if (this.link.kind === 'down') {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port: this.targetPort(), host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const connection = this.connections;
    near.on('data', (bytes) => this.tap?.(connection, 'to_relay', bytes));
    far.on('data', (bytes) => this.tap?.(connection, 'to_client', bytes));
    this.pipe(near, far);
    this.pipe(far, near);
  }

  private pipe(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => this.pass(bytes, (piece) => to.destroyed || to.write(piece)));
    // The end passes through the link like the bytes before it. Otherwise a slow link would lose bytes in transit.
    from.on('end', () => this.pass(Buffer.alloc(0), () => to.end()));
    from.on('error', () => to.destroy()); // a failed side closes the other; the test sees it at its own socket
    from.on('close', () => this.sockets.delete(from));
  }

  private pass(bytes: Buffer, deliver: (piece: Buffer) => unknown): void {
    switch (this.link.kind) {
      case 'open':
        deliver(bytes);
        return;
      case 'slow': {
        const timer = setTimeout(() => {
          this.timers.delete(timer);
          deliver(bytes);
        }, this.link.ms);
        this.timers.add(timer);
        return;
      }
      case 'byte_by_byte':
        if (bytes.length === 0) deliver(bytes);
        for (let index = 0; index < bytes.length; index += 1) deliver(bytes.subarray(index, index + 1));
        return;
      case 'black_hole':
        this.held.push(() => deliver(bytes));
        return;
      case 'down':
        return;
    }
  }
}
