/** The Pipecat recipe on a relay: its Python tests, each a test here, with a link that breaks and a relay that is replaced. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSameReadings, fromJson } from '../support/compare.js';
import { encodePcm } from '../support/pcm.js';
import { PlainClient, type JsonDirective } from '../support/plain-client.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { angryAndSad, speechRate } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const recipe = join(repositoryRoot, 'packages/sdk/examples/pipecat');
const python = process.env['UNDERTONE_PIPECAT_PYTHON'] ?? '';
let relay: RelayProcess;
let proxy: TcpProxy;
let control: Server;
let folder: string;

beforeAll(async () => {
  if (python === '')
    throw new Error('UNDERTONE_PIPECAT_PYTHON names no Python: npm run test:pipecat sets it');
  relay = await RelayProcess.start();
  proxy = await TcpProxy.start(() => relay.port);
  control = createServer((request, response) => {
    void act(request.url ?? '').then((status) => response.writeHead(status).end());
  }).listen(0, '127.0.0.1');
  await once(control, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'undertone-pipecat-'));
  await writeFile(join(folder, 'calm.s16'), encodePcm(await sentences('sad', 2), 'pcm_s16le'));
  await writeFile(join(folder, 'angry.s16'), encodePcm(await sentences('angry', 4), 'pcm_s16le'));
});
afterAll(async () => {
  control.close();
  await proxy.stop();
  await relay.stop();
  await rm(folder, { recursive: true, force: true });
});

const act = async (path: string): Promise<number> => {
  if (path === '/down') proxy.set({ kind: 'down' });
  else if (path === '/up') proxy.set({ kind: 'open' });
  else if (path === '/restart') {
    await relay.end();
    await relay.start();
  } else return 404;
  return 204;
};

/** Sentences of one mood with pauses between them, as whole frames of 40 ms. */
const sentences = async (label: 'angry' | 'sad', count: number): Promise<Float32Array> => {
  const own = (await angryAndSad(count)).filter((sentence) => sentence.label === label);
  const parts = own.flatMap(({ samples }) => [samples, new Float32Array(0.4 * speechRate)]);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const joined = new Float32Array(Math.ceil(length / 640) * 640);
  parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
  return joined;
};

const run = async (test: string): Promise<void> => {
  const child = spawn(python, ['-m', 'unittest', test], {
    cwd: recipe,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      UNDERTONE_URL: proxy.url,
      UNDERTONE_API_KEY: relay.key,
      UNDERTONE_SPEECH: folder,
      UNDERTONE_OUT: folder,
      UNDERTONE_CONTROL: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, said.slice(-6_000)).toBe(0);
  expect(said, 'one test ran').toMatch(/^Ran [1-9]\d* tests? in /mu);
  expect(said).not.toContain(relay.key);
};

describe('the Pipecat recipe', () => {
  it('sends each sample once or declares it', () => run('test_timeline'));
  it('sends what the protocol says, and tells what the relay says', () => run('test_messages'));

  it('gives the readings and the bill of the same audio over /v1/stream', async () => {
    await run('test_relay.RelayTest.test_readings_are_those_of_the_same_audio');
    const { readings, usage } = JSON.parse(await readFile(join(folder, 'readings.json'), 'utf8')) as {
      readings: JsonDirective[];
      usage: { processed_ms: number; billed_ms: number };
    };
    const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
    await client.hello({ line: 'plain', channels: [{ id: 'caller' }] });
    await client.stream(await readFile(join(folder, 'calm.s16')), 2 * speechRate);
    const end = (await client.end()) as unknown as { usage: typeof usage };
    expectSameReadings(readings.map(fromJson), client.directives().map(fromJson), 1e-4);
    expect(usage.processed_ms).toBe(end.usage.processed_ms);
    expect(usage.billed_ms).toBe(end.usage.billed_ms);
  });

  it.each([
    'test_a_bot_slows_down_and_is_told_so_when_its_caller_is_upset',
    'test_goes_on_over_a_broken_connection_and_a_relay_that_is_replaced',
    'test_a_pause_costs_nothing_and_the_clock_goes_on',
    'test_a_wrong_key_is_an_error_of_the_processor_and_the_bot_goes_on',
  ])('%s', (name) => run(`test_relay.RelayTest.${name}`));
});
