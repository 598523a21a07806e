/** A voice of a mixed channel is recognized as the agent's only after it was analyzed: the stored data follows. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Peer } from '../../stream/testing/rig.js';
import type { Tenant } from '../testing/gateway-rig.js';
import { at, type SessionsRig, startSessionsRig } from './testing/sessions-rig.js';
import { type ShownUtterance, till, VoicesRig } from './testing/voices-rig.js';

describe('an agent who is recognized late', () => {
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

  /** Two voices alternate in turns of 1.5 s; each turn ends when the other begins, and the last one stays open. */
  const converse = async (peer: Peer, turns: number): Promise<void> => {
    const events = Array.from({ length: turns + 1 }, (_, n) => [
      ...(n > 0
        ? [
            {
              type: 'turn_end',
              id: n - 1,
              turn: {
                speaker: (n - 1) % 2,
                startMs: (n - 1) * 1_500,
                endMs: n * 1_500,
                overlap: false,
                confidence: 1,
              },
            } as const,
          ]
        : []),
      { type: 'turn_start', id: n, speaker: n % 2, atMs: n * 1_500 } as const,
    ]).flat();
    calls.streams.inference.last.heard = { embedding: [1, 2, 3], seconds: 1 };
    for (let n = 0; n < turns * 6 + 4; n++) peer.audio(4_000);
    calls.voices.tracker.says({ throughMs: (turns + 1) * 1_500, events });
    calls.streams.inference.last.answer();
    await till(async () => (await calls.utterances(peer)).length === turns);
  };
  const recognize = async (peer: Peer): Promise<void> => {
    calls.voices.tracker.hears(90, 4, 1);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await till(() => peer.socket.all('identity_resolved').some(({ subject }) => subject === 'agent'));
    await till(async () => (await calls.utterances(peer)).some(({ role }) => role === 'agent'));
  };
  const trained = async (peer: Peer) => (await calls.trained(peer)).map(({ speaker }) => speaker);

  it('[RT95] has no reading in GET /v1/sessions/{id}, and the turns have the role agent', async () => {
    const peer = await calls.open();
    await converse(peer, 4);
    for (const { role, emotion } of await calls.utterances(peer)) {
      expect([role, typeof emotion]).toEqual(['caller', 'string']);
    }
    await till(async () => (await trained(peer)).length === 4);
    await recognize(peer);
    const of = (speaker: string, all: readonly ShownUtterance[]) =>
      all.filter(({ speaker_id: id }) => id === speaker);
    const all = await calls.utterances(peer);
    expect(of('room_s1', all)).toMatchObject([{ role: 'caller' }, { role: 'caller' }]);
    expect(of('room_s1', all).every(({ emotion }) => emotion !== null)).toBe(true);
    expect(of('room_s2', all)).toMatchObject([
      { role: 'agent', emotion: null },
      { role: 'agent', emotion: null },
    ]);
    expect(await trained(peer)).toEqual(['room_s1', 'room_s1']);
    const { summary, utterances_seen: seen } = at(await calls.session(peer), 'session') as {
      summary: { emotion_trajectory: string[] };
      utterances_seen: number;
    };
    expect([summary.emotion_trajectory.length, seen]).toEqual([2, 2]);
    expect(peer.socket.last('session.prediction')).toMatchObject({ utterancesSeen: 2 });
  });

  it('[RT95] has no reading in the turn that was open then or in the final results, and a correction of it no longer counts', async () => {
    const peer = await calls.open();
    await converse(peer, 3);
    const [turnId] = peer.socket
      .all('turn.start')
      .flatMap(({ turnId: id, speakerId }) => (speakerId === 'room_s2' ? [id] : []));
    peer.say({ kind: 'correction', value: { turnId: String(turnId), emotion: 'angry' } });
    await till(() => peer.socket.all('corrected').length === 1);
    await recognize(peer);
    peer.say({ kind: 'turn.force_end', value: {} });
    await till(async () => (await calls.utterances(peer)).length === 4);
    peer.say({ kind: 'session.end', value: {} });
    await till(async () => at(await calls.session(peer), 'session', 'state') === 'ended');
    expect(await calls.utterances(peer)).toMatchObject([
      { speaker_id: 'room_s1', role: 'caller', emotion: expect.any(String) as unknown },
      { speaker_id: 'room_s2', role: 'agent', emotion: null },
      { speaker_id: 'room_s1', role: 'caller', emotion: expect.any(String) as unknown },
      { speaker_id: 'room_s2', role: 'agent', emotion: null },
    ]);
    expect(at(await calls.session(peer), 'session', 'summary', 'emotion_trajectory')).toHaveLength(2);
    expect(await trained(peer)).toEqual(['room_s1', 'room_s1']);
    const rows = await rig.gateway.database.queries
      .selectFrom('conversation_utterances')
      .selectAll()
      .where('org_id', '=', us.organization.id)
      .execute();
    expect(rows).toHaveLength(4);
    const theirs = rows.filter(({ utterance }) => at(utterance, 'role') === 'agent');
    for (const { utterance } of theirs) {
      for (const name of ['measures', 'correction', 'corrected']) expect(utterance).not.toHaveProperty(name);
    }
  });

  it('keeps the readings, as the agent’s, when the policy allows the analysis of agents', async () => {
    const peer = await calls.open(true);
    await converse(peer, 2);
    await recognize(peer);
    expect(await calls.utterances(peer)).toMatchObject([
      { role: 'caller', emotion: expect.any(String) as unknown },
      { role: 'agent', emotion: expect.any(String) as unknown },
    ]);
    expect(at(await calls.session(peer), 'session', 'summary', 'emotion_trajectory')).toHaveLength(1);
  });

  it.each([false, true])(
    'ends the stream with the stored summary of the callers’ turns; agents may be analyzed: %s',
    async (agentAnalysis) => {
      const peer = await calls.open(agentAnalysis);
      await converse(peer, 4);
      await recognize(peer);
      peer.say({ kind: 'session.end', value: {} });
      await till(() => peer.socket.kinds().includes('session_end'));
      await till(async () => at(await calls.session(peer), 'session', 'state') === 'ended');
      const told = peer.socket.last('session_end');
      const stored = at(await calls.session(peer), 'session', 'summary') as {
        readonly duration: number;
        readonly utterance_count: number;
        readonly emotion_trajectory: readonly string[];
      };
      expect(stored.emotion_trajectory).toHaveLength(3);
      expect([told.durationS, told.utteranceCount, told.emotionTrajectory.length]).toEqual([
        stored.duration,
        stored.utterance_count,
        stored.emotion_trajectory.length,
      ]);
      const read = told.transcript.turns.filter(({ emotion }) => emotion !== undefined);
      const theirs = read.filter(({ speakerId }) => speakerId === 'room_s1');
      expect([read.length, theirs.length]).toEqual([agentAnalysis ? 5 : 3, 3]);
    },
  );
});
