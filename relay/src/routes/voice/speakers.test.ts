import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAKE_SPACE, fakeDiarization, fakeVoiceprint } from '../../domain/speakers/testing/fake-voices.js';
import { bytesOf, voiceThenSilence } from '../../inference/testing/voice.js';
import { wavFile } from '../../media/testing/wav-file.js';
import type { Tenant } from '../testing/gateway-rig.js';
import { startVoiceRig, type VoiceRig } from './testing/voice-rig.js';

const wav = new Uint8Array(wavFile(bytesOf(voiceThenSilence(6, 1, 3))));
const audio_base64 = Buffer.from(wav).toString('base64');
const silence = Buffer.from(wavFile(bytesOf(new Int16Array(96_000)))).toString('base64');

interface Shown {
  readonly id: string;
  readonly label: string;
  readonly enrollment: { readonly version: number; readonly status: string; readonly prints: number };
}
interface Json {
  readonly speaker: Shown;
  readonly speakers: readonly Shown[];
  readonly next_cursor: string | null;
  readonly removed: Record<string, number>;
  readonly error: { readonly code: string; readonly details: Record<string, string[]> };
}

describe('/v1/voice/speakers', () => {
  let rig: VoiceRig;
  let ours: Tenant;
  let theirs: Tenant;
  let consents = 0;

  beforeAll(async () => {
    rig = await startVoiceRig();
  }, 60_000);
  afterAll(() => rig.stop());
  beforeEach(async () => {
    [ours, theirs] = [await rig.createTenant(), await rig.createTenant()];
    await rig.fund(ours, 1_000);
    rig.voices.next = fakeDiarization([{ degrees: 0, seconds: 6 }]);
  });

  const consent = (change: object = {}) => ({
    scope: ['voiceprint'],
    given_at: '2026-01-01T09:00:00Z',
    method: 'written',
    reference: `form ${++consents}`,
    ...change,
  });
  const call = async (method: string, path: string, body?: object, key = ours.key) => {
    const form = body instanceof FormData;
    const response = await fetch(`${rig.url}/v1/voice/speakers${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(!form && body && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: (text === '' ? {} : JSON.parse(text)) as Json };
  };
  const enroll = async (change: object = {}): Promise<Shown> => {
    const body = { audio_base64, label: 'Anna', consent: consent(), ...change };
    const { status, json, text } = await call('POST', '', body);
    expect(status, text).toBe(201);
    return json.speaker;
  };
  const refusal = async (change: object): Promise<string> => {
    const body = { audio_base64, label: 'Anna', consent: consent(), ...change };
    const { status, json } = await call('POST', '', body);
    return `${status} ${json.error.code} ${JSON.stringify(json.error.details)}`;
  };
  const balance = async (): Promise<number> => {
    const response = await fetch(`${rig.url}/v1/wallet`, { headers: { 'X-API-Key': ours.key } });
    return ((await response.json()) as { wallet: { balance: { credits: number } } }).wallet.balance.credits;
  };

  it('enrolls a person with label, external id and consent; the answer describes the template without its content', async () => {
    const speaker = await enroll({ external_id: 'crm-1', expires_at: '2099-01-01T00:00:00Z' });
    expect(speaker).toMatchObject({
      label: 'Anna',
      external_id: 'crm-1',
      expires_at: '2099-01-01T00:00:00.000Z',
      consent: { scope: ['voiceprint'], method: 'written', given_at: '2026-01-01T09:00:00.000Z' },
      enrollment: { version: 1, speech_seconds: 6, model: 'fake-1' },
      sessions: 0,
      last_recognized_at: null,
    });
    expect(Object.keys(speaker.enrollment)).toEqual([
      'version',
      'model',
      'status',
      'enrolled_at',
      'speech_seconds',
      'snr_db',
      'clipping',
      'prints',
      'thin',
    ]);
    expect(rig.voices.heard.at(-1)?.voiceprints).toBe(true);
  });

  it('also enrolls by a form with the file', async () => {
    const form = new FormData();
    form.append('audio', new Blob([wav], { type: 'audio/wav' }), 'anna.wav');
    form.append('label', 'Anna');
    form.append('consent', JSON.stringify(consent()));
    expect((await call('POST', '', form)).json).toMatchObject({ speaker: { label: 'Anna' } });
    form.set('consent', 'yes');
    expect((await call('POST', '', form)).json).toMatchObject({ error: { code: 'validation_error' } });
  });

  it('takes a source that is null as absent', async () => {
    expect(await enroll({ audio_url: null })).toMatchObject({ label: 'Anna' });
    expect(await refusal({ audio_base64: null })).toContain('400 validation_error {"audio"');
  });

  it('requires a recorded consent with the scope voiceprint that is in force and not given in the future', async () => {
    const heard = rig.voices.heard.length;
    expect(await refusal({ consent: undefined })).toBe('403 policy_blocked {"consent":["is required"]}');
    expect(await refusal({ consent: consent({ scope: 'training' }) })).toContain('403 policy_blocked');
    expect(await refusal({ consent: consent({ expires_at: '2026-02-01T00:00:00Z' }) })).toContain(
      '403 policy_blocked',
    );
    expect(await refusal({ consent: consent({ given_at: '2999-01-01T00:00:00Z' }) })).toContain(
      '400 validation_error {"consent.given_at"',
    );
    expect(await refusal({ consent: { scope: 'voiceprint' } })).toContain('400 validation_error');
    expect(rig.voices.heard.length, 'nothing was embedded').toBe(heard);
  });

  it('refuses a consent that another enrollment used or that was withdrawn, with 409 conflict', async () => {
    const first = consent();
    const { id } = await enroll({ consent: first });
    expect(await refusal({ consent: first })).toContain('409 conflict {"consent.reference"');
    expect((await call('POST', `/${id}/withdraw`, {})).status).toBe(200);
    expect(await refusal({ consent: first })).toContain('409 conflict {"consent.reference"');
  });

  it('refuses a recording that is silent, too short, of two voices or not audio; the answer says why, and it costs nothing', async () => {
    const before = await balance();
    expect(await refusal({ audio_base64: silence })).toContain('400 validation_error {"audio":["silent:');
    rig.voices.next = fakeDiarization([{ degrees: 0, seconds: 3 }]);
    expect(await refusal({})).toContain('too_short: 3.0 s of speech were heard, 5 s');
    rig.voices.next = fakeDiarization([
      { degrees: 0, seconds: 6 },
      { degrees: 90, seconds: 2 },
    ]);
    expect(await refusal({})).toContain('several_voices:');
    expect(await refusal({ audio_base64: 'AAAA' })).toMatch(/^415 unsupported_audio_format|^422/);
    expect(await balance()).toBe(before);
  });

  it('enrolls one person when one voice was heard as two similar ones', async () => {
    rig.voices.next = fakeDiarization([
      { degrees: 0, seconds: 6 },
      { degrees: 10, seconds: 4 },
    ]);
    expect(await enroll()).toMatchObject({ enrollment: { speech_seconds: 10 } });
  });

  it('charges an enrollment like an analysis of the recording', async () => {
    const before = await balance();
    await enroll();
    expect(before - (await balance())).toBeCloseTo(7, 6);
    const poor = await call('POST', '', { audio_base64, label: 'A', consent: consent() }, theirs.key);
    expect(poor.status).toBe(402);
  });

  it('lists by GET /v1/voice/speakers in pages, oldest first', async () => {
    for (const label of ['a', 'b', 'c']) await enroll({ label, external_id: label });
    const first = await call('GET', '?limit=2');
    expect(first.json.speakers.map(({ label }) => label)).toEqual(['a', 'b']);
    const second = await call('GET', `?limit=2&cursor=${first.json.next_cursor}`);
    expect(second.json.speakers.map(({ label }) => label)).toEqual(['c']);
    expect(second.json.next_cursor).toBeNull();
    expect((await call('GET', '?external_id=b')).json.speakers.map(({ label }) => label)).toEqual(['b']);
    expect((await call('GET', '', undefined, theirs.key)).json.speakers).toEqual([]);
    expect((await call('GET', '?limit=0')).status).toBe(400);
    const made = await call('GET', '?cursor=made-up');
    expect([made.status, made.json.error.details]).toEqual([400, { cursor: ['is not one that was given'] }]);
    await call('DELETE', `/${first.json.speakers[1]?.id}`);
    const behind = await call('GET', `?limit=2&cursor=${first.json.next_cursor}`);
    expect(behind.json.speakers.map(({ label }) => label)).toEqual(['c']);
  });

  it('renames a person; the external id of another person is a conflict', async () => {
    const { id } = await enroll();
    await enroll({ external_id: 'taken' });
    const renamed = await call('PATCH', `/${id}`, { label: 'Anna B.', external_id: 'mine' });
    expect(renamed.json.speaker).toMatchObject({ id, label: 'Anna B.', external_id: 'mine' });
    expect((await call('PATCH', `/${id}`, { external_id: 'taken' })).status).toBe(409);
    expect((await call('PATCH', `/${id}`, {})).status).toBe(400);
    expect((await call('PATCH', `/${id}`, { sealed: 'x' })).status).toBe(400);
  });

  it('enrolls again: replaces the template, or adds to it when it is the same voice', async () => {
    const { id } = await enroll();
    const again = (body: object) => call('POST', `/${id}/enrollments`, { audio_base64, ...body });
    expect((await again({})).status, 'without consent').toBe(403);
    rig.voices.next = fakeDiarization([{ degrees: 8, seconds: 6 }]);
    expect((await again({ consent: consent(), mode: 'add' })).json.speaker).toMatchObject({
      id,
      enrollment: { version: 2, speech_seconds: 12 },
    });
    rig.voices.next = fakeDiarization([{ degrees: 90, seconds: 7 }]);
    const other = await again({ consent: consent(), mode: 'add' });
    expect(other.json.error.details['audio']?.[0]).toMatch(/^another_voice: .*add a milder one first/);
    expect((await again({ consent: consent() })).json.speaker).toMatchObject({
      enrollment: { version: 3, speech_seconds: 7 },
    });
    expect(await rig.identities.recognize(ours.organization.id, fakeVoiceprint(88))).toMatchObject({
      speakerId: id,
    });
  });

  it('keeps each way of speaking, and says when only one was heard', async () => {
    const { id } = await enroll();
    const enrollment = async () => (await call('GET', `/${id}`)).json.speaker.enrollment;
    expect(await enrollment()).toMatchObject({ prints: 1, thin: true });
    rig.voices.next = fakeDiarization([{ degrees: 20, seconds: 6 }]);
    await call('POST', `/${id}/enrollments`, { audio_base64, consent: consent(), mode: 'add' });
    expect(await enrollment()).toMatchObject({ prints: 2, thin: false, speech_seconds: 12 });
    const sure = await rig.identities.recognize(ours.organization.id, fakeVoiceprint(10));
    expect(sure?.logLikelihoodRatio).toBeCloseTo(10, 1);
  });

  it('learns from calls where the consent covers it, and only from what is surely the voice', async () => {
    const orgId = ours.organization.id;
    const { identities } = rig;
    const prints = async (id: string) => (await call('GET', `/${id}`)).json.speaker.enrollment.prints;
    rig.voices.next = fakeDiarization([{ degrees: 90, seconds: 6 }]);
    const { id: settled } = await enroll();
    expect(await identities.grow(orgId, settled, fakeVoiceprint(90)), 'without consent').toBe(false);
    rig.voices.next = fakeDiarization([{ degrees: 0, seconds: 6 }]);
    const { id } = await enroll({
      consent: consent({ scope: ['voiceprint', 'voiceprint_growth'], reference: 'form 7' }),
    });
    expect(await identities.grow(orgId, id, fakeVoiceprint(19)), 'not recognized').toBe(false);
    expect(await identities.grow(orgId, id, fakeVoiceprint(5, 4)), 'too little speech').toBe(false);
    expect(await identities.grow(theirs.organization.id, id, fakeVoiceprint(5)), 'of others').toBe(false);
    expect(await prints(id)).toBe(1);
    const both = [fakeVoiceprint(10, 20), fakeVoiceprint(-10, 20)].map((heard) =>
      identities.grow(orgId, id, heard),
    );
    expect(await Promise.all(both), 'two calls that end together').toEqual([true, true]);
    const { speaker } = (await call('GET', `/${id}`)).json;
    expect(speaker.enrollment).toMatchObject({ version: 1, prints: 2, speech_seconds: 46 });
    rig.voices.space = 'fake-2';
    try {
      expect(await identities.grow(orgId, id, fakeVoiceprint(5)), 'of another model').toBe(false);
    } finally {
      rig.voices.space = FAKE_SPACE;
    }
  });

  it('shows that a new enrollment is needed after the model changed, and does not compare the person until then', async () => {
    const { id } = await enroll();
    const orgId = ours.organization.id;
    const status = async () => {
      const [listed, got] = [await call('GET', ''), await call('GET', `/${id}`)];
      return [listed.json.speakers[0]?.enrollment.status, got.json.speaker.enrollment.status];
    };
    expect(await status()).toEqual(['current', 'current']);
    expect(await rig.identities.outdated(orgId)).toBe(0);
    rig.voices.space = 'fake-2';
    try {
      expect(await status()).toEqual(['outdated', 'outdated']);
      expect(await rig.identities.recognize(orgId, fakeVoiceprint(0, 10, 'fake-2'))).toBeUndefined();
      expect(await rig.identities.outdated(orgId)).toBe(1);
      expect(await rig.identities.voiceOf(orgId, id)).toBe('enroll_again');
      expect(await rig.identities.voiceOf(theirs.organization.id, id)).toBeUndefined();
      expect(await rig.identities.outdated(theirs.organization.id)).toBe(0);
      rig.voices.space = undefined;
      expect(await status(), 'the list needs no model').toEqual(['unknown', 'unknown']);
      rig.voices.space = 'fake-2';
      rig.voices.next = fakeDiarization([{ degrees: 0, seconds: 6, space: 'fake-2' }]);
      const again = await call('POST', `/${id}/enrollments`, { audio_base64, consent: consent() });
      expect(again.json.speaker.enrollment).toMatchObject({ version: 2, status: 'current', model: 'fake-2' });
      expect(await rig.identities.outdated(orgId)).toBe(0);
    } finally {
      rig.voices.space = FAKE_SPACE;
    }
  });

  it('recognizes people only in their own organization, and nobody when two people match', async () => {
    const { id } = await enroll();
    const { identities } = rig;
    expect(await identities.recognize(ours.organization.id, fakeVoiceprint(5))).toMatchObject({
      speakerId: id,
    });
    expect(await identities.recognize(ours.organization.id, fakeVoiceprint(60))).toBeUndefined();
    expect(await identities.recognize(theirs.organization.id, fakeVoiceprint(0))).toBeUndefined();
    rig.voices.next = fakeDiarization([{ degrees: 8, seconds: 6 }]);
    const second = await enroll({ label: 'Bert' });
    expect(
      await identities.recognize(ours.organization.id, fakeVoiceprint(4)),
      'between two',
    ).toBeUndefined();
    expect(await identities.recognize(ours.organization.id, fakeVoiceprint(12))).toMatchObject({
      speakerId: second.id,
    });
  });

  it('says at an enrollment whom the voice resembles, since one person under two ids is recognized as nobody', async () => {
    const enrollmentOf = async (path: string, body: object, degrees: number) => {
      rig.voices.next = fakeDiarization([{ degrees, seconds: 6 }]);
      const answer = await call('POST', path, { audio_base64, consent: consent(), ...body });
      return answer.json.speaker;
    };
    const first = await enrollmentOf('', { label: 'Ada' }, 200);
    expect(first.enrollment).not.toHaveProperty('resembles');
    const twice = await enrollmentOf('', { label: 'A. Lovelace' }, 202);
    expect(twice.enrollment).toMatchObject({ resembles: first.id });
    expect(await rig.identities.recognize(ours.organization.id, fakeVoiceprint(201))).toBeUndefined();
    expect((await call('GET', `/${twice.id}`)).json.speaker.enrollment).not.toHaveProperty('resembles');
    const renewed = await enrollmentOf(`/${first.id}/enrollments`, {}, 201);
    expect(renewed.enrollment).toMatchObject({ resembles: twice.id });
  });

  it('deletes a person with everything derived from the voice', async () => {
    const { id } = await enroll();
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    expect(await rig.identities.recognize(ours.organization.id, fakeVoiceprint(0))).toBeUndefined();
    expect(rig.removals.at(-1)).toMatchObject({ speakerId: id, cause: 'deleted' });
  });

  it('deletes a person when the consent is withdrawn, and the answer says what was deleted', async () => {
    const { id } = await enroll();
    await rig.identities.link({
      orgId: ours.organization.id,
      sessionId: 'call-1',
      speaker: 'ch0',
      speakerId: id,
      evidenceSeconds: 5,
    });
    expect((await call('GET', `/${id}`)).json.speaker).toMatchObject({ sessions: 1 });
    const { json } = await call('POST', `/${id}/withdraw`, { reference: 'letter 3' });
    expect(json).toMatchObject({
      speaker_id: id,
      state: 'withdrawn',
      removed: { templates: 1, sessions: 1, baselines: 0 },
    });
    expect((await call('POST', `/${id}/withdraw`, {})).status).toBe(404);
  });

  it('deletes people when they expire, at the latest with their consent', async () => {
    const inAnHour = new Date(rig.nowMs() + 3_600_000).toISOString();
    const { id } = await enroll({
      consent: consent({ expires_at: inAnHour }),
      expires_at: '2099-01-01T00:00:00Z',
    });
    expect((await call('GET', `/${id}`)).json.speaker).toMatchObject({ expires_at: inAnHour });
    rig.advance(3_600_001);
    expect((await call('GET', `/${id}`)).status).toBe(403);
    expect(await rig.identities.recognize(ours.organization.id, fakeVoiceprint(0))).toBeUndefined();
    await rig.speakers.care();
    expect(rig.removals.at(-1)).toMatchObject({ speakerId: id, cause: 'expired' });
  });

  it('keeps a person as long as the consent of the newest enrollment allows, not the earlier one', async () => {
    const first = new Date(rig.nowMs() + 3_600_000).toISOString();
    const second = new Date(rig.nowMs() + 7_200_000).toISOString();
    const sooner = new Date(rig.nowMs() + 1_800_000).toISOString();
    const { id } = await enroll({ consent: consent({ expires_at: first }) });
    const again = async (until: object): Promise<unknown> => {
      const body = { audio_base64, consent: consent(until) };
      return (await call('POST', `/${id}/enrollments`, body)).json.speaker;
    };
    expect(await again({ expires_at: second })).toMatchObject({ expires_at: second });
    expect(await again({})).toMatchObject({ expires_at: null });
    await call('PATCH', `/${id}`, { expires_at: sooner });
    expect(await again({ expires_at: second }), 'asked for').toMatchObject({ expires_at: sooner });
  });

  it('stores the baseline between calls, sealed', async () => {
    const { id } = await enroll();
    const orgId = ours.organization.id;
    const moment = { weight: 60, mean: 0.25, sumOfSquares: 3 };
    const usual = { updates: 9, valence: moment, arousal: moment, energyDb: moment, pitchSemitones: moment };
    expect(await rig.identities.baseline(orgId, id)).toBeUndefined();
    expect(await rig.identities.keepBaseline(orgId, id, usual)).toBe(true);
    expect(await rig.identities.baseline(orgId, id)).toEqual(usual);
    const rows = await rig.database.queries.selectFrom('speaker_baselines').selectAll().execute();
    expect(Buffer.from(rows[0]?.sealed ?? []).toString('latin1')).not.toContain('updates');
    await call('DELETE', `/${id}`);
    expect(await rig.identities.keepBaseline(orgId, id, usual)).toBe(false);
  });

  it('writes no name, voice or consent into a log line', async () => {
    await enroll({ label: 'Name In No Log', consent: consent({ reference: 'reference in no log' }) });
    const log = rig.log.join('\n');
    for (const secret of ['Name In No Log', 'reference in no log', audio_base64.slice(0, 64)]) {
      expect(log).not.toContain(secret);
    }
  });
});
