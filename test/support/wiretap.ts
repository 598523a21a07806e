/**
 * Reads the messages between a page and its relay from a proxy between them. So a browser test checks the messages
 * themselves, not how the page shows them.
 */
import type { ClientBody, ClientMessage, ServerBody, ServerMessage } from '@undertone/protocol';
import { decodeServerMessage } from '@undertone/protocol/client-codec';
import { decodeClientMessage } from '@undertone/protocol/server-codec';
import { Inbox } from './inbox.js';
import type { Tap } from './tcp-proxy.js';
import { FrameReader, opcodes } from './websocket-frames.js';

interface Side {
  head: Buffer | undefined;
  reader: FrameReader;
}

export interface Overheard<M> {
  connection: number;
  message: M;
  /** Of the message on the wire, bytes. */
  size: number;
}

type ServerKind = ServerBody['kind'];
type ClientKind = ClientBody['kind'];
type ServerValue<K extends ServerKind> = Extract<ServerBody, { kind: K }>['value'];
type ClientValue<K extends ClientKind> = Extract<ClientBody, { kind: K }>['value'];

export class Wiretap {
  readonly fromRelay = new Inbox<Overheard<ServerMessage>>(({ message }) => message.body?.kind ?? 'unknown');
  readonly fromPage = new Inbox<Overheard<ClientMessage>>(({ message }) => message.body?.kind ?? 'unknown');
  /** Close codes that the relay sent. */
  readonly closes: number[] = [];
  private readonly sides = new Map<string, Side>();

  readonly tap: Tap = (connection, direction, bytes) => {
    const name = `${connection} ${direction}`;
    const side = this.sides.get(name) ?? { head: Buffer.alloc(0), reader: new FrameReader() };
    this.sides.set(name, side);
    if (side.head !== undefined) {
      const rest = afterUpgrade(side, bytes);
      if (rest !== undefined) this.read(connection, direction, side, rest);
    } else {
      this.read(connection, direction, side, bytes);
    }
  };

  /** The relay's messages of a kind, oldest first. */
  received<K extends ServerKind>(kind: K): { value: ServerValue<K>; atMs: number; seq: number }[] {
    return this.fromRelay.arrivals
      .filter(({ message }) => message.message.body?.kind === kind)
      .map(({ message, atMs }) => ({
        value: message.message.body?.value as ServerValue<K>,
        atMs,
        seq: message.message.seq,
      }));
  }

  /** The page's messages of a kind, oldest first. */
  sent<K extends ClientKind>(kind: K): { value: ClientValue<K>; atMs: number; connection: number }[] {
    return this.fromPage.arrivals
      .filter(({ message }) => message.message.body?.kind === kind)
      .map(({ message, atMs }) => ({
        value: message.message.body?.value as ClientValue<K>,
        atMs,
        connection: message.connection,
      }));
  }

  waitFor(kind: ServerKind, withinMs?: number) {
    return this.fromRelay.waitFor(({ message }) => message.body?.kind === kind, kind, withinMs);
  }

  private read(connection: number, direction: 'to_relay' | 'to_client', side: Side, bytes: Buffer): void {
    side.reader.read(bytes, (opcode, payload) => {
      if (opcode === opcodes.close && direction === 'to_client' && payload.length >= 2) {
        this.closes.push(payload.readUInt16BE(0));
      }
      if (opcode !== opcodes.binary) return;
      if (direction === 'to_client')
        this.fromRelay.push({ connection, message: decodeServerMessage(payload), size: payload.length });
      else this.fromPage.push({ connection, message: decodeClientMessage(payload), size: payload.length });
    });
  }
}

/** The bytes after the header of an upgrade, once there are any. Undefined for other HTTP traffic. */
const afterUpgrade = (side: Side, bytes: Buffer): Buffer | undefined => {
  const head = Buffer.concat([side.head ?? Buffer.alloc(0), bytes]);
  side.head = head.subarray(-16_384);
  const text = head.toString('latin1');
  const from = text.search(
    /HTTP\/1\.1 101|^GET [^\r\n]*\/v1\/stream|\nGET [^\r\n]*\/v1\/stream[^\r\n]* HTTP/,
  );
  if (from < 0 || !/upgrade: *websocket/i.test(text.slice(from))) return undefined;
  const end = text.indexOf('\r\n\r\n', from);
  if (end < 0) return undefined;
  side.head = undefined;
  return head.subarray(end + 4);
};
