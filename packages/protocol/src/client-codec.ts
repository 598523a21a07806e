/** The client's part of the binary form: it encodes client messages and decodes server messages. */
import { compactWire } from './compact-wire.js';
import { decode, encode } from './envelope.js';
import * as messages from './generated/messages.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import { envelope } from './shape.js';

/** Encodes a client message as protobuf. */
export const encodeClientMessage = (message: ClientMessage): Uint8Array =>
  encode(compactWire, messages.clientMessage, message);

/** Decodes a server message. Byte fields are views of `bytes`. @throws {@link ProtocolError} when the bytes are not a server message */
export const decodeServerMessage = (bytes: Uint8Array): ServerMessage =>
  decode(compactWire, messages.serverMessage, bytes, 'ignored') as ServerMessage;

/** For a page that streams. It leaves out the kinds that such a page never sends. */
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
  messages.features,
);

/** As {@link encodeClientMessage}, for a page that streams. @throws TypeError for a kind that such a page never sends */
export const encodeStreamingMessage = (message: ClientMessage): Uint8Array =>
  encode(compactWire, streaming, message);

/** For a page that observes. */
const observing = envelope(
  messages.clientEnvelope,
  messages.sessionHello,
  messages.ping,
  messages.observeSubscribe,
  messages.observeUnsubscribe,
);

/** As {@link encodeClientMessage}, for a page that observes. @throws TypeError for a kind that such a page never sends */
export const encodeObservingMessage = (message: ClientMessage): Uint8Array =>
  encode(compactWire, observing, message);
