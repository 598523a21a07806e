/** Handles and stream tokens that somebody guessed, changed, or stole from another organization. None may open anything. */
import { SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { ProtoClient } from '../support/proto-client.js';
import { openSocket, UpgradeRefused } from '../support/stream-socket.js';
import { type Attack, Finding, type Target } from './attack.js';
import type { Dice } from './dice.js';

const changed = (text: string, dice: Dice): string => {
  const at = dice.upTo(text.length);
  const other = dice.pick(['A', 'z', '0', '_', '-', '.']);
  return dice.pick([
    text.slice(0, at) + (text[at] === other ? 'B' : other) + text.slice(at + 1),
    text.slice(0, at),
    `${text}${other}`,
    dice.bytes(16).toString('base64url'),
    text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase(),
  ]);
};

const stealHandle = async ({ relay, key, victim }: Target, dice: Dice): Promise<string> => {
  const client = await ProtoClient.connect(relay.wsUrl, { key });
  const handle = dice.once(4) ? victim.handle : changed(victim.handle, dice);
  client.send({
    kind: 'session.hello',
    value: {
      ...(dice.once(2) && { sessionId: victim.sessionId }),
      channels: [],
      features: [],
      metadata: {},
      sampleRate: 16_000,
      resume: { handle, lastServerSeq: dice.upTo(5), nextSample: [dice.pick([0, 1, 2 ** 32])] },
    },
  });
  const outcome = await Promise.race([client.waitFor('session.ready'), client.closed]);
  client.drop();
  if ('value' in outcome) throw new Finding(`a session was opened with the handle ${handle}`);
  return String(outcome.code);
};

let genuine: Promise<string> | undefined;

/** A token of the attacker's own, made by the relay. */
const tokenOf = async ({ relay, key }: Target): Promise<string> => {
  const answer = await fetch(`${relay.url}/v1/stream/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ expires_in: 600, scopes: ['stream.observe'] }),
  });
  return ((await answer.json()) as { token: string }).token;
};

/** Base64 may end in bits that mean nothing: texts that differ there alone are the same token. */
const isSame = (one: string, other: string): boolean =>
  one
    .split('.')
    .every((text, index) =>
      Buffer.from(text, 'base64url').equals(Buffer.from(other.split('.')[index] ?? '', 'base64url')),
    );

const forgeToken = async (target: Target, dice: Dice): Promise<string> => {
  genuine ??= tokenOf(target);
  const own = await genuine;
  const [header = '', claims = '', signature = ''] = own.split('.');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const altered = {
    ...read,
    [dice.pick(['org', 'sub', 'sid', 'exp', 'scp', 'jti'])]: target.victim.sessionId,
  };
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const forged = dice.pick([
    changed(own, dice),
    `${header}.${Buffer.from(JSON.stringify(altered)).toString('base64url')}.${signature}`,
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `${header}.${claims}.${dice.bytes(32).toString('base64url')}`,
  ]);
  if (forged.split('.').length === 3 && isSame(forged, own)) return 'the same';
  try {
    const socket = await openSocket(`${target.relay.wsUrl}/v1/stream/realtime`, {
      protocols: [SUBPROTOCOL_PROTO, `undertone.auth.${forged}`],
    });
    socket.terminate();
  } catch (error) {
    if (error instanceof UpgradeRefused && error.status < 500) return String(error.status);
    // A text that is no sub-protocol is refused by the client itself.
    if (error instanceof SyntaxError) return 'not sent';
    throw error;
  }
  throw new Finding(`a connection was opened with the token ${forged}`);
};

export const resume: Attack = {
  name: 'resume tokens',
  width: 16,
  run: (target, dice) => (dice.once(2) ? stealHandle(target, dice) : forgeToken(target, dice)),
};
