import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ANGRY,
  at,
  CALM,
  codeOf,
  problemsOf,
  type SessionsRig,
  startSessionsRig,
} from './testing/sessions-rig.js';

let rig: SessionsRig;
beforeAll(async () => {
  rig = await startSessionsRig();
}, 60_000);
afterAll(() => rig.gateway.stop());

describe('POST /v1/sessions/{id}/utterances', () => {
  it('answers with predictions, each with an interval and factors, the utterances seen and a recommended tone and action', async () => {
    const id = await rig.begin();
    await rig.add(id, { result: ANGRY });
    const { status, json } = await rig.add(id, { result: ANGRY, transcript: 'Again!', speaker_id: 'anna' });
    expect(status).toBe(201);
    const predictions = json['predictions'] as Record<string, unknown>;
    for (const target of [
      'escalation_risk',
      'churn_risk',
      'resolution_probability',
      'predicted_csat',
      'sentiment_forecast',
    ]) {
      const { low, high } = at(predictions, 'intervals', target) as { low: number; high: number };
      expect(low, target).toBeLessThanOrEqual(predictions[target] as number);
      expect(high, target).toBeGreaterThanOrEqual(predictions[target] as number);
      expect(at(predictions, 'impact_factors', target)).toBeInstanceOf(Array);
    }
    expect(predictions['utterances_seen']).toBe(2);
    expect(predictions['recommended_tone']).toEqual(expect.any(String));
    expect((predictions['recommended_actions'] as unknown[]).length).toBeGreaterThan(0);
    expect(json['utterance']).toMatchObject({
      speaker_id: 'anna',
      role: 'caller',
      emotion: 'angry',
      start: 4,
    });
    expect(JSON.stringify(json)).not.toContain('Again!');
  });

  it('says which bodies it reads when audio itself is sent', async () => {
    const id = await rig.begin();
    const { url, first } = rig.gateway;
    const headers = { 'X-API-Key': first.key, 'Content-Type': 'audio/wav' };
    const answer = await fetch(`${url}/v1/sessions/${id}/utterances`, {
      method: 'POST',
      headers,
      body: 'RIFF',
    });
    expect(await answer.json()).toMatchObject({
      error: { details: { 'Content-Type': ['must be application/json or multipart/form-data'] } },
    });
  });

  it('keeps the most likely label of an uncertain result with a flag, and shows `uncertain` where labels stand alone', async () => {
    const id = await rig.begin();
    await rig.add(id, { result: CALM });
    const faint = { ...ANGRY, confidence: 0.2, uncertain: true, duration: 9 };
    const { json } = await rig.add(id, { utterance_id: 'faint', result: faint });
    expect(json['utterance']).toMatchObject({ emotion: 'angry', confidence: 0.2, uncertain: true });
    expect((await rig.add(id, { utterance_id: 'faint', result: faint })).status).toBe(200);
    const read = async () => at((await rig.call('GET', `/v1/sessions/${id}`)).json, 'session');
    expect(await read()).toMatchObject({
      utterances: [
        { emotion: 'content', uncertain: false },
        { emotion: 'angry', uncertain: true },
      ],
      summary: {
        final_emotion: 'uncertain',
        emotion_trajectory: ['content', 'uncertain'],
        dominant_emotion: 'uncertain',
      },
    });
    const said = { session_id: id, utterance_id: 'faint', emotion: 'sad' };
    expect((await rig.call('POST', '/v1/feedback/corrections', said)).status).toBe(200);
    expect(await read()).toMatchObject({
      utterances: [{}, { emotion: 'sad', confidence: 1, uncertain: false }],
      summary: { final_emotion: 'sad', dominant_emotion: 'sad' },
    });
    await rig.add(id, { transcript: 'Nobody heard how.' });
    expect(at(await read(), 'utterances', '2')).toMatchObject({ emotion: null, uncertain: null });
  });

  it('accepts a transcript turn: somebody spoke, and the emotion is unknown', async () => {
    const id = await rig.begin();
    const { json } = await rig.add(id, {
      transcript: 'I have been waiting.',
      start: 2,
      duration: 3,
      subject: 'agent',
    });
    expect(json['utterance']).toMatchObject({
      role: 'agent',
      emotion: null,
      start: 2,
      end: 5,
      source: 'transcript',
    });
    expect(at(json, 'predictions', 'utterances_seen')).toBe(0);
  });

  it('takes a source that is null as absent, as many clients write their empty fields', async () => {
    const id = await rig.begin();
    const nothing = { audio_url: null, audio_base64: null, result: null };
    const words = await rig.add(id, { ...nothing, transcript: 'Hello.' });
    expect(words.json).toMatchObject({ utterance: { source: 'transcript' } });
    expect((await rig.add(id, { ...nothing, result: CALM })).json).toMatchObject({
      utterance: { source: 'result' },
    });
    const none = await rig.add(id, nothing);
    expect([none.status, problemsOf(none)]).toEqual([400, ['audio']]);
  });

  it('answers with the vertical’s state and metrics of the conversation, by the rules of an analysis', async () => {
    const id = await rig.begin({ vertical: 'contact_center' });
    const before = (await rig.call('GET', `/v1/sessions/${id}`)).json['session'];
    expect(before).toMatchObject({ vertical_state: null, metrics: null });
    for (const result of [CALM, ANGRY, ANGRY]) await rig.add(id, { result });
    const angry = (await rig.call('GET', `/v1/sessions/${id}`)).json['session'];
    expect(angry).toMatchObject({
      vertical_state: 'frustrated',
      metrics: {
        csat_predicted: expect.any(Number) as number,
        sentiment_trajectory: 'declining',
        escalation_risk: 'high',
        first_call_resolution_likely: false,
        churn_risk: expect.any(Number) as number,
      },
    });
    // An agent's words, and words without audio, change nothing.
    await rig.add(id, { transcript: 'Hello?', subject: 'agent' });
    const after = (await rig.call('GET', `/v1/sessions/${id}`)).json['session'];
    expect(at(after, 'metrics')).toEqual(at(angry, 'metrics'));
    await rig.add(id, { result: CALM });
    expect(at((await rig.call('GET', `/v1/sessions/${id}`)).json, 'session', 'vertical_state')).toBe(
      'satisfied',
    );
  });

  it('counts a repeated utterance once and marks it as a duplicate', async () => {
    const id = await rig.begin();
    const body = { utterance_id: 'one', result: ANGRY };
    expect((await rig.add(id, body)).status).toBe(201);
    const again = await rig.add(id, body);
    expect([again.status, again.json['duplicate']]).toEqual([200, true]);
    expect(at(again.json, 'session', 'utterance_count')).toBe(1);
    const other = await rig.add(id, { utterance_id: 'one', result: CALM });
    expect([other.status, codeOf(other)]).toEqual([409, 'conflict']);
    expect((await rig.add(id, { index: 7, result: CALM })).status).toBe(201);
    expect((await rig.add(id, { index: 7, result: CALM })).status).toBe(200);
  });

  it('gives the same session in any order of arrival', async () => {
    const [a, b] = [await rig.begin(), await rig.begin()];
    const results = [CALM, ANGRY, CALM, ANGRY];
    for (const i of [0, 1, 2, 3]) await rig.add(a, { index: i, result: results[i] });
    for (const i of [2, 0, 3, 1]) await rig.add(b, { index: i, result: results[i] });
    const pictures = await Promise.all([a, b].map((id) => rig.call('GET', `/v1/sessions/${id}`)));
    const [left, right] = pictures.map(({ json }) => json['session'] as Record<string, unknown>);
    expect(right?.['predictions']).toEqual(left?.['predictions']);
    expect(at(right, 'summary', 'emotion_trajectory')).toEqual(['content', 'angry', 'content', 'angry']);
  });

  it('answers 403 for an unknown session', async () => {
    const reply = await rig.add('ses_nobody', { result: ANGRY });
    expect([reply.status, codeOf(reply)]).toEqual([403, 'forbidden']);
  });

  it('answers 409 for a session that ended', async () => {
    const id = await rig.begin();
    await rig.call('POST', `/v1/sessions/${id}/end`, {});
    const reply = await rig.add(id, { result: ANGRY });
    expect([reply.status, codeOf(reply)]).toEqual([409, 'conflict']);
    // Also for audio, before anything is fetched or charged.
    const audio = await rig.add(id, { audio_base64: 'AAAA' });
    expect([audio.status, codeOf(audio)]).toEqual([409, 'conflict']);
  });

  it('applies the workplace policy to agents: refuses how they sound, but accepts that they spoke', async () => {
    const id = await rig.begin();
    const refused = await rig.add(id, { result: ANGRY, subject: 'agent' });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'policy_blocked']);
    expect((await rig.add(id, { transcript: 'Hello', subject: 'agent' })).status).toBe(201);
  });

  it('never lets an agent’s anger change the caller’s state', async () => {
    const tenant = await rig.gateway.createTenant('pro', { workplacePolicy: false });
    const [plain, angry] = [await rig.begin({}, tenant), await rig.begin({}, tenant)];
    for (const [id, agent] of [
      [plain, CALM],
      [angry, ANGRY],
    ] as const) {
      for (let i = 0; i < 4; i++) {
        await rig.add(id, { result: CALM, subject: 'customer' }, tenant);
        await rig.add(id, { result: agent, subject: 'agent' }, tenant);
      }
    }
    const [a, b] = await Promise.all(
      [plain, angry].map(async (id) => (await rig.call('GET', `/v1/sessions/${id}`, undefined, tenant)).json),
    );
    expect(at(b, 'session', 'summary')).toMatchObject({
      final_emotion: 'content',
      dominant_emotion: 'content',
    });
    expect(at(b, 'session', 'summary', 'emotion_trajectory')).toEqual(
      at(a, 'session', 'summary', 'emotion_trajectory'),
    );
    expect(at(b, 'session', 'alerts')).toEqual([]);
  });

  it.each([
    ['nothing', {}, 'audio'],
    ['a result without dimensions', { result: { emotion: 'angry' } }, 'result.valence'],
    ['a label nobody knows', { result: { ...ANGRY, emotion: 'hangry' } }, 'result.emotion'],
    ['a value out of range', { result: { ...ANGRY, valence: 2 } }, 'result.valence'],
    ['a negative time', { transcript: 'a', start: -1 }, 'start'],
    ['half an index', { transcript: 'a', index: 0.5 }, 'index'],
    ['a session in the body', { transcript: 'a', session_id: 'x' }, 'session_id'],
    ['a session beside audio', { audio_base64: 'AAAA', session_id: 'x' }, 'session_id'],
    ['two sources', { audio_base64: 'AAAA', audio_url: 'https://a.example/a.wav' }, 'audio'],
  ])('refuses %s', async (_what, body, parameter) => {
    const id = await rig.begin();
    const reply = await rig.add(id, body);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'validation_error']);
    expect(problemsOf(reply).some((name) => name.startsWith(parameter))).toBe(true);
  });
});

describe('POST /v1/feedback/corrections', () => {
  it('recomputes the session with a person’s correction of an utterance', async () => {
    const id = await rig.begin();
    for (let i = 0; i < 3; i++) await rig.add(id, { utterance_id: `u${i}`, result: ANGRY });
    const before = at(
      (await rig.call('GET', `/v1/sessions/${id}`)).json,
      'session',
      'predictions',
      'escalation_risk',
    );
    const body = { session_id: id, utterance_id: 'u2', emotion: 'content', valence: 0.4, arousal: -0.2 };
    const { status, json } = await rig.call('POST', '/v1/feedback/corrections', body);
    expect(status).toBe(200);
    expect(json['utterance']).toMatchObject({ emotion: 'content', confidence: 1, valence: 0.4 });
    expect(at(json, 'predictions', 'escalation_risk')).toBeLessThan(before as number);
    const unknown = await rig.call('POST', '/v1/feedback/corrections', { ...body, utterance_id: 'none' });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'not_found']);
    const empty = await rig.call('POST', '/v1/feedback/corrections', { session_id: id, utterance_id: 'u1' });
    expect(empty.status).toBe(400);
  });
});
