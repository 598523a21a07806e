/** A webhook receiver of the customer, which also hosts the recording that `audio_url` names. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

export interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly event: Envelope;
}

export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export class Receiver {
  readonly deliveries: Delivery[] = [];

  private constructor(private readonly server: Server) {}

  /** @param recording answered to every GET; a POST to `/status/500` is answered with that, any other with 200 */
  static async start(recording: Uint8Array): Promise<Receiver> {
    const server = createServer((request, response) => {
      if (request.method === 'GET') return response.end(recording);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const { url: path = '', headers } = request;
        receiver.deliveries.push({ path, headers, body, event: JSON.parse(body.toString()) as Envelope });
        response.statusCode = Number(/^\/status\/(\d+)/.exec(path)?.[1] ?? 200);
        response.end();
      });
      return undefined;
    });
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Waits for a delivery: long, as limits are looked at every ten seconds and machines may be slow. */
  async next(what: string, fits: (delivery: Delivery) => boolean): Promise<Delivery> {
    const find = () => this.deliveries.find(fits);
    await expect.poll(find, { timeout: 60_000, interval: 50, message: what }).toBeDefined();
    return find()!;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
