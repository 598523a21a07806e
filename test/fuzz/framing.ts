/** HTTP as bytes: framing that means two things, chunks, and requests with bytes changed. */
import { connect } from 'node:net';
import { type Attack, Finding } from './attack.js';
import type { Dice } from './dice.js';

const QUIET_MS = 200;
const SMUGGLED = 'GET /v1/wallet HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\n\r\n';
const HEAD =
  'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\nContent-Type: application/json\r\n';

interface Case {
  readonly bytes: Buffer;
  /** How many answers it may get. Absent: changed bytes may mean anything. */
  readonly most?: number;
}

const chunked = (body: string, dice: Dice): string => {
  const size = body.length.toString(16);
  const line = dice.pick([
    size,
    `0${size}`,
    `${size};name=value`,
    `${size} `,
    `+${size}`,
    `0x${size}`,
    `${size}\n`,
  ]);
  const trailer = dice.pick(['', 'X-Trailer: 1\r\n', 'Content-Length: 3\r\n', 'X: y\r\n'.repeat(200)]);
  return `${line}\r\n${body}\r\n0\r\n${trailer}\r\n`;
};

const ambiguous = (dice: Dice): string => {
  const length = `Content-Length: ${SMUGGLED.length}\r\n`;
  const lines = dice.pick([
    `${length}Content-Length: 0\r\n`,
    `${length}Content-Length: ${SMUGGLED.length}\r\n`,
    `${length}Transfer-Encoding: chunked\r\n`,
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding: identity, chunked\r\nTransfer-Encoding: chunked\r\n',
    `Content-Length: +${SMUGGLED.length}\r\n`,
    'Content-Length: -1\r\n',
    `Content-Length: 0, ${SMUGGLED.length}\r\n`,
    `Host: b\r\n${length}`,
  ]);
  return `${HEAD}${lines}\r\n${SMUGGLED}`;
};

const requestOf = (dice: Dice): { text: string; most: number } => {
  switch (dice.upTo(4)) {
    case 0:
      return { text: ambiguous(dice), most: 1 };
    case 1:
      return { text: `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunked(SMUGGLED, dice)}`, most: 2 };
    case 2:
      return { text: `${HEAD}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`, most: 1 };
    default: {
      const many = 1 + dice.upTo(300);
      const header = `X-${'a'.repeat(dice.upTo(2_000))}: ${'b'.repeat(dice.upTo(6_000))}\r\n`;
      const text = dice.pick([
        `GET /v1/wallet?${'x'.repeat(dice.upTo(20_000))} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\n\r\n`,
        `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X-Many: 1\r\n'.repeat(many)}\r\n`,
        `GET /healthz HTTP/1.1\r\nHost: a\r\n${header}\r\n`,
        `BREW /%00/../..%2f HTTP/1.1\r\nHost: a\r\n\r\n`,
        'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1 + dice.upTo(20)),
      ]);
      return { text, most: 20 };
    }
  }
};

const caseOf = (dice: Dice, key: string): Case => {
  const { text, most } = requestOf(dice);
  const bytes = Buffer.from(text.replaceAll('KEY', key), 'latin1');
  return dice.once(2) ? { bytes: dice.harm(bytes) } : { bytes, most };
};

/** Sends the bytes, whole or in pieces, and reads until the relay closes or is quiet. */
const exchange = (port: number, from: string, bytes: Buffer, pieces: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    let answer = '';
    socket.setEncoding('latin1').setTimeout(QUIET_MS, () => socket.destroy());
    socket.on('connect', () => {
      const size = Math.ceil(bytes.length / pieces);
      for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
    });
    socket.on('data', (text: string) => (answer += text));
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });

export const framing: Attack = {
  name: 'HTTP framing',
  width: 32,
  async run({ relay, key }, dice) {
    const { bytes, most } = caseOf(dice, key);
    // Damaged keys count against an address, so they come from many.
    const from = `127.0.${dice.upTo(250)}.${2 + dice.upTo(250)}`;
    const answer = await exchange(relay.port, from, bytes, 1 + dice.upTo(3));
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    const say = (problem: string): Finding =>
      new Finding(
        `${problem}: ${JSON.stringify(bytes.toString('latin1').slice(0, 600))} → ${statuses.join(' ')}`,
      );
    // 505 is the library's, for a first line that names no version it knows. 503 is a busy relay's, which says when to come again.
    const isBusy = (status: number): boolean => status === 503 && /^retry-after:/im.test(answer);
    if (statuses.some((status) => status >= 500 && status !== 505 && !isBusy(status))) throw say('a bug');
    if (most !== undefined && statuses.length > most) throw say('a smuggled request was answered');
    return statuses.length === 0 ? 'closed' : String(statuses[0]);
  },
};
