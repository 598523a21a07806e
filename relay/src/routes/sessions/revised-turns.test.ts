/** A turn of a mixed channel is another speaker's than was told: the stored data follows. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Peer } from '../../stream/testing/rig.js';
import { begins, ends, revises } from '../../stream/voices/testing/voices-scene.js';
import type { Tenant } from '../testing/gateway-rig.js';
import { at, type SessionsRig, startSessionsRig } from './testing/sessions-rig.js';
import { till, VoicesRig } from './testing/voices-rig.js';

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
  let calls: VoicesRig;
  beforeAll(async () => {
    rig = await startSessionsRig();
  }, 120_000);
  afterAll(() => rig.gateway.stop());
  beforeEach(async () => {
    us = await rig.gateway.createTenant('enterprise');
    calls = new VoicesRig(rig, us);
  });

  const converse = async (agentAnalysis = false): Promise<Peer> => {
    const peer = await calls.open(agentAnalysis);
    calls.streams.inference.last.heard = { embedding: [1, 2, 3], seconds: 1 };
    for (let n = 0; n < 24; n++) peer.audio(4_000);
    calls.voices.tracker.says({ throughMs: 6_000, events: TURNS });
    calls.streams.inference.last.answer();
    await till(
      async () => (await calls.utterances(peer)).length === 3 && (await calls.trained(peer)).length === 3,
    );
    return peer;
  };
  const revise = async (peer: Peer): Promise<void> => {
    calls.voices.tracker.says({ throughMs: 6_000, events: [THIRD_IS_FIRST] });
    const [told] = peer.socket.all('turn.revised');
    expect(told).toMatchObject({ previousSpeakerId: 'room_s3', speakerId: 'room_s1' });
    await till(async () => (await calls.utterances(peer))[2]?.speaker_id === 'room_s1');
  };

  it('[RT120] is the new speaker’s in GET /v1/sessions/{id} and for training, with what was read of it', async () => {
    const peer = await converse();
    const before = await calls.utterances(peer);
    expect(before.map(({ speaker_id: speaker }) => speaker)).toEqual(['room_s1', 'room_s2', 'room_s3']);
    await revise(peer);
    const after = await calls.utterances(peer);
    expect(after).toEqual(before.map((each, n) => (n === 2 ? { ...each, speaker_id: 'room_s1' } : each)));
    const samples = await calls.trained(peer);
    expect(new Map(samples.map(({ utterance_id: id, speaker }) => [id, speaker]))).toEqual(
      new Map(after.map(({ id, speaker_id: speaker }) => [id, speaker])),
    );
  });

  it('[RT120] of a voice that lost all its turns: they change together, and predictions are told once', async () => {
    const peer = await converse();
    const before = peer.socket.all('session.prediction').length;
    calls.voices.tracker.says({
      throughMs: 6_000,
      events: [revises(0, 0, 1_500, 1), THIRD_IS_FIRST, revises(2, 3_000, 4_500, 1, 2)],
    });
    expect(peer.socket.all('turn.revised').map(({ speakerId }) => speakerId)).toEqual(['room_s2', 'room_s2']);
    await till(async () => (await calls.utterances(peer)).every(({ speaker_id: id }) => id === 'room_s2'));
    await till(() => peer.socket.all('session.prediction').length > before);
    expect(peer.socket.all('session.prediction')).toHaveLength(before + 1);
  });

  it('[RT120] counts as the new speaker’s talk in session_end and in the event session.ended', async () => {
    const peer = await converse();
    await revise(peer);
    peer.say({ kind: 'session.end', value: {} });
    await till(async () => at(await calls.session(peer), 'session', 'state') === 'ended');
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
    calls.voices.tracker.hears(90, 4, 0);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await till(async () => (await calls.utterances(peer))[0]?.role === 'agent');
    await revise(peer);
    expect((await calls.utterances(peer))[2]).toMatchObject({ role: 'agent', emotion: null });
    expect((await calls.trained(peer)).map(({ speaker }) => speaker)).toEqual(['room_s2']);
    peer.say({ kind: 'session.end', value: {} });
    await till(() => peer.socket.kinds().includes('session_end'));
    const third = peer.socket.last('session_end').transcript.turns[2];
    expect(third).toMatchObject({ speakerId: 'room_s1' });
    expect(third).not.toHaveProperty('emotion');
  });

  it('[RT120] keeps its reading as the agent’s where policy allows the analysis of agents', async () => {
    const peer = await converse(true);
    calls.voices.tracker.hears(90, 4, 0);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await till(async () => (await calls.utterances(peer))[0]?.role === 'agent');
    await revise(peer);
    expect((await calls.utterances(peer))[2]).toMatchObject({
      role: 'agent',
      emotion: expect.any(String) as unknown,
    });
    expect(await calls.trained(peer)).toHaveLength(3);
  });
});
