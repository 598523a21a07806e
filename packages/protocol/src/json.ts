/** The JSON form: one flat object per message, `type` beside snake_case fields, enums as their names. */
import { ProtocolError } from './errors.js';
import type { ClientMessage, ServerMessage } from './generated/types.js';
import type { Body, Envelope } from './envelope.js';
import { helloWithChannels } from './json-hello.js';
import { readJsonMessage, requireKnown, type Unknown, writeJsonMessage } from './json-value.js';
import { clientMessage, serverMessage } from './generated/messages.js';
import type { Message } from './shape.js';

/** Types that the plain endpoint also accepts (rule RT51). */
const ALIASES: Readonly<Record<string, string>> = { config: 'session.hello', end: 'session.end' };

const ENVELOPE = { seq: 'seq', ack: 'ack', generation: 'generation', audioPos: 'audio_pos' } as const;

const write = (envelope: Message, message: Envelope & { body?: Body }): string => {
  const { body } = message;
  if (body === undefined) throw new TypeError('a message without a body has no JSON form');
  const field = envelope.body(body.kind);
  if (field === undefined) throw new TypeError(`unknown message kind ${body.kind}`);
  const json: Record<string, unknown> = { type: body.kind };
  for (const key of ['seq', 'ack', 'generation', 'audioPos'] as const) {
    if (message[key] !== 0) json[ENVELOPE[key]] = message[key];
  }
  if (message.observed !== undefined) json['observed'] = message.observed;
  if (message.position !== undefined) json['position'] = message.position;
  Object.assign(json, writeJsonMessage(field.type, body.value as Record<string, unknown>));
  return JSON.stringify(json);
};

/** Fields beside those of the body. */
const BESIDE = ['type', ...Object.values(ENVELOPE)];

const read = (envelope: Message, text: string, unknown: Unknown): Envelope & { body?: Body } => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('protocol_error', 'the message is not JSON', undefined, { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ProtocolError('protocol_error', 'a message is one JSON object');
  }
  const json = parsed as Record<string, unknown>;
  if (typeof json['type'] !== 'string') {
    throw new ProtocolError('protocol_error', 'a message has a type', 'type');
  }
  const kind = ALIASES[json['type']] ?? json['type'];
  const message: Envelope & { body?: Body } = { seq: 0, ack: 0, generation: 0, audioPos: 0 };
  for (const key of ['seq', 'ack', 'generation', 'audioPos'] as const) {
    const value = json[ENVELOPE[key]];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || (value as number) < 0) {
      throw new ProtocolError('validation_error', `${ENVELOPE[key]} is a whole number`, ENVELOPE[key]);
    }
    message[key] = value as number;
  }
  const { observed, position } = json;
  if (typeof observed === 'string') message.observed = observed;
  if (Number.isSafeInteger(position)) message.position = position as number;
  const field = envelope.body(kind);
  if (field !== undefined) {
    const fields = kind === 'session.hello' ? helloWithChannels(json) : json;
    if (unknown === 'refused') requireKnown(field.type, fields, '', BESIDE);
    message.body = { kind, value: readJsonMessage(field.type, fields, unknown) };
  }
  return message;
};

/** Reads a client message. @throws {@link ProtocolError} that names the wrong field, or one that is not known */
export const clientMessageFromJson = (text: string): ClientMessage =>
  read(clientMessage, text, 'refused') as ClientMessage;

/** Writes a client message. */
export const clientMessageToJson = (message: ClientMessage): string => write(clientMessage, message);

/** Reads a server message. A newer relay may say more, so unknown fields are ignored. @throws {@link ProtocolError} that names the wrong field */
export const serverMessageFromJson = (text: string): ServerMessage =>
  read(serverMessage, text, 'ignored') as ServerMessage;

/** Writes a server message. */
export const serverMessageToJson = (message: ServerMessage): string => write(serverMessage, message);
