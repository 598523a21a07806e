/** The command line as a user runs it, against the built relay. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeWav } from '@undertone/sdk';
import { WebSocketServer } from 'ws';
import { verifyWebhook } from '@undertone/sdk/webhooks';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { someSpeech } from '../support/speech.js';

const RATE = 16_000;
/** The link that npm creates at install: `npx undertone` runs this. */
const cli = join(repositoryRoot, 'node_modules/.bin/undertone');

let relay: RelayProcess;
let folder: string;
let speech: Int16Array;

beforeAll(async () => {
  relay = await RelayProcess.start();
  folder = await mkdtemp(join(tmpdir(), 'undertone-cli-'));
  speech = Int16Array.from(await someSpeech(3), (sample) => Math.round(sample * 32_767));
  await writeFile(join(folder, 'call.wav'), encodeWav({ samples: speech, sampleRate: RATE }));
  await writeFile(join(folder, 'notes.wav'), 'this is no audio');
});
afterAll(async () => {
  await relay.stop();
  await rm(folder, { recursive: true });
});

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const undertone = (args: readonly string[], input?: Buffer, env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], UNDERTONE_URL: relay.url, UNDERTONE_API_KEY: relay.key, ...env },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });

describe('undertone analyze', () => {
  it('reports the emotion of a recording as JSON when its output is piped', async () => {
    const { code, out, err } = await undertone(['analyze', 'call.wav', '--vertical', 'contact_center']);
    expect([code, err]).toEqual([0, '']);
    const [result] = JSON.parse(out) as Record<string, unknown>[];
    expect(result).toMatchObject({ file: 'call.wav', duration: speech.length / RATE });
    expect(result).toHaveProperty('metrics.csat_predicted');
  });

  it('reports successes and failures, and exits with 1 if any failed', async () => {
    const { code, out } = await undertone([
      'analyze',
      'call.wav',
      'notes.wav',
      'missing.wav',
      '--format',
      'table',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/call\.wav .+│/);
    expect(out).toMatch(
      /2 failed:\nnotes\.wav: .+ \(unsupported_audio_format\)\nmissing\.wav: .+ \(unreadable_file\)/,
    );
  });

  it('writes CSV into a file', async () => {
    await undertone(['analyze', 'call.wav', '--format', 'csv', '--output', 'out.csv']);
    const [head, row] = (await readFile(join(folder, 'out.csv'), 'utf8')).split('\n');
    expect(head).toMatch(/^file,duration,emotion/);
    expect(row).toMatch(/^call\.wav,/);
  });

  it('tells who speaks when, and adds recordings to a conversation', async () => {
    const { out } = await undertone(['analyze', 'call.wav', '--diarize', '--session', 'call-7']);
    const [result] = JSON.parse(out) as object[];
    expect(result).toMatchObject({
      session_id: 'call-7',
      turns: [{ speaker: expect.anything() as unknown }],
    });
    const { out: table } = await undertone(['analyze', 'call.wav', '--diarize', '--format', 'table']);
    expect(table).toMatch(/\d\.\d s \S+/);
  });

  it('computes only the requested features', async () => {
    const { out } = await undertone(['analyze', 'call.wav', '--features', 'prosody']);
    const [result] = JSON.parse(out) as object[];
    expect(result).toHaveProperty('prosody.pitch.mean');
    expect(result).not.toHaveProperty('emotion');
  });

  it.each([
    [['analyze'], 'name at least one file'],
    [['analyze', 'call.wav', '--format', 'xml'], '--format must be one of'],
    [['analyze', 'call.wav', '--concurrency', '0'], '--concurrency'],
    [['analyze', 'call.wav', '--nonsense'], '--nonsense'],
    [['sing'], 'there is no command sing'],
    [['listen', '--rate', '1'], '--rate'],
  ])('%j exits with 2 and says what to do', async (args, words) => {
    const { code, err } = await undertone(args);
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(err).not.toContain('    at ');
  });

  it('says which variable is missing, and never prints a key', async () => {
    const { code, err } = await undertone(['analyze', 'call.wav'], undefined, { UNDERTONE_API_KEY: '' });
    expect([code, err]).toEqual([2, expect.stringContaining('UNDERTONE_API_KEY')]);
    const wrong = 'psk_a_key_that_nobody_has_0123456789';
    const refused = await undertone(['analyze', 'call.wav'], undefined, { UNDERTONE_API_KEY: wrong });
    expect(refused.out).toContain('"unauthorized"');
    expect(refused.out + refused.err).not.toContain(wrong);
  });
});

describe('undertone listen', () => {
  it('reads PCM from a pipe and prints readings while it plays, then the summary', async () => {
    const { code, out, err } = await undertone(['listen'], Buffer.from(speech.buffer));
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^session ses_/);
    expect(out.match(/^\d\d:\d\d {2}\S+ +[█░]{10} \d\.\d\d/gm)?.length).toBeGreaterThan(3);
    expect(out).toMatch(/ended after \d+\.\d s/);
  });

  it('prints every message as the relay sent it with --json', async () => {
    const { out } = await undertone(['listen', '--json'], Buffer.from(speech.buffer));
    const types = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types[0]).toBe('session.ready');
    expect(types).toContain('directive');
    expect(types.at(-1)).toBe('session_end');
  });

  it('says what to install when there is a terminal but no recorder', async () => {
    const { record } = (await import(join(repositoryRoot, 'packages/sdk/dist/cli/recorder.js'))) as {
      record: (rate: number, path: string) => unknown;
    };
    expect(() => record(RATE, folder)).toThrow('apt-get install alsa-utils');
  });
});

describe('undertone listen --forward-to', () => {
  /** A developer's server: it keeps what came and answers with the next status. */
  const receive = async () => {
    const came: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const statuses: number[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        came.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(statuses.shift() ?? 200).end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return { came, statuses, address: `127.0.0.1:${port}/hooks`, close: () => server.close() };
  };
  const running = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [cli, 'listen', ...args], {
      env: { PATH: process.env['PATH'], UNDERTONE_URL: relay.url, UNDERTONE_API_KEY: relay.key, ...env },
    });
    let said = '';
    const wake = new EventEmitter();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        wake.emit('said');
      });
    }
    return {
      /** Waits until it has said this. */
      says: async (text: RegExp): Promise<RegExpExecArray> => {
        for (;;) {
          const found = text.exec(said);
          if (found !== null) return found;
          await once(wake, 'said');
        }
      },
      ended: async () => {
        const [code] = (await once(child, 'close')) as [number | null];
        return code;
      },
      stop: async () => {
        child.kill('SIGINT');
        const [code] = (await once(child, 'close')) as [number | null];
        return code;
      },
    };
  };
  const endCall = async (id: string) => {
    await relay.request('POST', '/v1/sessions', { session_id: id });
    await relay.request('POST', `/v1/sessions/${id}/end`, {});
  };

  it('forwards events as webhooks get them, says what was answered, and stops with Ctrl-C', async () => {
    const receiver = await receive();
    receiver.statuses.push(202, 500);
    const listening = running(['--forward-to', receiver.address]);
    const [, secret = ''] = await listening.says(/verify signatures with (whsec_\S+)/);
    await endCall('forwarded-1');
    await listening.says(/session\.end → 202 \(\d+ ms\) evt_/);
    const [first] = receiver.came;
    const headers = new Headers(
      Object.entries(first?.headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const event = await verifyWebhook({ body: Buffer.from(first?.body ?? ''), headers, secret });
    expect(event).toMatchObject({ type: 'session.end', data: { session_id: 'forwarded-1' } });
    // An analysis writes its event only where somebody wants it.
    await undertone(['analyze', 'call.wav']);
    await listening.says(/analysis\.complete → 500/);
    expect(await listening.stop()).toBe(0);
    receiver.close();
  });

  it('forwards only the events that were asked for, under the name that was asked for, with the same secret', async () => {
    const receiver = await receive();
    const [one, two] = [
      running(['--forward-to', receiver.address]),
      running(['--forward-to', receiver.address, '--events', 'session.ended']),
    ];
    const [, secret] = await one.says(/verify signatures with (whsec_\S+)/);
    const [, same] = await two.says(/verify signatures with (whsec_\S+)/);
    expect(same).toBe(secret);
    await one.stop();
    await undertone(['analyze', 'call.wav']);
    await endCall('forwarded-2');
    await two.says(/^session\.ended → 200/m);
    expect(receiver.came.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'session.ended',
    ]);
    await two.stop();
    receiver.close();
  });

  it('says that nothing listens there, and goes on', async () => {
    const receiver = await receive();
    receiver.close();
    const listening = running(['--forward-to', receiver.address]);
    await listening.says(/ready/);
    await endCall('forwarded-3');
    await listening.says(/session\.end → ECONNREFUSED/);
    expect(await listening.stop()).toBe(0);
  });

  it('connects again when the connection is lost', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    let connections = 0;
    server.on('connection', (socket) => {
      connections += 1;
      socket.send(JSON.stringify({ type: 'ready', secret: 'whsec_c2VjcmV0', events: ['session.end'] }));
      if (connections === 1) socket.terminate();
    });
    const { port } = server.address() as AddressInfo;
    const listening = running(['--forward-to', '3000'], { UNDERTONE_URL: `http://127.0.0.1:${port}` });
    await listening.says(/the connection was lost; connecting again[^]*connected again/);
    expect(await listening.stop()).toBe(0);
    server.close();
  });

  it('ends when its key is revoked', async () => {
    const { json } = await relay.request('POST', '/v1/api-keys', { name: 'To listen', scopes: ['webhooks'] });
    const { api_key: made } = json as { api_key: { id: string; key: string } };
    const listening = running(['--forward-to', '3000'], { UNDERTONE_API_KEY: made.key });
    await listening.says(/ready/);
    const ended = listening.ended();
    await relay.request('DELETE', `/v1/api-keys/${made.id}`);
    expect(await ended).toBe(2);
    await listening.says(/the API key was revoked/);
  });

  it.each([
    [['--forward-to', 'localhost:3000', '--events', 'call.ended'], {}, /events/],
    [['--forward-to', 'localhost:3000'], { UNDERTONE_API_KEY: `psk_${'0'.repeat(40)}` }, /not valid/],
    [['--forward-to', 'http://'], {}, /must be an address/],
    [['--events', 'session.end'], {}, /goes with --forward-to/],
  ])('refuses %j with one sentence', async (args, env, sentence) => {
    const { code, err } = await undertone(['listen', ...args], undefined, env);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
