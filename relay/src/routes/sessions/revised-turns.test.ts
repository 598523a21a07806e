/** A turn of a mixed channel is another speaker's than was told: the stored data follows. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrainingUtterances } from '../../domain/fine-tune/training-utterances.js';
import { anAuth, type Peer, Rig } from '../../stream/testing/rig.js';
import { ScriptedVoices } from '../../stream/voices/testing/scripted-voices.js';
import { begins, ends, revises } from '../../stream/voices/testing/voices-scene.js';
import type { Tenant } from '../testing/gateway-rig.js';
import { at, type SessionsRig, startSessionsRig } from './testing/sessions-rig.js';

interface Shown {
  readonly id: string;
  readonly speaker_id: string;
  readonly role: string;
  readonly emotion: string | null;
}

/** Two people take turns of 1.5 s; the third turn was told as a third person's. The last one goes on. */
const TURNS = [
  begins(0, 0),
  ends(0, 0, 1_500),
  begins(1, 1_500),
  ends(1, 1_500, 3_000),
  begins(2, 3_000),
  ends(2, 3_000, 4_500),
  begins(1, 4_500),
];
const THIRD_IS_FIRST = revises(2, 3_000, 4_500, 0);

describe('a stored turn that was told as another speaker’s', () => {
  let rig: SessionsRig;
  let us: Tenant;
  let voices: ScriptedVoices;
  let streams: Rig;
  beforeAll(async () => {
    rig = await startSessionsRig();
  }, 120_000);
  afterAll(() => rig.gateway.stop());
  beforeEach(async () => {
    us = await rig.gateway.createTenant('enterprise');
    voices = new ScriptedVoices();
    voices.enrolled.set('spk_agent', 90);
    const { services, repositories } = rig.gateway;
    const { corrections } = repositories;
    const training: TrainingUtterances = {
      keep: (utterance) => corrections.keep({ ...utterance, baseSha256: 'base', at: new Date() }),
      label: ({ orgId, sessionId, utteranceId }, label) =>
        corrections.label(orgId, sessionId, utteranceId, label),
      forgetStream: ({ orgId, sessionId }) => corrections.forgetStream(orgId, sessionId),
    };
    streams = new Rig({ sessions: services.conversations, voices, training });
  });

  /** Waits until the storage has answered. It works on its own thread, so a busy loop would starve it. */
  const till = async (done: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const converse = async (agentAnalysis = false): Promise<Peer> => {
    const auth = anAuth({ orgId: us.organization.id, agentAnalysis });
    const peer = await streams.open(
      {
        channels: [
          { id: 'room', subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, mixed: true },
        ],
        features: ['emotion', 'vad', 'prediction'],
        consent: { basis: 'consent', scope: ['voiceprint', 'training', 'analysis'] },
      },
      auth,
    );
    await till(() => peer.socket.kinds().includes('session.ready'));
    streams.inference.last.heard = { embedding: [1, 2, 3], seconds: 1 };
    for (let n = 0; n < 24; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 6_000, events: TURNS });
    streams.inference.last.answer();
    await till(async () => (await utterancesOf(peer)).length === 3 && (await trained(peer)).length === 3);
    return peer;
  };
  const revise = async (peer: Peer): Promise<void> => {
    voices.tracker.says({ throughMs: 6_000, events: [THIRD_IS_FIRST] });
    const [told] = peer.socket.all('turn.revised');
    expect(told).toMatchObject({ previousSpeakerId: 'room_s3', speakerId: 'room_s1' });
    await till(async () => (await utterancesOf(peer))[2]?.speaker_id === 'room_s1');
  };
  const sessionOf = async (peer: Peer) =>
    (await rig.call('GET', `/v1/sessions/${peer.sessionId}`, undefined, us)).json;
  const utterancesOf = async (peer: Peer): Promise<readonly Shown[]> =>
    (at(await sessionOf(peer), 'session', 'utterances') ?? []) as readonly Shown[];
  const trained = (peer: Peer) =>
    rig.gateway.database.queries
      .selectFrom('training_readings')
      .select(['utterance_id', 'speaker'])
      .where('org_id', '=', us.organization.id)
      .where('session_id', '=', peer.sessionId)
      .execute();

  it('[RT120] is the new speaker’s in GET /v1/sessions/{id} and for training, with what was read of it', async () => {
    const peer = await converse();
    const before = await utterancesOf(peer);
    expect(before.map(({ speaker_id: speaker }) => speaker)).toEqual(['room_s1', 'room_s2', 'room_s3']);
    await revise(peer);
    const after = await utterancesOf(peer);
    expect(after).toEqual(before.map((each, n) => (n === 2 ? { ...each, speaker_id: 'room_s1' } : each)));
    const samples = await trained(peer);
    expect(new Map(samples.map(({ utterance_id: id, speaker }) => [id, speaker]))).toEqual(
      new Map(after.map(({ id, speaker_id: speaker }) => [id, speaker])),
    );
  });

  it('[RT120] of a voice that lost all its turns: they change together, and predictions are told once', async () => {
    const peer = await converse();
    const before = peer.socket.all('session.prediction').length;
    voices.tracker.says({
      throughMs: 6_000,
      events: [revises(0, 0, 1_500, 1), THIRD_IS_FIRST, revises(2, 3_000, 4_500, 1, 2)],
    });
    expect(peer.socket.all('turn.revised').map(({ speakerId }) => speakerId)).toEqual(['room_s2', 'room_s2']);
    await till(async () => (await utterancesOf(peer)).every(({ speaker_id: id }) => id === 'room_s2'));
    await till(() => peer.socket.all('session.prediction').length > before);
    expect(peer.socket.all('session.prediction')).toHaveLength(before + 1);
  });

  it('[RT120] counts as the new speaker’s talk in session_end and in the event session.ended', async () => {
    const peer = await converse();
    await revise(peer);
    peer.say({ kind: 'session.end', value: {} });
    await till(async () => at(await sessionOf(peer), 'session', 'state') === 'ended');
    const { turns } = peer.socket.last('session_end').transcript;
    expect(turns.map(({ speakerId }) => speakerId)).toEqual(['room_s1', 'room_s2', 'room_s1', 'room_s2']);
    const told = await rig.gateway.database.queries
      .selectFrom('events')
      .select('alternate_body')
      .where('org_id', '=', us.organization.id)
      .where('type', '=', 'session.end')
      .executeTakeFirstOrThrow();
    const talk = at(JSON.parse(told.alternate_body ?? ''), 'data', 'speakers') as { id: string }[];
    expect(talk.map(({ id }) => id)).toEqual(['room_s1', 'room_s2']);
    const [first, second] = talk as unknown as { talkSeconds: number }[];
    expect([first?.talkSeconds, second?.talkSeconds]).toEqual([3, 3]);
  });

  it('[RT120] [RT95] loses its reading, also for training, when the new speaker is the agent, who may not be analyzed', async () => {
    const peer = await converse();
    voices.tracker.hears(90, 4, 0);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await till(async () => (await utterancesOf(peer))[0]?.role === 'agent');
    await revise(peer);
    expect((await utterancesOf(peer))[2]).toMatchObject({ role: 'agent', emotion: null });
    expect((await trained(peer)).map(({ speaker }) => speaker)).toEqual(['room_s2']);
    peer.say({ kind: 'session.end', value: {} });
    await till(() => peer.socket.kinds().includes('session_end'));
    const third = peer.socket.last('session_end').transcript.turns[2];
    expect(third).toMatchObject({ speakerId: 'room_s1' });
    expect(third).not.toHaveProperty('emotion');
  });

  it('[RT120] keeps its reading as the agent’s where policy allows the analysis of agents', async () => {
    const peer = await converse(true);
    voices.tracker.hears(90, 4, 0);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await till(async () => (await utterancesOf(peer))[0]?.role === 'agent');
    await revise(peer);
    expect((await utterancesOf(peer))[2]).toMatchObject({
      role: 'agent',
      emotion: expect.any(String) as unknown,
    });
    expect(await trained(peer)).toHaveLength(3);
  });
});
