import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LABELS } from '@undertone/protocol';
import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import { CallAnalysis } from '../../domain/call/call-analysis.js';
import { otherSounds } from '../../inference/testing/other-sounds.js';
import { bytesOf, voiceThenSilence } from '../../inference/testing/voice.js';
import { wavFile } from '../../media/testing/wav-file.js';
import { type AnalysisRig, type Answer, startAnalysisRig } from './testing/analysis-rig.js';
import {
  answerOf,
  base64,
  codeOf,
  detailsOf,
  formOf,
  postJson,
  samples,
  wav,
} from './testing/analysis-requests.js';

let rig: AnalysisRig;
beforeAll(async () => {
  rig = await startAnalysisRig();
}, 60_000);
afterAll(() => rig.stop());

describe('an upload that names a session', () => {
  const begin = async (id: string, vertical: string): Promise<void> => {
    expect((await postJson(rig, '/v1/sessions', { session_id: id, vertical })).status).toBe(201);
  };
  const verticalOf = (answer: Answer): unknown => answerOf(answer).vertical;

  it('is analyzed in the session’s vertical on every route when it names no vertical', async () => {
    await begin('a sale', 'sales');
    const session = { session_id: 'a sale', features: ['vertical'] };
    const query = '/v1/analyze/audio?session_id=a%20sale&features=vertical';
    const form = { audio: wav, session_id: 'a sale', features: 'vertical' };
    const answers = [
      await rig.post('/v1/analyze', formOf(form)),
      await postJson(rig, '/v1/analyze', { audio_base64: base64, ...session }),
      await postJson(rig, '/v1/analyze/base64', { audio_base64: base64, ...session }),
      await rig.post(query, wav, { 'Content-Type': 'audio/wav' }),
      await rig.post('/v1/analyze/audio', formOf(form)),
    ];
    expect(answers.map(verticalOf)).toEqual(answers.map(() => 'sales'));
    expect(Object.keys(answerOf(answers[0]!).metrics ?? {})).toContain('close_likely');
    const batch = await postJson(rig, '/v1/analyze/batch', {
      items: [{ id: 'one', audio_base64: base64, session_id: 'a sale' }],
    });
    expect(batch.json).toMatchObject({ results: [{ id: 'one', vertical: 'sales' }] });
  });

  it('is analyzed in the vertical that it names', async () => {
    await begin('another sale', 'sales');
    const body = { audio_base64: base64, session_id: 'another sale', vertical: 'healthcare' };
    expect(verticalOf(await postJson(rig, '/v1/analyze', body))).toBe('healthcare');
    const batch = await postJson(rig, '/v1/analyze/batch', {
      items: [{ id: 'one', audio_base64: base64, session_id: 'another sale' }],
      vertical: 'general',
    });
    expect(batch.json).toMatchObject({ results: [{ vertical: 'general' }] });
  });

  it('is analyzed as `general` when it begins the session, and ignores another organization’s session of that name', async () => {
    const stranger = await rig.createTenant('pro');
    await rig.fund(stranger, 60);
    const body = JSON.stringify({ audio_base64: base64, session_id: 'a sale' });
    const json = { 'Content-Type': 'application/json' };
    expect(verticalOf(await rig.post('/v1/analyze', body, json, stranger.key))).toBe('general');
  });
});

describe('fields that say nothing', () => {
  it('count as absent: an empty field of a form or a query, and null in JSON', async () => {
    const empty = { vertical: '', transcript: '', session_id: '', metadata: '', diarize: '', features: '' };
    const none = { ...Object.fromEntries(Object.keys(empty).map((name) => [name, null])), audio_url: null };
    const query = Object.keys(empty).join('=&');
    const answers = [
      await rig.post('/v1/analyze', formOf({ audio: wav, audio_url: '', ...empty })),
      await rig.post(`/v1/analyze/audio?${query}=`, wav, { 'Content-Type': 'audio/wav' }),
      await postJson(rig, '/v1/analyze', { audio_base64: base64, ...none }),
    ].map(answerOf);
    for (const answer of answers) {
      expect(answer.vertical).toBe('general');
      expect(answer).not.toHaveProperty('text');
      expect(answer).toHaveProperty('prosody');
    }
    const batch = await postJson(rig, '/v1/analyze/batch', {
      items: [{ id: 'one', audio: null, audio_base64: base64, ...none }],
      vertical: null,
    });
    expect(batch.json).toMatchObject({ results: [{ id: 'one', vertical: 'general' }] });
  });

  it('leave the features as a list, one text with commas, or one field for each', async () => {
    const repeated = formOf({ audio: wav, features: 'emotion' });
    repeated.append('features', 'vad');
    const query = '/v1/analyze/audio?features=emotion&features=vad';
    const items = [{ id: 'one', audio_base64: base64 }];
    const batchForm = formOf({ one: wav, items: '[{"id":"one"}]', features: 'emotion' });
    batchForm.append('features', 'vad');
    const batches = [
      await postJson(rig, '/v1/analyze/batch', { items, features: 'emotion,vad' }),
      await rig.post('/v1/analyze/batch', batchForm),
    ].map(({ json }) => (json as { results: object[] }).results[0]!);
    const answers = [
      answerOf(await rig.post('/v1/analyze', repeated)),
      answerOf(await rig.post(query, wav, { 'Content-Type': 'audio/wav' })),
      answerOf(await postJson(rig, '/v1/analyze', { audio_base64: base64, features: 'emotion, vad' })),
      ...batches,
    ];
    for (const answer of answers) {
      expect(Object.keys(answer)).toEqual(expect.arrayContaining(['emotion', 'valence']));
      expect(answer).not.toHaveProperty('prosody');
    }
  });
});

describe('POST /v1/analyze', () => {
  it('gives the same analysis for a form, base64, the raw file and /v1/analyze/base64', async () => {
    const answers = [
      await rig.post('/v1/analyze', formOf({ audio: wav })),
      await postJson(rig, '/v1/analyze', { audio_base64: base64 }),
      await postJson(rig, '/v1/analyze/base64', { audio_base64: base64 }),
      await rig.post('/v1/analyze/audio', wav, { 'Content-Type': 'audio/wav' }),
      await rig.post('/v1/analyze/audio', formOf({ audio: wav })),
    ].map(answerOf);
    const [first, ...others] = answers.map((answer) => ({ ...answer, request_id: '', processed_at: '' }));
    for (const other of others) expect(other).toEqual(first);
    expect(first).toMatchObject({ duration: 3.5, vertical: 'general', quality: { format: 'wav/pcm' } });
    const sum = LABELS.reduce((total, label) => total + (first?.emotion_probabilities?.[label] ?? 0), 0);
    expect(sum).toBeCloseTo(1, 6);
  });

  it('gives the same result as a stream’s last directive after the same audio', async () => {
    const answer = answerOf(await postJson(rig, '/v1/analyze', { audio_base64: base64, vertical: 'sales' }));
    const directive = await streamed();
    expect(answer.emotion_probabilities).toEqual(
      Object.fromEntries(
        Object.entries(directive.emotionProbabilities).map(([label, p]) => [label, expect.closeTo(p, 9)]),
      ),
    );
    expect(answer.valence).toBeCloseTo(directive.valence!, 9);
    expect(answer.state).toBe(directive.state);
  });

  it('says cues where they are asked for and anything tells how the voice sounds', async () => {
    expect(answerOf(await postJson(rig, '/v1/analyze', { audio_base64: base64 })).cues).toBeUndefined();
    for (const answer of [
      await postJson(rig, '/v1/analyze', { audio_base64: base64, cues: true, language: 'de' }),
      await rig.post('/v1/analyze', formOf({ audio: wav, cues: 'true' })),
      await rig.post('/v1/analyze/audio?cues=true', wav, { 'Content-Type': 'audio/wav' }),
    ]) {
      expect(answerOf(answer).cues).toEqual([]);
    }
    const alone = { audio_base64: base64, cues: true, features: ['prosody'] };
    expect(answerOf(await postJson(rig, '/v1/analyze', alone)).cues).toBeUndefined();
    for (const wrong of [{ cues: 'yes' }, { language: 'English!' }]) {
      const refused = await postJson(rig, '/v1/analyze', { audio_base64: base64, ...wrong });
      expect([refused.status, Object.keys(detailsOf(refused))]).toEqual([400, Object.keys(wrong)]);
    }
  });

  it('returns transcript, speaker_id, session_id and metadata unchanged', async () => {
    const fields = { speaker_id: 'ada', session_id: 'call 7', metadata: { queue: [1, { deep: true }] } };
    const answer = answerOf(
      await postJson(rig, '/v1/analyze', { audio_base64: base64, transcript: 'Hello there.', ...fields }),
    );
    expect(answer).toMatchObject({ text: 'Hello there.', ...fields, predictions: { escalation_risk: 0.5 } });
    expect(rig.utterances.at(-1)).toMatchObject({ sessionId: 'call 7', utteranceId: answer.request_id });
  });

  it.each([
    [
      ['emotion'],
      ['emotion', 'confidence', 'emotion_probabilities', 'signals'],
      ['prosody', 'state', 'valence'],
    ],
    [['prosody'], ['prosody'], ['emotion', 'signals', 'state', 'valence']],
    [['vad'], ['valence', 'arousal', 'dominance'], ['emotion', 'prosody', 'state']],
    [['vertical'], ['state', 'metrics'], ['emotion', 'prosody', 'valence']],
  ])('answers with the fields of %j and no others', async (features, there, absent) => {
    const answer = answerOf(await postJson(rig, '/v1/analyze', { audio_base64: base64, features }));
    for (const name of there) expect(answer).toHaveProperty(name);
    for (const name of absent) expect(answer).not.toHaveProperty(name);
  });

  it('does not run the model for prosody alone', async () => {
    const runs: boolean[] = [];
    const open = rig.inference.open.bind(rig.inference);
    rig.inference.open = (spec) => {
      runs.push(spec.features.some((feature) => feature !== 'prosody'));
      return open(spec);
    };
    await postJson(rig, '/v1/analyze', { audio_base64: base64, features: ['prosody'] });
    rig.inference.open = open;
    expect(runs).toEqual([false]);
  });

  it('gives no emotion for silence: uncertain, and null where nothing is known', async () => {
    const silence = wavFile(new Uint8Array(32_000));
    const answer = answerOf(await rig.post('/v1/analyze', formOf({ audio: silence })));
    expect(answer).toMatchObject({
      speech: false,
      emotion: 'uncertain',
      confidence: 0,
      emotion_probabilities: null,
      valence: null,
      state: null,
      prosody: { pitch: { mean: null } },
    });
  });

  it('hears no speech in a tone, also where no model is asked', async () => {
    const tone = otherSounds()['a tone of 220 Hz'] ?? new Float32Array(0);
    const file = wavFile(bytesOf(Int16Array.from(tone, (value) => Math.round(32_767 * value))));
    for (const features of ['prosody', 'prosody,emotion']) {
      const answer = answerOf(await rig.post('/v1/analyze', formOf({ audio: file, features })));
      expect(answer.speech, features).toBe(false);
    }
    const { speech } = answerOf(await rig.post('/v1/analyze', formOf({ audio: wav, features: 'prosody' })));
    expect(speech).toBe(true);
  });

  it('flags music, tones and laughter with low confidence and the reason, and reports bursts as separate events', async () => {
    for (const name of ['a tone of 220 Hz', 'a plucked melody', 'breathy laughter, low']) {
      const sound = otherSounds()[name] ?? new Float32Array(0);
      const file = wavFile(bytesOf(Int16Array.from(sound, (value) => Math.round(32_767 * value))));
      const answer = answerOf(await rig.post('/v1/analyze', formOf({ audio: file })));
      expect(answer.uncertain).toBe(true);
      expect(answer.confidence).toBeLessThan(0.3);
      expect(answer.quality.out_of_domain).toBeGreaterThan(0.7);
      expect(answer.quality.doubts).toContain('out_of_domain');
      for (const { start, end, confidence } of answer.vocal_events ?? []) {
        expect(end - start).toBeGreaterThanOrEqual(0.4);
        expect(confidence).toBeGreaterThan(0);
      }
    }
    const { quality, vocal_events: events } = answerOf(await rig.post('/v1/analyze', formOf({ audio: wav })));
    expect(quality.doubts).not.toContain('out_of_domain');
    expect(events).toEqual([]);
  });

  it('gives each channel’s turns with prosody when diarize is requested', async () => {
    const quiet = new Int16Array(samples.length);
    const stereo = new Int16Array(4 * samples.length);
    // First the left speaker, then the right one.
    [...samples, ...quiet].forEach((value, i) => (stereo[2 * i] = value));
    [...quiet, ...voiceThenSilence(3, 0.5, 5)].forEach((value, i) => (stereo[2 * i + 1] = value));
    const file = wavFile(bytesOf(stereo), { channels: 2 });
    const answer = answerOf(await rig.post('/v1/analyze', formOf({ audio: file, diarize: 'true' })));
    expect(answer.turns?.map(({ channel }) => channel)).toEqual([0, 1]);
    expect(answer.turns?.[0]).toMatchObject({ speaker: { id: 'speaker_1', label: 'Speaker 1' } });
    expect(answer.turns?.every(({ prosody }) => (prosody?.pitch.mean ?? 0) > 50)).toBe(true);
    expect(answer.turns?.[1]?.start).toBeGreaterThan(3.3);
    expect(answer.speakers?.map(({ talkSeconds }) => talkSeconds > 2)).toEqual([true, true]);
    expect(answer.quality.channels).toBe(2);
  });
});

describe('the price of a recording', () => {
  const balance = async (orgId: string): Promise<number> =>
    (await rig.repositories.wallets.state(orgId)).balanceMicroCredits;

  it('is its decoded duration, charged once', async () => {
    const before = await balance(rig.first.organization.id);
    await postJson(rig, '/v1/analyze', { audio_base64: base64 });
    expect(before - (await balance(rig.first.organization.id))).toBe(3_500_000);
  });

  it('is zero when the recording cannot be analyzed, and no credits stay on hold', async () => {
    const before = await rig.repositories.wallets.state(rig.first.organization.id);
    const broken = Buffer.from(wav.slice(0, 44)).toString('base64');
    expect((await postJson(rig, '/v1/analyze', { audio_base64: broken })).status).toBe(422);
    expect(await rig.repositories.wallets.state(rig.first.organization.id)).toEqual(before);
  });

  it('leads to 402 insufficient_credits when the wallet holds less', async () => {
    const tenant = await rig.createTenant();
    await rig.fund(tenant, 3);
    const answer = await postJson(rig, '/v1/analyze', { audio_base64: base64 }, tenant.key);
    expect([answer.status, codeOf(answer)]).toEqual([402, 'insufficient_credits']);
    expect(await balance(tenant.organization.id)).toBe(3_000_000);
  });
});

describe('the subject of a recording', () => {
  it('may not be agent under the workplace policy, which is checked before anything is decoded or charged', async () => {
    const answer = await postJson(rig, '/v1/analyze', { audio_base64: 'AAAA', subject: 'agent' });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'policy_blocked']);
  });

  it('may be agent when the organization’s policy allows it', async () => {
    const tenant = await rig.createTenant('pro', { workplacePolicy: false });
    await rig.fund(tenant, 60);
    const body = { audio_base64: base64, subject: 'agent' };
    expect((await postJson(rig, '/v1/analyze', body, tenant.key)).status).toBe(200);
  });

  it('may be unknown only when no employees are recorded', async () => {
    const tenant = await rig.createTenant('pro', { noEmployeesRecorded: true });
    await rig.fund(tenant, 60);
    const body = { audio_base64: base64, subject: 'unknown' };
    expect((await postJson(rig, '/v1/analyze', body, tenant.key)).status).toBe(200);
    expect((await postJson(rig, '/v1/analyze', body)).status).toBe(403);
  });
});

/** The last directive of speech that a stream with default settings gives for the same samples. */
const streamed = async () => {
  const results: AnalysisResult[] = [];
  const features = ['emotion', 'prosody', 'vad', 'vertical'] as const;
  const stream = rig.inference.open({
    streamId: 'ses_test',
    intervalMs: 250,
    features: [...features],
    channels: [{ encoding: 'pcm_s16le', sampleRate: 16_000, analyse: true }],
  });
  stream.onResult((result) => results.push(result));
  const bytes = bytesOf(samples);
  for (let at = 0; at < bytes.length; at += 1_280) stream.push(0, at / 2, bytes.subarray(at, at + 1_280));
  await stream.finish();
  stream.close();
  let ids = 0;
  const conversation = CallAnalysis.create(
    {
      sessionId: 'ses_test',
      vertical: 'sales',
      language: 'en',
      features: [...features],
      channels: [{ id: 'a', subject: 'customer' }],
      outputs: { probabilities: true, prosody: true },
      vadMode: 'server',
      endSilenceMs: 700,
      steering: { enabled: true },
      agentAnalysis: false,
    },
    { newId: (prefix) => `${prefix}_${ids++}` },
  );
  const directives = results
    .flatMap((result) => conversation.advance(result))
    .flatMap((body) => (body.kind === 'directive' && body.value.speech ? [body.value] : []));
  return directives.at(-1)!;
};
