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

/** One direction of one connection. */
interface Lane {
  /** Oldest first. */
  readonly waiting: { readonly dueMs: number; readonly deliver: () => unknown }[];
  timer: NodeJS.Timeout | undefined;
}

export class TcpProxy {
  private link: Link = { kind: 'open' };
  private readonly sockets = new Set<Socket>();
  private readonly lanes = new Set<Lane>();
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
    for (const { timer } of this.lanes) clearTimeout(timer);
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
    const lane: Lane = { waiting: [], timer: undefined };
    this.lanes.add(lane);
    this.sockets.add(from);
    from.on('data', (bytes) => this.pass(lane, bytes, (piece) => to.destroyed || to.write(piece)));
    // The end passes through the link like the bytes before it. Otherwise a slow link would lose bytes in transit.
    from.on('end', () => this.pass(lane, Buffer.alloc(0), () => to.end()));
    from.on('error', () => to.destroy()); // a failed side closes the other; the test sees it at its own socket
    from.on('close', () => {
      this.sockets.delete(from);
      if (lane.waiting.length === 0) this.lanes.delete(lane);
    });
  }

  private pass(lane: Lane, bytes: Buffer, deliver: (piece: Buffer) => unknown): void {
    switch (this.link.kind) {
      case 'open':
        this.later(lane, 0, () => deliver(bytes));
        return;
      case 'slow':
        this.later(lane, this.link.ms, () => deliver(bytes));
        return;
      case 'byte_by_byte':
        this.later(lane, 0, () => {
          if (bytes.length === 0) deliver(bytes);
          for (let index = 0; index < bytes.length; index += 1) deliver(bytes.subarray(index, index + 1));
        });
        return;
      case 'black_hole':
        this.held.push(() => this.later(lane, 0, () => deliver(bytes)));
        return;
      case 'down':
        return;
    }
  }

  /** In order: what came while the link was slow goes before what comes after it is fast again. */
  private later(lane: Lane, ms: number, deliver: () => unknown): void {
    if (ms === 0 && lane.waiting.length === 0) {
      deliver();
      return;
    }
    lane.waiting.push({ dueMs: performance.now() + ms, deliver });
    if (lane.waiting.length === 1) this.arm(lane);
  }

  private arm(lane: Lane): void {
    const [first] = lane.waiting;
    if (first === undefined) return;
    lane.timer = setTimeout(
      () => {
        lane.waiting.shift();
        first.deliver();
        this.arm(lane);
      },
      Math.max(0, first.dueMs - performance.now()),
    );
  }
}
