import type { SendOutcome } from '../../socket/open-socket.js';
import type { ServerBody, ServerMessage } from '@undertone/protocol';
import { decodeServerMessage } from '@undertone/protocol/client-codec';
import { serverMessageFromJson } from '@undertone/protocol/json';
import type { SocketKind, StreamSocket } from '../socket.js';

/** The value of a message of this kind. */
export type ValueOf<K extends ServerBody['kind']> = Extract<ServerBody, { kind: K }>['value'];

/** A socket that records its calls, and is as slow as a test makes it. */
export class ScriptedSocket implements StreamSocket {
  readonly remoteAddress = '192.0.2.1';
  readonly received: ServerMessage[] = [];
  readonly corks: number[] = [];
  readonly pings: string[] = [];
  closedWith: { code: number; reason: string } | undefined;
  /** What `send` returns. */
  outcome: SendOutcome = 'sent';
  buffered = 0;

  constructor(readonly kind: SocketKind = 'proto') {}

  send(data: Uint8Array | string): SendOutcome {
    if (this.closedWith !== undefined) throw new Error('sent after the close');
    if (this.outcome === 'buffered') this.buffered += data.length;
    if (this.outcome !== 'dropped') {
      this.received.push(typeof data === 'string' ? serverMessageFromJson(data) : decodeServerMessage(data));
    }
    return this.outcome;
  }

  bufferedBytes(): number {
    return this.buffered;
  }

  ping(payload: string): void {
    this.pings.push(payload);
  }

  cork(fn: () => void): void {
    const before = this.received.length;
    fn();
    this.corks.push(this.received.length - before);
  }

  close(code: number, reason: string): void {
    if (this.closedWith !== undefined) throw new Error('closed twice');
    this.closedWith = { code, reason };
  }

  /** The bodies of one kind, in order. */
  all<K extends ServerBody['kind']>(kind: K): ValueOf<K>[] {
    const values: unknown[] = this.received.flatMap(({ body }) => (body?.kind === kind ? [body.value] : []));
    return values as ValueOf<K>[];
  }

  /** The newest body of a kind. @throws when there is none */
  last<K extends ServerBody['kind']>(kind: K): ValueOf<K> {
    const values = this.all(kind);
    const value = values[values.length - 1];
    if (value === undefined) throw new Error(`no ${kind} among ${this.kinds().join(', ')}`);
    return value;
  }

  kinds(): string[] {
    return this.received.map(({ body }) => body?.kind ?? '?');
  }

  /** The warnings so far, by code. */
  warnings(): string[] {
    return this.all('warning').map(({ code }) => code);
  }
}
