/** Bad input gets an error message, then a close code from the table. It never stops the relay. */
import { CLOSE, type CloseName, SUBPROTOCOL_JSON, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { UpgradeRefused, openSocket } from '../support/stream-socket.js';

let relay: RelayProcess;

beforeAll(async () => {
  relay = await RelayProcess.start();
});
afterAll(() => relay.stop());

/** After each test, the relay still serves the next client. */
afterEach(async () => {
  expect(relay.running).toBe(true);
  const client = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
  await client.hello();
  await client.end();
});

const binary = () => ProtoClient.connect(relay.wsUrl, { key: relay.key });
const plain = () => PlainClient.connect(relay.wsUrl, { key: relay.key });
const json = () =>
  PlainClient.connect(relay.wsUrl, { key: relay.key, protocols: [SUBPROTOCOL_JSON] }, '/v1/stream/realtime');

/** Waits for the close and returns its code with the last message before it, usually the error. */
const ending = async (client: ProtoClient | PlainClient, withinMs = 15_000) => {
  const timer = setTimeout(() => client.drop(), withinMs);
  const close = await client.closed;
  clearTimeout(timer);
  const last = client.inbox.arrivals.at(-1)?.message;
  if (last === undefined) return { close: close.code, error: undefined };
  if ('type' in last) {
    return {
      close: close.code,
      error: last.type,
      code: last['code'],
      param: last['param'],
      fatal: last['fatal'],
    };
  }
  const error = last.body?.kind === 'error' ? last.body.value : undefined;
  return {
    close: close.code,
    error: last.body?.kind,
    code: error?.code,
    param: error?.param,
    fatal: error?.fatal,
  };
};

const answered = (name: CloseName, code: string = name, param?: string) => ({
  close: CLOSE[name].code,
  error: 'error',
  code,
  fatal: true,
  ...(param === undefined ? {} : { param }),
});

describe('the handshake before the upgrade', () => {
  const refusal = async (...[path, options]: Parameters<typeof openSocket>): Promise<UpgradeRefused> => {
    const error: unknown = await openSocket(`${relay.wsUrl}${path}`, options).catch(
      (reason: unknown) => reason,
    );
    if (!(error instanceof UpgradeRefused)) throw new Error(`not refused: ${String(error)}`);
    return error;
  };

  it.each(['/v1/stream', '/v1/stream/realtime'])(
    '[RT3] %s refuses a missing or bad credential with 401',
    async (path) => {
      const cases = [
        // Without a sub-protocol, the key may come in the first message (RT114).
        { protocols: [SUBPROTOCOL_JSON] },
        { key: 'psk_0000000000000000000000000000000000' },
        { key: 'nonsense' },
        { headers: { 'x-api-key': 'psk_0000000000000000000000000000000000' } },
        { protocols: [SUBPROTOCOL_PROTO, 'undertone.auth.nonsense'] },
        { headers: { authorization: 'Basic dXNlcjpwYXNz' } },
      ];
      for (const options of cases) {
        const refused = await refusal(path, options);
        expect([refused.status, refused.code], JSON.stringify(options)).toEqual([401, 'unauthorized']);
      }
    },
  );

  it('[RT3] refuses two different credentials with 401', async () => {
    const { token } = await relay.token();
    const refused = await refusal('/v1/stream/realtime', {
      key: relay.key,
      protocols: [SUBPROTOCOL_PROTO, `undertone.auth.${token}`],
    });
    expect(refused.status).toBe(401);
  });

  it('[RT1] refuses a wrong sub-protocol with 400', async () => {
    const refused = await refusal('/v1/stream/realtime', { key: relay.key, protocols: ['graphql-ws'] });
    expect([refused.status, refused.code]).toEqual([400, 'validation_error']);
  });

  it('[RT114] takes a credential from the URL under the name api_key only', async () => {
    const refused = await refusal(`/v1/stream?token=${relay.key}&key=${relay.key}`, {});
    expect(refused.status).toBe(401);
  });

  it('accepts the key in X-API-Key', async () => {
    const client = await ProtoClient.connect(relay.wsUrl, { headers: { 'x-api-key': relay.key } });
    await client.hello();
    await client.end();
  });
});

describe('an unreadable message', () => {
  it('[RT11] gets protocol_error when it is garbage instead of protobuf', async () => {
    const client = await binary();
    client.socket.send(Buffer.from('ffffffffffffffffffffffffdeadbeef', 'hex'));
    expect(await ending(client)).toMatchObject(answered('protocol_error'));
  });

  it('[RT11] gets protocol_error when it is garbage after the hello', async () => {
    const client = await binary();
    await client.hello();
    client.socket.send(Buffer.alloc(1_000, 0xff));
    expect(await ending(client)).toMatchObject(answered('protocol_error'));
  });

  it('[RT11] gets protocol_error when it is protobuf cut off in the middle', async () => {
    const client = await binary();
    await client.hello();
    const value = { channel: 0, firstSample: 0, sampleCount: 640, payload: new Uint8Array(1_280) };
    const whole = encodeClientMessage({
      seq: 2,
      ack: 0,
      generation: 1,
      audioPos: 0,
      body: { kind: 'audio', value },
    });
    client.socket.send(whole.subarray(0, whole.length / 2));
    expect(await ending(client)).toMatchObject(answered('protocol_error'));
  });

  it.each(['{"type":', '[]', 'null', '"hello"', '{}', '{"type":7}', '\u0000'])(
    '[RT11] gets protocol_error when it is text that is not a message: %j',
    async (text) => {
      const client = await plain();
      client.socket.send(text);
      expect(await ending(client)).toMatchObject(answered('protocol_error'));
    },
  );

  it('[RT10] gets an error that names the field when a known message lacks a required field', async () => {
    const client = await json();
    await client.hello();
    client.send({ type: 'steering.feedback', action: 'shown' });
    const { message } = await client.waitFor('error');
    expect(message).toMatchObject({ code: 'validation_error', param: 'cue_id' });
    client.drop();
  });

  it('[RT10] is ignored when its kind is unknown', async () => {
    const client = await plain();
    await client.hello();
    client.send({ type: 'telepathy', strength: 11 });
    client.send({ type: 'ping', t_us: 7 });
    await client.waitFor('pong');
    expect(client.all('error')).toEqual([]);
    await client.end();
  });
});

describe('a stream with the wrong message at the wrong time', () => {
  it('[RT13] ends with protocol_error when audio arrives before hello, as protobuf', async () => {
    const client = await binary();
    client.audio(new Uint8Array(1_280), 640);
    expect(await ending(client)).toMatchObject(answered('protocol_error'));
  });

  it('[RT13] ends with protocol_error when audio arrives before hello, as raw samples', async () => {
    const client = await plain();
    client.audio(new Uint8Array(1_280));
    expect(await ending(client)).toMatchObject(answered('protocol_error'));
  });

  it('ends with protocol_error on a second hello', async () => {
    const client = await binary();
    await client.hello();
    client.send({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: 16_000 },
    });
    expect(await ending(client)).toMatchObject({ close: CLOSE.protocol_error.code, error: 'error' });
  });

  it('[RT7] ends with protocol_error when nothing arrives within ten seconds', async () => {
    const client = await binary();
    expect(await ending(client, 14_000)).toMatchObject({ close: CLOSE.protocol_error.code, error: 'error' });
  });
});

describe('hellos that cannot be served', () => {
  it.each([
    ['[RT15] an encoding nobody knows', { channels: [{ encoding: 'mp3' }] }, 'unsupported_audio_format'],
    [
      '[RT15] an encoding this relay does not decode',
      { channels: [{ encoding: 'opus' }] },
      'unsupported_audio_format',
    ],
    ['[RT15] a later protocol version', { protocol_version: 2, sample_rate: 16_000 }, 'version_unsupported'],
    ['[RT18] subject self without consent', { channels: [{ subject: 'self' }] }, 'policy_blocked'],
    [
      '[RT47] an unknown resume handle',
      { resume: { handle: 'rsm_unknown', last_server_seq: 0, next_sample: [0] } },
      'session_not_found',
    ],
  ] as const)('%s', async (_name, hello, close) => {
    const client = await plain();
    client.send({ type: 'session.hello', ...hello });
    expect(await ending(client)).toMatchObject(answered(close));
  });

  it.each([
    ['a rate below 8 kHz', { sample_rate: 4_000 }],
    ['a rate above 48 kHz', { sample_rate: 96_000 }],
    ['a rate that is a word', { sample_rate: 'high' }],
    ['three channels', { channels: [{}, {}, {}] }],
    ['frames of a second', { channels: [{ frame_ms: 1_000 }] }],
    ['a negative rate', { sample_rate: -16_000 }],
  ] as const)('[RT15] %s', async (_name, hello) => {
    const client = await plain();
    client.send({ type: 'session.hello', ...hello });
    const result = await ending(client);
    expect(result).toMatchObject(answered('protocol_error', 'validation_error'));
    expect(result.param).not.toBe('');
  });
});

describe('audio that does not match its description', () => {
  it.each([
    ['more samples than bytes', 641, 1_280],
    ['fewer samples than bytes', 320, 1_280],
    ['half a sample', 640, 1_281],
    ['four billion samples', 4_000_000_000, 1_280],
  ])('[RT20] %s', async (_name, count, bytes) => {
    const client = await binary();
    await client.hello();
    client.audio(new Uint8Array(bytes), count);
    expect(await ending(client)).toMatchObject({
      close: CLOSE.protocol_error.code,
      error: 'error',
      param: 'sample_count',
    });
  });

  it('[RT20] ends the stream with protocol_error when it holds half a sample on the plain endpoint', async () => {
    const client = await plain();
    await client.hello();
    client.audio(new Uint8Array(1_281));
    expect(await ending(client)).toMatchObject({ close: CLOSE.protocol_error.code, error: 'error' });
  });

  it('ends the stream with protocol_error when its channel was never named', async () => {
    const client = await binary();
    await client.hello();
    client.audio(new Uint8Array(1_280), 640, 1);
    expect(await ending(client)).toMatchObject({
      close: CLOSE.protocol_error.code,
      error: 'error',
      param: 'channel',
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    '[RT23] ends the stream with undecodable_audio when it holds float samples of %s',
    async (value) => {
      const client = await plain();
      await client.hello({ channels: [{ encoding: 'pcm_f32le', sample_rate: 16_000 }] });
      client.audio(encodePcm(new Float32Array(640).fill(value), 'pcm_f32le'));
      expect(await ending(client)).toMatchObject(answered('undecodable_audio'));
    },
  );
});

describe('too much data at once', () => {
  it('[RT11] ends with payload_too_large for a frame over 64 kB', async () => {
    const client = await binary();
    await client.hello();
    client.audio(new Uint8Array(70_000), 35_000);
    expect(await ending(client)).toMatchObject(answered('payload_too_large'));
  });

  it.each([
    ['protobuf', binary],
    ['raw samples', plain],
  ])(
    '[RT11] ends with payload_too_large for 1 MB of silence in one message, as %s',
    async (_name, connect) => {
      const client = await connect();
      await client.hello();
      const megabyte = new Uint8Array(1 << 20);
      if (client instanceof ProtoClient) client.audio(megabyte, megabyte.length / 2);
      else client.audio(megabyte);
      expect(await ending(client)).toMatchObject(answered('payload_too_large'));
    },
  );

  it('[RT25] ends with rate_limited, after a warning, for 1 MB of silence in frames that are small enough', async () => {
    const client = await plain();
    await client.hello();
    for (let sent = 0; sent < 1 << 20; sent += 32_000) client.audio(new Uint8Array(32_000));
    const result = await ending(client);
    expect(result).toMatchObject(answered('rate_limited'));
    expect(client.all('warning').map((warning) => warning['code'])).toContain('ahead_of_realtime');
  });
});

describe('[RT98] [RT99] a hello in JSON', () => {
  const paths = [
    ['/v1/stream', plain],
    ['/v1/stream/realtime', json],
  ] as const;

  it.each(paths)('%s takes one encoding, and a number of channels', async (_path, connect) => {
    const client = await connect();
    client.send({ type: 'config', encoding: 'mulaw', sample_rate: 8_000, channels: 2 });
    const { message } = await client.waitFor('session.ready');
    expect(message['channels']).toMatchObject([
      { encoding: 'mulaw', sample_rate: 8_000 },
      { encoding: 'mulaw', sample_rate: 8_000 },
    ]);
    await client.end();
  });

  it.each(paths)('%s names a field that it does not know', async (_path, connect) => {
    const client = await connect();
    client.send({ type: 'config', sample_rate: 8_000, codec: 'mulaw' });
    expect(await ending(client)).toMatchObject({ close: 4400, code: 'validation_error', param: 'codec' });
  });
});
