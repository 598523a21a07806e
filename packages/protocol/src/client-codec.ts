/** The client's half of the binary form: it encodes client messages and decodes server messages. */
import { compactWire } from './compact-wire.js';
import { decode, encode } from './envelope.js';
import * as messages from './generated/messages.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import { envelope } from './shape.js';

/** Encodes a client message as protobuf. */
export const encodeClientMessage = (message: ClientMessage): Uint8Array =>
  encode(compactWire, messages.clientMessage, message);

/** Decodes a server message; byte fields are views of `bytes`. @throws {@link ProtocolError} for bytes that are not one */
export const decodeServerMessage = (bytes: Uint8Array): ServerMessage =>
  decode(compactWire, messages.serverMessage, bytes) as ServerMessage;

/** Of a page that streams: what it never says it need not carry. */
const streaming = envelope(
  messages.clientEnvelope,
  messages.sessionHello,
  messages.audio,
  messages.audioGap,
  messages.audioSource,
  messages.vad,
  messages.transcript,
  messages.enrollAgent,
  messages.sessionUpdate,
  messages.pause,
  messages.resume,
  messages.flush,
  messages.ping,
  messages.steeringFeedback,
  messages.correction,
  messages.sessionEnd,
);

/** As {@link encodeClientMessage}, for a page that streams. @throws TypeError for a kind that such a page never sends */
export const encodeStreamingMessage = (message: ClientMessage): Uint8Array =>
  encode(compactWire, streaming, message);

/** Of a page that looks on. */
const observing = envelope(
  messages.clientEnvelope,
  messages.sessionHello,
  messages.ping,
  messages.observeSubscribe,
  messages.observeUnsubscribe,
);

/** As {@link encodeClientMessage}, for a page that looks on. @throws TypeError for a kind that such a page never sends */
export const encodeObservingMessage = (message: ClientMessage): Uint8Array =>
  encode(compactWire, observing, message);
