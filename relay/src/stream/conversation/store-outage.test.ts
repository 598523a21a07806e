/** What becomes of a stream's turns while their store is away. */
import { describe, expect, it } from 'vitest';
import { Fault } from '../../domain/fault.js';
import type { NewUtterance } from '../../domain/conversations/utterances/utterance.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { type Peer, Rig } from '../testing/rig.js';
import { retriedConversations } from './stream-conversations.js';

/** Conversations whose next calls of `add` reject with these errors. */
class FailingSessions extends FewSessions {
  readonly failures: Error[] = [];
  readonly tried: string[] = [];

  constructor() {
    super();
    const store = this.add;
    this.add = (orgId, id, utterance, text) => {
      this.tried.push(utterance.utteranceId);
      const failure = this.failures.shift();
      return failure === undefined ? store(orgId, id, utterance, text) : Promise.reject(failure);
    };
  }
}

const start = async () => {
  const sessions = new FailingSessions();
  const rig = new Rig({ sessions });
  const peer = await rig.open();
  return { sessions, rig, peer };
};

/** @returns the turn's id */
const speak = async (rig: Rig, peer: Peer): Promise<string> => {
  peer.audio(8_000);
  rig.inference.last.answer();
  peer.say({ kind: 'turn.force_end', value: {} });
  await settled();
  return peer.socket.last('turn.end').turnId;
};
const away = (): Error => new Error('canceling statement due to statement timeout');

describe('a turn whose store is away', () => {
  it('is stored by a later try, before the next turn', async () => {
    const { sessions, rig, peer } = await start();
    sessions.failures.push(away());
    const [first, second] = [await speak(rig, peer), await speak(rig, peer)];
    expect(sessions.tried).toEqual([first]);
    expect(sessions.readings.size).toBe(0);
    await rig.clock.advance(1_000);
    expect(sessions.tried).toEqual([first, first, second]);
    expect([...sessions.readings.keys()]).toEqual([first, second]);
  });

  it('is stored when the store comes back after nearly two minutes', async () => {
    const { sessions, rig, peer } = await start();
    sessions.failures.push(...Array.from({ length: 11 }, away));
    const turn = await speak(rig, peer);
    await rig.clock.advance(110_000);
    expect(sessions.readings.size).toBe(0);
    await rig.clock.advance(20_000);
    expect([...sessions.readings.keys()]).toEqual([turn]);
  });

  it('is not tried again after a refusal', async () => {
    const { sessions, rig, peer } = await start();
    sessions.failures.push(new Fault('conflict', 'the session is over'));
    const [first, second] = [await speak(rig, peer), await speak(rig, peer)];
    expect(sessions.tried).toEqual([first, second]);
    expect([...sessions.readings.keys()]).toEqual([second]);
  });

  it('does not delay the end of its stream for longer than any conversation may', async () => {
    const { sessions, rig, peer } = await start();
    sessions.failures.push(away(), away(), away());
    const turn = await speak(rig, peer);
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    await rig.clock.advance(2_000);
    expect(peer.socket.last('session_end').transcript.turns).toMatchObject([{ turnId: turn }]);
    expect(sessions.readings.size).toBe(0);
    await rig.clock.advance(5_000);
    expect([...sessions.readings.keys()]).toEqual([turn]);
  });

  it('[RT38] keeps the outcome that came with the end, once the store is back', async () => {
    const { sessions, rig, peer } = await start();
    const ends = [away(), away()];
    const told: unknown[] = [];
    const { endStream } = sessions;
    sessions.endStream = (...given) => {
      const failure = ends.shift();
      return failure === undefined ? endStream(...given) : Promise.reject(failure);
    };
    Object.assign(sessions, {
      submitOutcome: (_org: string, _id: string, { targets }: { targets: unknown }) => {
        told.push(targets);
        return Promise.resolve();
      },
    });
    peer.say({ kind: 'session.end', value: { outcome: { csat: 4 } } });
    await settled();
    await rig.clock.advance(2_200);
    expect(peer.socket.closedWith?.code).toBe(1000);
    expect(told).toEqual([]);
    await rig.clock.advance(2_000);
    expect(told).toHaveLength(1);
    expect(rig.streams.counts().sessions).toBe(0);
  });

  it('counts as new where only the answer of its first try was lost', async () => {
    const sessions = new FewSessions();
    const store = sessions.add;
    let tries = 0;
    sessions.add = async (...given) => {
      const observed = await store(...given);
      if (++tries === 1) throw away();
      return { ...observed, duplicate: true };
    };
    const retried = retriedConversations(sessions, {
      after: (_ms, run) => {
        run();
        return () => undefined;
      },
    });
    const turn = { utteranceId: 'turn_1' } as NewUtterance;
    expect(await retried.add('org_a', 'ses_1', turn)).toMatchObject({ duplicate: false });
    expect(await retried.add('org_a', 'ses_1', turn)).toMatchObject({ duplicate: true });
  });
});
