import type { WebSocket } from 'ws';
import { expect } from 'vitest';
import { Inbox } from '../../support/inbox.js';
import type { RelayProcess } from '../../support/relay-process.js';
import {
  type Close,
  closeOf,
  type ConnectOptions,
  openSocket,
  toBytes,
} from '../../support/stream-socket.js';

export type Json = Record<string, unknown>;

export const REALTIME = '/v1/stream/realtime';

/** Their realtime client: JSON text out, bytes or base64 in. */
export class TheirClient {
  readonly inbox = new Inbox<Json>(({ type }) => String(type));
  readonly closed: Promise<Close>;
  /** Whether it began with their `config` on their path. Else the relay speaks our own JSON. */
  private isTheirs = false;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const message = JSON.parse(toBytes(data).toString('utf8')) as Json;
      // Their parser refuses events of these types without a session.
      if (
        this.isTheirs &&
        ['directive', 'error', 'warning', 'session_end'].includes(String(message['type']))
      ) {
        expect(message['session_id']).toEqual(expect.stringMatching(/./));
      }
      this.inbox.push(message);
    });
    this.closed = closeOf(socket, 600_000).then((close) => {
      this.inbox.end(`closed with ${close.code} ${close.reason}`);
      return close;
    });
  }

  static async connect(
    { wsUrl }: Pick<RelayProcess, 'wsUrl'>,
    path = REALTIME,
    options: ConnectOptions = {},
  ): Promise<TheirClient> {
    return new TheirClient(await openSocket(`${wsUrl}${path}`, options));
  }

  /** Sends a `config` with the key in it. */
  static async begun(relay: Pick<RelayProcess, 'wsUrl' | 'key'>, config: Json = {}): Promise<TheirClient> {
    const client = await TheirClient.connect(relay);
    client.send({
      type: 'config',
      api_key: relay.key,
      encoding: 'pcm16',
      sample_rate: 16_000,
      source: 'sdk',
      ...config,
    });
    await client.of('config_ack');
    return client;
  }

  send(message: Json): void {
    if (message['type'] === 'config' && new URL(this.socket.url).pathname === REALTIME) this.isTheirs = true;
    this.socket.send(JSON.stringify(message));
  }

  async of(type: string): Promise<Json> {
    return (await this.inbox.waitFor((message) => message['type'] === type, type, 60_000)).message;
  }

  all(type: string): Json[] {
    return this.inbox.arrivals.map(({ message }) => message).filter((message) => message['type'] === type);
  }

  /** The fatal error and the close. */
  async ending(): Promise<{ close: number; code: unknown; message: unknown }> {
    const error = await this.of('error');
    return { close: (await this.closed).code, code: error['code'], message: error['message'] };
  }
}
