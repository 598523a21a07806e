/** Frames of the realtime protocol that are noise or nearly right, in protobuf and JSON. */
import { CLOSE, type ClientBody, SUBPROTOCOL_JSON } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { closeOf, openSocket } from '../support/stream-socket.js';
import { type Attack, Finding } from './attack.js';
import type { Dice } from './dice.js';

const knownCloses = new Set<number>([
  ...Object.values(CLOSE).map(({ code }) => code),
  1002,
  1005,
  1006,
  1009,
]);

const bigNumbers = [0, 1, 2 ** 31, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER];

/** A nearly valid message: one field wrong, cut short, or with bits flipped. */
export const nearlyRight = (dice: Dice): Buffer => {
  const sampleCount = dice.pick([0, 1, 320, 640, 641, ...bigNumbers.slice(2, 4)]);
  const value = {
    channel: dice.pick([0, 1, 2, 255, 2 ** 32 - 1]),
    firstSample: dice.pick([...bigNumbers, dice.upTo(100_000)]),
    sampleCount,
    payload: new Uint8Array(dice.pick([0, 1, 640, 1_280, 1_281, 60_000])),
  };
  const body = dice.pick<ClientBody>([
    { kind: 'audio', value },
    {
      kind: 'audio.gap',
      value: {
        channel: value.channel,
        firstSample: value.firstSample,
        sampleCount: dice.pick(bigNumbers),
        reason: 'muted',
      },
    },
    {
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: dice.pick(bigNumbers.slice(0, 4)) },
    },
    {
      kind: 'session.update',
      value: { features: [], metadata: {}, outputs: { intervalMs: dice.pick(bigNumbers.slice(0, 4)) } },
    },
    {
      kind: 'transcript',
      value: {
        itemId: 'a',
        text: '\u0000'.repeat(dice.upTo(1_000)),
        startMs: dice.pick(bigNumbers),
        endMs: 0,
        isFinal: true,
      },
    },
    { kind: 'flush', value: {} },
    { kind: 'pause', value: { reason: 'hold' } },
    { kind: 'resume', value: {} },
    { kind: 'turn.force_end', value: {} },
    { kind: 'steering.feedback', value: { cueId: '../../etc', action: 'accepted' } },
  ]);
  const bytes = Buffer.from(
    encodeClientMessage({
      seq: dice.pick(bigNumbers),
      ack: dice.pick(bigNumbers),
      generation: dice.upTo(5),
      audioPos: dice.pick(bigNumbers),
      body,
    }),
  );
  const harm = dice.upTo(4);
  if (harm === 0) return bytes.subarray(0, dice.upTo(bytes.length));
  if (harm === 1 && bytes.length > 0)
    for (let n = 0; n < 3; n += 1) bytes[dice.upTo(bytes.length)]! ^= 1 << dice.upTo(8);
  return bytes;
};

const nearlyJson = (dice: Dice): string => {
  const text = dice.pick([
    '{"type":"session.hello","sample_rate":16000}',
    '{"type":"config","channels":[{"encoding":"pcm_s16le","sample_rate":8000}]}',
    '{"type":"ping","t_us":9007199254740993}',
    '{"type":"session.hello","metadata":{"__proto__":{"admin":true},"constructor":"x"}}',
    `{"type":"session.update","metadata":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    `{"type":"transcript","text":"\ud800","item_id":"${'x'.repeat(1_000)}"}`,
    '{"type":"end"}',
  ]);
  const at = dice.upTo(text.length);
  return dice.pick([
    text,
    text.slice(0, at),
    text.slice(0, at) + dice.pick(['"', '}', '\\u0000', '1e999', ',']) + text.slice(at),
  ]);
};

export const frames: Attack = {
  name: 'frames',
  width: 8,
  async run({ relay, key }, dice) {
    const json = dice.upTo(2) === 0;
    const path = dice.pick(['/v1/stream', '/v1/stream/realtime']);
    const socket = await openSocket(`${relay.wsUrl}${path}`, {
      key,
      protocols: path === '/v1/stream/realtime' && json ? [SUBPROTOCOL_JSON] : [],
    });
    const closed = closeOf(socket, 20_000);
    const text = json || path === '/v1/stream';
    if (dice.upTo(2) === 0) {
      if (text) socket.send('{"type":"session.hello","sample_rate":16000}');
      else
        socket.send(
          encodeClientMessage({
            seq: 1,
            ack: 0,
            generation: 0,
            audioPos: 0,
            body: {
              kind: 'session.hello',
              value: { channels: [], features: [], metadata: {}, sampleRate: 16_000 },
            },
          }),
        );
    }
    for (let count = 1 + dice.upTo(8); count > 0; count -= 1) {
      const kind = dice.upTo(4);
      if (kind === 0) socket.send(dice.bytes(dice.upTo(2_000)));
      else if (text && kind === 1) socket.send(dice.bytes(1 + dice.upTo(5_000)).toString('latin1'));
      else if (text) socket.send(nearlyJson(dice));
      else socket.send(nearlyRight(dice));
    }
    if (dice.upTo(3) === 0) socket.terminate();
    else socket.close();
    const { code } = await closed;
    if (!knownCloses.has(code)) throw new Finding(`closed with ${code}`);
    return String(code);
  },
};
