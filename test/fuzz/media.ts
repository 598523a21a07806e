/** Files of all six formats with bytes changed, as raw bodies and in forms that are themselves damaged. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../support/relay-process.js';
import { type Attack, judge } from './attack.js';
import type { Dice } from './dice.js';

const folder = join(repositoryRoot, 'relay/src/media/fixtures');

/** 16 kHz, mono, 16 bits: half a second of nothing. */
const wav = (): Buffer => {
  const data = Buffer.alloc(16_000);
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};

const files: readonly Buffer[] = [
  wav(),
  ...readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name))),
];

export const media: Attack = {
  name: 'media',
  width: 4,
  async run({ relay, key }, dice) {
    const at = dice.upTo(files.length);
    const body = dice.once(20) ? files[at]! : dice.harm(files[at]!);
    const response = await fetch(`${relay.url}/v1/analyze/audio`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': dice.pick(TYPES) },
      body: Uint8Array.from(body),
    });
    return judge(response, `file ${at} of ${body.length} bytes`);
  },
};

const TYPES = ['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/webm', 'audio/flac', 'audio/mp4'];

const PATHS = [
  '/v1/analyze/audio',
  '/v1/analyze/batch',
  '/v1/speakers',
  '/v1/fine-tune',
  '/v1/sessions/s/utterances',
];

const part = (dice: Dice, boundary: string): Buffer => {
  const name = dice.pick([
    'audio',
    'file',
    'files',
    'text',
    'language',
    'audio_url',
    '__proto__',
    'x'.repeat(2_000),
  ]);
  const header = dice.pick([
    `Content-Disposition: form-data; name="${name}"; filename="a.wav"\r\nContent-Type: audio/wav`,
    `Content-Disposition: form-data; name="${name}"`,
    `Content-Disposition: form-data; name=${name}; filename*=UTF-8''%ff%00`,
    'Content-Disposition: form-data',
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    `X: ${'y'.repeat(dice.upTo(20_000))}`,
  ]);
  const content = dice.pick<Uint8Array>([
    Buffer.alloc(0),
    dice.bytes(dice.upTo(500)),
    Buffer.from(`\r\n--${boundary}`),
    wav().subarray(0, 4_000),
  ]);
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`), content, Buffer.from('\r\n')]);
};

export const multipart: Attack = {
  name: 'multipart',
  width: 16,
  async run({ relay, key }, dice) {
    const boundary = dice.pick([
      'b',
      'x'.repeat(70),
      "a'()+_,-./:=?",
      '----WebKitFormBoundary1',
      'x'.repeat(500),
    ]);
    const parts = Array.from({ length: dice.pick([0, 1, 2, 5, 300]) }, () => part(dice, boundary));
    const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
    const body = dice.once(2) ? dice.harm(whole) : whole;
    const path = dice.pick(PATHS);
    const type = dice.pick([
      `multipart/form-data; boundary=${boundary}`,
      `multipart/form-data; boundary="${boundary}"`,
      'multipart/form-data',
      'multipart/form-data; boundary=',
    ]);
    const response = await fetch(`${relay.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
      body: Uint8Array.from(body),
    });
    return judge(response, `${path} ${type.slice(0, 60)} ${body.toString('latin1').slice(0, 200)}`);
  },
};
