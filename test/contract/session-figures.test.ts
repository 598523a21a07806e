/** “One name, one value, one type”: what the end of a call says of it, on every route. */
import { SUBPROTOCOL_JSON } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { type JsonMessage, PlainClient } from '../support/plain-client.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';
import { Receiver } from './conformance/receiver.js';

type Fields = Readonly<Record<string, unknown>>;
interface Call {
  readonly id: string;
  /** `session_end`, with its figures named as in JSON. */
  readonly told: Fields;
  readonly directives: readonly Fields[];
  readonly session: Fields;
}

/** A message carries single precision. */
const digits = 5;
const FEATURES = ['emotion', 'vad', 'prosody', 'vertical', 'prediction'];
const bytesPerSecond = 2 * speechRate;

let relay: RelayProcess;
let client: RestClient;
let receiver: Receiver;
let analysis: Fields;
const calls = new Map<string, Call>();

const pcm = (...parts: Float32Array[]): Buffer =>
  Buffer.concat(parts.map((part) => encodePcm(part, 'pcm_s16le')));
const quiet = (seconds: number): Float32Array => new Float32Array(seconds * speechRate);
/** Two sentences of different moods, then a moment of nothing. */
const speech = pcm(synthesizeVoice('angry', 2), quiet(1), synthesizeVoice('sad', 2, 1), quiet(0.4));

const snake = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snake);
  if (typeof value !== 'object' || value === null) return value;
  const named = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [named(name), snake(part)]));
};

const callOf = async (id: string, told: unknown, directives: readonly unknown[]): Promise<Call> => {
  const { json } = await client.send('GET', `/v1/sessions/${id}`);
  return {
    id,
    told: snake(told) as Fields,
    directives: directives.map(snake) as Fields[],
    session: json['session'] as Fields,
  };
};

const hello = (id: string): Omit<JsonMessage, 'type'> => ({
  session_id: id,
  sample_rate: speechRate,
  vertical: 'contact_center',
  features: FEATURES,
});

/** A call with a pause in it. */
const paused = async (): Promise<Call> => {
  const live = await PlainClient.connect(relay.wsUrl, { key: relay.key });
  await live.hello(hello('paused'));
  await live.stream(speech.subarray(0, 3 * bytesPerSecond), bytesPerSecond);
  live.send({ type: 'pause', reason: 'hold' });
  await live.waitFor('paused');
  await live.stream(pcm(quiet(0.6)), bytesPerSecond);
  live.send({ type: 'resume' });
  await live.stream(speech.subarray(3 * bytesPerSecond), bytesPerSecond);
  return callOf('paused', await live.end(), live.directives());
};

/** A call that goes on where an upload ended. */
const continued = async (): Promise<Call> => {
  const audio = wavBytes(synthesizeVoice('sad', 2, 2), speechRate);
  expect((await client.form('/v1/analyze/audio', { audio, session_id: 'continued' })).status).toBe(200);
  const options = { key: relay.key, protocols: [SUBPROTOCOL_JSON] };
  const live = await PlainClient.connect(relay.wsUrl, options, '/v1/stream/realtime');
  await live.hello(hello('continued'));
  await live.stream(speech, bytesPerSecond);
  return callOf('continued', await live.end(), live.directives());
};

/** A call of two, one of whom hangs up later. */
const ofTwo = async (): Promise<Call> => {
  const live = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
  const channels = [{ id: 'customer' }, { id: 'agent', subject: 'agent' as const }];
  const features = FEATURES as ('emotion' | 'vad' | 'prosody' | 'vertical' | 'prediction')[];
  await live.hello({
    sessionId: 'of-two',
    sampleRate: speechRate,
    channels,
    features,
    vertical: 'contact_center',
  });
  const longer = Buffer.concat([speech, pcm(synthesizeVoice('sad', 1, 3))]);
  await live.stream([speech, longer], speechRate);
  return callOf('of-two', await live.end(), live.directives());
};

const ROUTES = {
  'JSON on /v1/stream, paused': paused,
  'JSON on /v1/stream/realtime, after an upload': continued,
  'protobuf, one channel longer': ofTwo,
} as const;

beforeAll(async () => {
  receiver = await Receiver.start(Buffer.alloc(0));
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  client = new RestClient(relay);
  const hook = { url: receiver.url, secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5' };
  for (const event of ['session.end', 'session.ended'])
    expect((await client.post('/v1/webhooks', { ...hook, events: [event] })).status).toBe(201);
  const asked = {
    audio: wavBytes(synthesizeVoice('angry', 2), speechRate),
    features: FEATURES.slice(0, 4).join(),
  };
  const { status, json } = await client.form('/v1/analyze', { ...asked, vertical: 'contact_center' });
  expect(status).toBe(200);
  analysis = json;
  await Promise.all(Object.entries(ROUTES).map(async ([name, make]) => calls.set(name, await make())));
});
afterAll(async () => {
  receiver.stop();
  await relay.stop();
});

/** Fails where a name that both have is of another value; what only one of them has is no matter. */
const expectSameWhereNamed = (one: unknown, other: unknown, at: string): string[] => {
  if (Array.isArray(one) && Array.isArray(other)) {
    expect(other.length, at).toBe(one.length);
    return one.flatMap((part, i) => expectSameWhereNamed(part, other[i], `${at}[${i}]`));
  }
  if (isObject(one) && isObject(other)) {
    return sharedBy(one, other).flatMap((name) =>
      expectSameWhereNamed(one[name], other[name], `${at}.${name}`),
    );
  }
  if (typeof one === 'number' && typeof other === 'number') expect(other, at).toBeCloseTo(one, digits);
  else expect(other, at).toEqual(one);
  return [at];
};
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const sharedBy = (one: Fields, other: Fields): string[] => Object.keys(one).filter((name) => name in other);

/** The types of the names that both have. A figure without evidence is null and has none. */
const expectSameTypes = (one: Fields, other: Fields, at: string): string[] =>
  sharedBy(one, other).flatMap((name) => {
    const [value, its] = [one[name], other[name]];
    const path = `${at}.${name}`;
    if (its === null) return [];
    if (isObject(value) && isObject(its)) return expectSameTypes(value, its, path);
    expect(typeof value, path).toBe(typeof its);
    return [path];
  });

describe.each(Object.keys(ROUTES))('a call over %s', (route) => {
  const call = (): Call => calls.get(route) ?? expect.fail('no call');
  const summaryOf = ({ session }: Call): Fields => session['summary'] as Fields;

  it('[RT77] is told at its end as GET /v1/sessions/{id} tells it', () => {
    const { told, session } = call();
    const { predictions, summary, duration_s: duration, ...flat } = told;
    const same = [
      ...expectSameWhereNamed({ duration, ...flat }, summaryOf(call()), 'told'),
      ...expectSameWhereNamed(summary, summaryOf(call()), 'told'),
      ...expectSameWhereNamed(predictions, session['predictions'], 'predictions'),
    ];
    for (const name of Object.keys(summaryOf(call()))) expect(same.join()).toContain(`told.${name}`);
    for (const name of ['escalation_risk', 'intervals.churn_risk.low', 'recommended_actions[0]'])
      expect(same).toContain(`predictions.${name}`);
  });

  it.each(['session.end', 'session.ended'])(
    'is told by %s as GET /v1/sessions/{id} tells it',
    async (type) => {
      const { session, id } = call();
      const { event } = await receiver.next(
        type,
        (delivery) => delivery.event.type === type && delivery.event.data['session_id'] === id,
      );
      const { predictions = {}, summary = {}, ...flat } = event.data;
      const same = [
        ...expectSameWhereNamed(flat, summaryOf(call()), 'told'),
        ...expectSameWhereNamed(summary, summaryOf(call()), 'told'),
        ...expectSameWhereNamed(predictions, session['predictions'], 'predictions'),
      ];
      expect(same).toContain('told.duration');
      if (type === 'session.end') expect(same).toContain('told.peak_escalation_risk');
    },
  );

  it('[RT100] has directives whose fields are of the types that REST gives them', () => {
    const { directives, session } = call();
    const heard = directives.filter(({ speech }) => speech === true);
    expect(heard.length).toBeGreaterThan(8);
    const same = new Set(
      heard.flatMap((directive) => [
        ...expectSameTypes(directive, analysis, 'analysis'),
        ...expectSameTypes(directive, session, 'session'),
      ]),
    );
    for (const name of ['state', 'metrics.churn_risk', 'signals.stress', 'prosody.rhythm.pause_rate'])
      expect(same).toContain(`analysis.${name}`);
  });
});
