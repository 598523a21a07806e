import { LIMITS, ProtocolError, type ClientMessage, type ServerMessage } from '@undertone/protocol';
import { clientMessageFromJson, serverMessageToJson } from '@undertone/protocol/json';
import { decodeClientMessage, encodeServerMessage } from '@undertone/protocol/server-codec';
import { unsupportedEncoding } from '../domain/live/audio-encoding.js';
import { SessionFault } from '../domain/live/session-fault.js';
import { readAudioFrame } from './audio/audio-frame.js';
import type { SocketKind } from './socket.js';

/** One message from the wire: a message of the contract, or raw samples (binary data on the JSON forms). */
export type Incoming =
  | { readonly kind: 'message'; readonly message: ClientMessage }
  | { readonly kind: 'samples'; readonly payload: Uint8Array };

export interface Codec {
  /** @throws SessionFault when the data is not a message. The result may point into `data`. */
  decode(data: ArrayBuffer, isBinary: boolean): Incoming;
  encode(message: ServerMessage): Uint8Array | string;
}

const ENCODING_PARAM = /^(channels\[\d+\]\.)?encoding$/;
const text = new TextDecoder('utf-8', { fatal: true });

/** Runs a decoder and turns its error into a SessionFault. */
const reading = (decode: () => ClientMessage): Incoming => {
  try {
    return { kind: 'message', message: decode() };
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    // An unknown encoding gets the same error as a known one that the relay does not decode.
    if (cause.param !== undefined && ENCODING_PARAM.test(cause.param)) throw unsupportedEncoding(cause.param);
    const param = cause.param === undefined ? {} : { param: cause.param };
    throw new SessionFault(cause.code, cause.message, { ...param, cause });
  }
};

const checkSize = (data: ArrayBuffer): void => {
  if (data.byteLength <= LIMITS.messageBytes) return;
  throw new SessionFault('payload_too_large', `a message holds at most ${LIMITS.messageBytes} bytes`);
};

const PROTO: Codec = {
  decode(data, isBinary) {
    checkSize(data);
    if (!isBinary) throw new SessionFault('protocol_error', 'this sub-protocol is binary; text was received');
    const bytes = new Uint8Array(data);
    const message = readAudioFrame(bytes);
    return message === undefined ? reading(() => decodeClientMessage(bytes)) : { kind: 'message', message };
  },
  encode: encodeServerMessage,
};

const JSON_TEXT: Codec = {
  decode(data, isBinary) {
    checkSize(data);
    if (isBinary) return { kind: 'samples', payload: new Uint8Array(data) };
    return reading(() => {
      let decoded: string;
      try {
        decoded = text.decode(data);
      } catch (cause) {
        throw new ProtocolError('protocol_error', 'the message is not UTF-8', undefined, { cause });
      }
      return clientMessageFromJson(decoded);
    });
  },
  encode: serverMessageToJson,
};

/** How each kind of socket frames its messages. A new kind does not compile until it has an entry here. */
const CODECS: Readonly<Record<SocketKind, Codec>> = { proto: PROTO, json: JSON_TEXT, plain: JSON_TEXT };

export const codecFor = (kind: SocketKind): Codec => CODECS[kind];
