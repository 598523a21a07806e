import { ProtocolError, type ClientMessage } from '@undertone/protocol';
import { clientMessageFromJson, serverMessageToJson } from '@undertone/protocol/json';
import { decodeClientMessage, encodeServerMessage } from '@undertone/protocol/server-codec';
import { unsupportedEncoding } from '../../domain/live/audio-encoding.js';
import { defined } from '../../domain/defined.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { readAudioFrame } from '../audio/audio-frame.js';
import { checkSize, readText } from './read-text.js';
import type { Codec } from './wire.js';

/** Field 1, a varint. Seven bytes of it are 49 bits. */
const SEQ_TAG = 1 << 3;
const MAX_SEQ_BYTES = 7;

const ENCODING_PARAM = /^(channels\[\d+\]\.)?encoding$/;

/** Runs a decoder and turns its error into a SessionFault. @param seqOf reads the number of a message that cannot be read otherwise */
const reading = (decode: () => ClientMessage, seqOf: () => number | undefined): ClientMessage => {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    // An unknown encoding gets the same error as a known one that the relay does not decode.
    if (cause.param !== undefined && ENCODING_PARAM.test(cause.param)) throw unsupportedEncoding(cause.param);
    const about = defined({ param: cause.param, refSeq: seqOf() });
    throw new SessionFault(cause.code, cause.message, { ...about, cause });
  }
};

/** `seq` is the first field of a message, where it has one. */
const protobufSeq = (bytes: Uint8Array): number | undefined => {
  let seq = 0;
  if (bytes[0] !== SEQ_TAG) return undefined;
  for (let at = 1; at < bytes.length && at <= MAX_SEQ_BYTES; at += 1) {
    const byte = bytes[at] ?? 0;
    seq += (byte & 0x7f) * 128 ** (at - 1);
    if (byte < 0x80) return seq;
  }
  return undefined;
};

const jsonSeq = (text: string): number | undefined => {
  try {
    const { seq } = JSON.parse(text) as { seq?: unknown };
    return typeof seq === 'number' && Number.isSafeInteger(seq) ? seq : undefined;
  } catch {
    // It has no number that anybody could read.
    return undefined;
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
    const message =
      readAudioFrame(bytes) ??
      reading(
        () => decodeClientMessage(bytes),
        () => protobufSeq(bytes),
      );
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
      take({
        kind: 'message',
        message: reading(
          () => clientMessageFromJson(text),
          () => jsonSeq(text),
        ),
      });
    }
  },
  encode: serverMessageToJson,
};
