import { ProtocolError, type ClientMessage } from '@undertone/protocol';
import { clientMessageFromJson, serverMessageToJson } from '@undertone/protocol/json';
import { decodeClientMessage, encodeServerMessage } from '@undertone/protocol/server-codec';
import { unsupportedEncoding } from '../../domain/live/audio-encoding.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { readAudioFrame } from '../audio/audio-frame.js';
import { checkSize, readText } from './read-text.js';
import type { Codec } from './wire.js';

const ENCODING_PARAM = /^(channels\[\d+\]\.)?encoding$/;

/** Runs a decoder and turns its error into a SessionFault. */
const reading = (decode: () => ClientMessage): ClientMessage => {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    // An unknown encoding gets the same error as a known one that the relay does not decode.
    if (cause.param !== undefined && ENCODING_PARAM.test(cause.param)) throw unsupportedEncoding(cause.param);
    const param = cause.param === undefined ? {} : { param: cause.param };
    throw new SessionFault(cause.code, cause.message, { ...param, cause });
  }
};

/** Protobuf. It keeps nothing, so that one codec serves every connection. */
export const PROTOBUF: Codec = {
  resumes: true,
  peerCloses: false,
  narrows: false,
  decode(data, isBinary, take) {
    checkSize(data);
    if (!isBinary) throw new SessionFault('protocol_error', 'this sub-protocol is binary; text was received');
    const bytes = new Uint8Array(data);
    const message = readAudioFrame(bytes) ?? reading(() => decodeClientMessage(bytes));
    take({ kind: 'message', message });
  },
  encode: encodeServerMessage,
};

/** The JSON form, with raw samples as binary messages. */
export const JSON_TEXT: Codec = {
  resumes: true,
  peerCloses: false,
  narrows: false,
  decode(data, isBinary, take) {
    checkSize(data);
    if (isBinary) take({ kind: 'samples', payload: new Uint8Array(data) });
    else {
      const text = readText(data);
      take({ kind: 'message', message: reading(() => clientMessageFromJson(text)) });
    }
  },
  encode: serverMessageToJson,
};
