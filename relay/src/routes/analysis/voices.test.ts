import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { analysisAnswerSchema, type AnalysisAnswer } from '../../domain/analysis/analysis-answer.js';
import { newId } from '../../domain/ids.js';
import {
  fakeComparison,
  fakeDiarization,
  fakeVoiceprint,
} from '../../domain/speakers/testing/fake-voices.js';
import { TemplateVault } from '../../domain/speakers/template-vault.js';
import { bytesOf, voiceThenSilence } from '../../inference/testing/voice.js';
import { wavFile } from '../../media/testing/wav-file.js';
import type { Tenant } from '../testing/gateway-rig.js';
import { type AnalysisRig, type Answer, startAnalysisRig } from './testing/analysis-rig.js';

const audio_base64 = Buffer.from(wavFile(bytesOf(voiceThenSilence(8, 0.5, 3)))).toString('base64');
const CONSENT = { scope: ['voiceprint'], basis: 'consent' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('the speaker of a recording', () => {
  let rig: AnalysisRig;
  let ours: Tenant;
  beforeAll(async () => {
    rig = await startAnalysisRig();
  }, 60_000);
  afterAll(() => rig.stop());
  beforeEach(async () => {
    ours = await rig.createTenant();
    await rig.fund(ours, 3_600);
    rig.voices.next = fakeDiarization([{ degrees: 0, seconds: 8 }]);
  });

  const post = (path: string, body: object): Promise<Answer> =>
    rig.post(path, JSON.stringify({ audio_base64, ...body }), JSON_TYPE, ours.key);
  const analyze = async (body: object): Promise<AnalysisAnswer> => {
    const { status, json } = await post('/v1/analyze', body);
    expect({ status, json }).toMatchObject({ status: 200 });
    return analysisAnswerSchema.parse(json);
  };
  const enroll = async (degrees: number, label: string): Promise<string> => {
    const id = newId('spk');
    const orgId = ours.organization.id;
    const vault = new TemplateVault([Buffer.alloc(32, 9)]);
    await rig.repositories.speakers.add(
      {
        id,
        orgId,
        label,
        externalId: undefined,
        consent: {
          scope: ['voiceprint'],
          givenAt: new Date(),
          method: 'written',
          reference: id,
          basis: undefined,
          jurisdiction: undefined,
          expiresAt: undefined,
        },
        expiresAt: undefined,
        template: {
          space: fakeComparison.space,
          sealed: vault.seal(fakeComparison.encode([fakeVoiceprint(degrees)]), {
            orgId,
            speakerId: id,
            part: 'template',
          }),
          quality: { speechSeconds: 10, snrDb: undefined, clipping: 0, prints: 1 },
        },
        at: new Date(),
        actor: 'operator',
      },
      100,
    );
    return id;
  };

  it('is distinguished by voice on one channel: "turns" with speaker, prosody and emotion, "talkSeconds" and overlaps', async () => {
    rig.voices.next = {
      ...fakeDiarization([
        { degrees: 0, seconds: 4 },
        { degrees: 90, seconds: 3 },
      ]),
      overlaps: [{ startMs: 3_800, endMs: 4_200 }],
    };
    const answer = await analyze({ diarize: true });
    expect(answer.turns?.map(({ speaker, start, end }) => [speaker.id, start, end])).toEqual([
      ['speaker_1', 0, 4],
      ['speaker_2', 4, 7],
    ]);
    for (const turn of answer.turns ?? []) {
      expect(turn.prosody?.pitch.mean).toBeGreaterThan(50);
      expect(turn.emotion_probabilities).toBeDefined();
      expect(turn.valence).toBeTypeOf('number');
    }
    expect(answer.speakers).toEqual([
      { id: 'speaker_1', label: 'Speaker 1', talkSeconds: 4 },
      { id: 'speaker_2', label: 'Speaker 2', talkSeconds: 3 },
    ]);
    expect(answer.overlaps).toEqual([{ start: 3.8, end: 4.2 }]);
  });

  it('is not searched without diarize or consent', async () => {
    const before = rig.voices.heard.length;
    expect(await analyze({})).not.toHaveProperty('speakers');
    await analyze({ consent: { scope: ['recording'] } });
    expect(rig.voices.heard.length).toBe(before);
  });

  it('is distinguished without consent, but no voiceprint leaves the worker and nobody is recognized', async () => {
    await enroll(0, 'Anna');
    const { speakers } = await analyze({ diarize: true });
    expect(rig.voices.heard.at(-1)?.voiceprints).toBe(false);
    expect(speakers?.[0]).toEqual({
      id: 'speaker_1',
      label: 'Speaker 1',
      talkSeconds: expect.any(Number) as number,
    });
  });

  it('"An enrolled person (enrolled with consent) resolves to the same identity on later calls"', async () => {
    const anna = await enroll(0, 'Anna');
    for (const body of [{ diarize: true }, {}]) {
      const answer = await analyze({ ...body, consent: CONSENT });
      expect(answer.speakers).toEqual([
        {
          id: anna,
          label: 'Anna',
          talkSeconds: expect.any(Number) as number,
          person_id: anna,
          verified: true,
          evidence_seconds: 8,
          log_likelihood_ratio: 10,
        },
      ]);
    }
    rig.voices.next = fakeDiarization([
      { degrees: 90, seconds: 4 },
      { degrees: 3, seconds: 4 },
    ]);
    const answer = await analyze({ diarize: true, consent: CONSENT });
    expect(answer.turns?.map(({ speaker }) => speaker)).toEqual([
      { id: 'speaker_1', label: 'Speaker 1' },
      { id: anna, label: 'Anna' },
    ]);
    expect(answer.speakers?.[0]).toMatchObject({ person_id: null, verified: false });
  });

  it('"… and resumes saved conversation context": the person’s baseline is learned and used again', async () => {
    const anna = await enroll(0, 'Anna');
    const orgId = ours.organization.id;
    await analyze({ consent: CONSENT });
    const first = await rig.identities.baseline(orgId, anna);
    expect(first?.updates).toBeGreaterThan(0);
    await analyze({ consent: CONSENT });
    expect((await rig.identities.baseline(orgId, anna))?.updates).toBe(2 * (first?.updates ?? 0));
  });

  it('is one person when two voices match the same enrolled one: one speaker with all talkSeconds, and no id twice', async () => {
    const anna = await enroll(0, 'Anna');
    rig.voices.next = fakeDiarization([
      { degrees: 2, seconds: 3 },
      { degrees: 4, seconds: 2 },
      { degrees: 90, seconds: 3 },
    ]);
    const answer = await analyze({ diarize: true, consent: CONSENT });
    expect(answer.speakers).toMatchObject([
      { id: anna, talkSeconds: 5, verified: true, evidence_seconds: 3 },
      { id: 'speaker_2', talkSeconds: 3, verified: false },
    ]);
    expect(answer.turns?.map(({ speaker, start, end }) => [speaker.id, start, end])).toEqual([
      [anna, 0, 5],
      ['speaker_2', 5, 8],
    ]);
  });

  it('does not change the person’s baseline when somebody else is heard too', async () => {
    const anna = await enroll(0, 'Anna');
    rig.voices.next = fakeDiarization([
      { degrees: 0, seconds: 5 },
      { degrees: 90, seconds: 3 },
    ]);
    expect((await analyze({ consent: CONSENT })).speakers).toMatchObject([{ id: anna, verified: true }]);
    expect(await rig.identities.baseline(ours.organization.id, anna)).toBeUndefined();
  });

  it('is not named when the person withdraws during the analysis', async () => {
    const anna = await enroll(0, 'Anna');
    const looked = vi.spyOn(rig.identities, 'baseline').mockImplementation(async (orgId) => {
      const by = { actor: 'operator', at: new Date() };
      await rig.repositories.speakers.remove(orgId, anna, 'withdrawn', by);
      return undefined;
    });
    try {
      const answer = await analyze({ consent: CONSENT });
      expect(answer.speakers).toMatchObject([{ id: 'speaker_1', person_id: null, verified: false }]);
      expect(JSON.stringify(answer)).not.toContain(anna);
    } finally {
      looked.mockRestore();
    }
  });

  it('comes with the number of people to enroll again after a model change, when somebody is not recognized', async () => {
    await enroll(0, 'Anna');
    expect(await analyze({ consent: CONSENT })).not.toHaveProperty('outdated_enrollments');
    const { space } = rig.voices;
    rig.voices.space = 'fake-2';
    rig.voices.next = fakeDiarization([{ degrees: 0, seconds: 8, space: 'fake-2' }]);
    try {
      const answer = await analyze({ consent: CONSENT });
      expect(answer).toMatchObject({ speakers: [{ verified: false }], outdated_enrollments: 1 });
      expect(await analyze({ diarize: true }), 'nobody is compared').not.toHaveProperty(
        'outdated_enrollments',
      );
    } finally {
      rig.voices.space = space;
    }
  });

  it('is stored in the conversation, and deleted with the person', async () => {
    const anna = await enroll(0, 'Anna');
    const session = await post('/v1/sessions', { audio_base64: undefined });
    const { id } = (session.json as { session: { id: string } }).session;
    await post(`/v1/sessions/${id}/utterances`, { consent: CONSENT });
    const links = () =>
      rig.database.queries.selectFrom('speaker_links').selectAll().where('speaker_id', '=', anna).execute();
    expect(await links()).toMatchObject([{ session_id: id }]);
    await rig.repositories.speakers.remove(ours.organization.id, anna, 'withdrawn', {
      actor: 'operator',
      at: new Date(),
    });
    expect(await links()).toEqual([]);
    expect((await analyze({ consent: CONSENT })).speakers?.[0]).toMatchObject({ verified: false });
  });

  it('is never a person of another organization', async () => {
    await enroll(0, 'Anna');
    ours = await rig.createTenant();
    await rig.fund(ours, 100);
    expect((await analyze({ consent: CONSENT })).speakers?.[0]).toMatchObject({
      id: 'speaker_1',
      verified: false,
    });
  });

  it('is not recognized in background jobs, whose results are stored', async () => {
    await enroll(0, 'Anna');
    const items = Array.from({ length: 11 }, (_, n) => ({ id: String(n), audio_base64, consent: CONSENT }));
    const { status, json } = await rig.post(
      '/v1/analyze/batch',
      JSON.stringify({ items, diarize: true }),
      JSON_TYPE,
      ours.key,
    );
    expect(status).toBe(202);
    await rig.analysis.jobs.idle();
    expect(rig.voices.heard.slice(-11).every(({ voiceprints }) => !voiceprints)).toBe(true);
    const job = await fetch(`${rig.url}/v1/analyze/jobs/${(json as { job: { id: string } }).job.id}`, {
      headers: { 'X-API-Key': ours.key },
    });
    expect(await job.text()).not.toContain('Anna');
  });
});
