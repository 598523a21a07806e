/** A live session that is ended, deleted, paused or resumed over another route, and streams that arrive too late. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AUTH_PREFIX, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, RestClient } from '../support/rest-client.js';
import { speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';

interface Event {
  id: string;
  type: string;
  data: { session_id: string; predictions?: Record<string, number>; utterance_count?: number };
}

let relay: RelayProcess;
let client: RestClient;
let host: Server;
const told: Event[] = [];
const waiting: { id: string; resolve: (event: Event) => void }[] = [];

beforeAll(async () => {
  host = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as Event;
      told.push(event);
      for (const { id, resolve } of waiting) if (id === event.data.session_id) resolve(event);
      response.end();
    });
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/hook`;
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  client = new RestClient(relay);
  const hook = { url, events: ['session.end'], secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5' };
  expect((await client.post('/v1/webhooks', hook)).status).toBe(201);
});
afterAll(async () => {
  host.close();
  await relay.stop();
});

const endOf = (id: string): Promise<Event> =>
  new Promise((resolve) => {
    waiting.push({ id, resolve });
  });
const endsOf = (id: string): Event[] => told.filter(({ data }) => data.session_id === id);

const open = async (id: string): Promise<ProtoClient> => {
  const { token } = await relay.token({ session_id: id });
  return ProtoClient.connect(relay.wsUrl, { protocols: [SUBPROTOCOL_PROTO, `${AUTH_PREFIX}${token}`] });
};
const live = async (id: string): Promise<ProtoClient> => {
  const stream = await open(id);
  await stream.hello({ sampleRate: speechRate, features: ['emotion', 'vad', 'prediction'] });
  return stream;
};
const speak = (stream: ProtoClient): Promise<unknown> => {
  const audio = new Float32Array(3 * speechRate);
  audio.set(synthesizeVoice('angry', 1.6), 0);
  return stream.stream([encodePcm(audio, 'pcm_s16le')], speechRate);
};
const stateOf = async (id: string): Promise<unknown> => {
  const { json } = await client.send('GET', `/v1/sessions/${id}`);
  return (json['session'] as { state: string } | undefined)?.state;
};
const end = (id: string) => client.post(`/v1/sessions/${id}/end`, {});

describe('session states', () => {
  it('are open, live, paused, live again and ended, following the stream', async () => {
    await client.post('/v1/sessions', { session_id: 'states' });
    expect(await stateOf('states')).toBe('open');
    const stream = await live('states');
    expect(await stateOf('states')).toBe('live');
    stream.send({ kind: 'pause', value: { reason: 'hold' } });
    await stream.waitFor('paused');
    await expect.poll(() => stateOf('states')).toBe('paused');
    stream.send({ kind: 'resume', value: {} });
    await stream.waitFor('resumed_analysis');
    await expect.poll(() => stateOf('states')).toBe('live');
    await stream.end();
    await expect.poll(() => stateOf('states')).toBe('ended');
  });
});

describe('POST /v1/sessions/{id}/end of a live session', () => {
  it('[RT76] [RT77] ends its stream with its predictions, as ended_by_server, and sends session.end once, with predictions', async () => {
    const event = endOf('rest-ends');
    const stream = await live('rest-ends');
    await speak(stream);
    await stream.waitFor('session.prediction');
    const answer = await end('rest-ends');
    expect(answer.json['session']).toMatchObject({
      state: 'ended',
      end_code: 'client_ended',
      utterance_count: 1,
    });
    const { predictions, summary, ...ended } = (await stream.waitFor('session_end')).value;
    expect(predictions?.utterancesSeen).toBe(1);
    expect(answer.json).toMatchObject({
      session: {
        predictions: { escalation_risk: expect.closeTo(predictions?.escalationRisk ?? NaN, 5) as number },
        summary: {
          utterance_count: ended.utteranceCount,
          final_emotion: ended.finalEmotion,
          emotion_trajectory: ended.emotionTrajectory,
          dominant_emotion: summary.dominantEmotion,
          peak_escalation_risk: expect.closeTo(summary.peakEscalationRisk ?? NaN, 5) as number,
          sentiment_change: expect.closeTo(summary.sentimentChange ?? NaN, 5) as number,
        },
      },
    });
    expect((await stream.waitFor('error')).value).toMatchObject({ code: 'ended_by_server', fatal: true });
    expect((await stream.closed).code).toBe(4000);
    expect((await event).data).toMatchObject({
      utterance_count: 1,
      predictions: {
        escalation_risk: expect.any(Number) as number,
        churn_risk: expect.any(Number) as number,
        resolution_probability: expect.any(Number) as number,
        predicted_csat: expect.any(Number) as number,
      },
    });
    const again = await end('rest-ends');
    expect(again.json['session']).toEqual(answer.json['session']);
    expect(endsOf('rest-ends')).toHaveLength(1);
  });

  it('[RT77] has the turn that is being spoken when it comes', async () => {
    const event = endOf('rest-interrupts');
    const stream = await live('rest-interrupts');
    await stream.stream([encodePcm(synthesizeVoice('angry', 2), 'pcm_s16le')], speechRate);
    await stream.waitFor('turn.start');
    const session = (await end('rest-interrupts')).json['session'];
    expect(session).toMatchObject({ end_code: 'client_ended', utterance_count: 1 });
    const { duration } = (session as { summary: { duration: number } }).summary;
    expect(duration).toBeGreaterThan(1.9);
    const told = (await stream.waitFor('session_end')).value;
    expect(told).toMatchObject({ utteranceCount: 1, durationS: duration });
    expect((await event).data.utterance_count).toBe(1);
    expect((await stream.closed).code).toBe(4000);
  });
});

describe('DELETE /v1/sessions/{id} of a live session', () => {
  it('[RT76] ends its stream, leaves nothing to read and sends no session.end', async () => {
    const stream = await live('deleted');
    await speak(stream);
    await stream.waitFor('session.prediction');
    expect((await client.send('DELETE', '/v1/sessions/deleted')).status).toBe(204);
    expect((await stream.waitFor('error')).value.code).toBe('ended_by_server');
    expect((await stream.closed).code).toBe(4000);
    const gone = await client.send('GET', '/v1/sessions/deleted');
    expect([gone.status, errorOf(gone).code]).toEqual([404, 'not_found']);
    // The end of a later session arrives, so an earlier one would have arrived by now.
    const event = endOf('later');
    await client.post('/v1/sessions', { session_id: 'later' });
    await end('later');
    await event;
    expect(endsOf('deleted')).toEqual([]);
  });

  it('refuses a new stream under its name, since its seconds were charged', async () => {
    const refused = await open('deleted');
    refused.send({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: speechRate },
    });
    expect((await refused.waitFor('error')).value).toMatchObject({ code: 'conflict', param: 'session_id' });
  });
});

describe('a newly opened stream', () => {
  const refusal = async (id: string) => {
    const stream = await open(id);
    stream.send({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: speechRate },
    });
    const { code, message, param } = (await stream.waitFor('error')).value;
    return { code, message, param, close: (await stream.closed).code };
  };

  it('[RT75] gets conflict and close 4409 for a session that ended over REST', async () => {
    await client.post('/v1/sessions', { session_id: 'over' });
    await end('over');
    expect(await refusal('over')).toEqual({
      code: 'conflict',
      message: 'the session has ended',
      param: 'session_id',
      close: 4409,
    });
  });

  it('[RT75] gets the same for a session that ended with its stream', async () => {
    const stream = await live('streamed');
    await stream.end();
    expect(await refusal('streamed')).toMatchObject({ code: 'conflict', message: 'the session has ended' });
  });

  it('[RT75] gets conflict for a live or paused session, because its stream can only be resumed with its handle', async () => {
    const stream = await live('busy');
    const busy = { code: 'conflict', param: 'session_id', close: 4409 };
    expect(await refusal('busy')).toMatchObject(busy);
    stream.send({ kind: 'pause', value: { reason: 'hold' } });
    await stream.waitFor('paused');
    expect(await refusal('busy')).toMatchObject(busy);
    await stream.end();
  });

  it('[RT74] may name a session of its organization with an API key, as with a token', async () => {
    await client.post('/v1/sessions', { session_id: 'Fall 12/ä', language: 'de' });
    const stream = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
    const ready = await stream.hello({ sampleRate: speechRate, sessionId: 'Fall 12/ä' });
    expect(ready.sessionId).toBe('Fall 12/ä');
    await stream.end();
    await expect.poll(() => stateOf(encodeURIComponent('Fall 12/ä'))).toBe('ended');
  });

  it('sets the metadata of its session from the hello, as POST /v1/sessions would', async () => {
    const stream = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
    const metadata = { name: 'Maria Keller', ticket: '12' };
    await stream.hello({ sampleRate: speechRate, sessionId: 'with-metadata', metadata });
    const { json } = await relay.request('GET', '/v1/sessions/with-metadata');
    expect((json as { session: { metadata: unknown } }).session.metadata).toEqual(metadata);
    await stream.end();
  });

  it('[RT121] is told the end of its session when that ended while it was away', async () => {
    const stream = await live('meanwhile');
    const { resumeHandle } = (await stream.waitFor('session.ready')).value;
    stream.drop();
    await end('meanwhile');
    const back = await open('meanwhile');
    back.send({
      kind: 'session.hello',
      value: {
        channels: [],
        features: [],
        metadata: {},
        sampleRate: speechRate,
        resume: { handle: resumeHandle, lastServerSeq: 0, nextSample: [0] },
      },
    });
    expect((await back.waitFor('session_end')).value.reason).toContain('ended');
    expect((await back.closed).code).toBe(1000);
  });
});
