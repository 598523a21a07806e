/** Observers who ask for what is not theirs, and say what an observer may not. */
import { type ClientBody, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { ProtoClient } from '../support/proto-client.js';
import { type Attack, Finding } from './attack.js';
import type { Dice } from './dice.js';
import { nearlyRight } from './frames.js';

/** As many as a stream may watch, and more. */
const COUNTS = [0, 1, 1, 2, 20, 21, 500];

const messageOf = (dice: Dice, wanted: string): ClientBody => {
  const sessionIds = Array.from({ length: dice.pick(COUNTS) }, () =>
    dice.pick([
      wanted,
      '',
      'ses_none',
      '%',
      'x'.repeat(dice.upTo(3_000)),
      `${wanted} `,
      wanted.toUpperCase(),
    ]),
  );
  return dice.pick<ClientBody>([
    {
      kind: 'observe.subscribe',
      value: {
        sessionIds,
        kinds: dice.pick([[], ['directive'], ['usage', 'session.ready'], ['x'.repeat(500)]]),
        ...(dice.once(2) && { fromSeq: dice.pick([0, 1, 2 ** 32, Number.MAX_SAFE_INTEGER]) }),
        ...(dice.once(3) && { maxRateHz: dice.pick([0, -1, 1e9, NaN, Infinity]) }),
      },
    },
    { kind: 'observe.unsubscribe', value: { sessionIds } },
    { kind: 'ping', value: {} },
    { kind: 'session.end', value: {} },
    { kind: 'flush', value: {} },
  ]);
};

export const observers: Attack = {
  name: 'observer messages',
  width: 8,
  async run({ relay, key, victim }, dice) {
    const made = await fetch(`${relay.url}/v1/stream/tokens`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        scopes: ['stream.observe'],
        ...(dice.once(3) && { session_id: victim.sessionId }),
        metadata: { role: dice.pick(['supervisor', '<b>', '\u202e', 'x'.repeat(60)]) },
      }),
    });
    const { token } = (await made.json()) as { token?: string };
    if (token === undefined) return `token ${made.status}`;
    const client = await ProtoClient.connect(relay.wsUrl, {
      protocols: [SUBPROTOCOL_PROTO, `undertone.auth.${token}`],
    });
    for (let count = 1 + dice.upTo(6); count > 0; count -= 1) {
      if (dice.once(4)) client.socket.send(nearlyRight(dice));
      else client.send(messageOf(dice, victim.sessionId));
    }
    // Asks for an answer, so that everything before it was read.
    client.send({ kind: 'ping', value: {} });
    await Promise.race([client.waitFor('pong'), client.closed]).catch(() => undefined);
    const kinds = new Set(client.inbox.arrivals.map(({ message }) => message.body?.kind ?? 'unknown'));
    client.drop();
    for (const kind of ['snapshot', 'directive', 'turn.start', 'session.ready', 'resumed']) {
      if (kinds.has(kind as never)) throw new Finding(`an observer of another organization got ${kind}`);
    }
    return client.all('error')[0]?.code ?? 'nothing';
  },
};
