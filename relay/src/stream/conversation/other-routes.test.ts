/** News that REST calls and uploads add to a stream's conversation, as the stream and its observers get it. */
import { describe, expect, it } from 'vitest';
import type { ConversationNote } from '../../domain/conversations/conversation-news.js';
import type { Utterance } from '../../domain/conversations/utterances/utterance.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { MemoryStore } from '../testing/memory-store.js';
import { type Peer, Rig } from '../testing/rig.js';

const utterance = (utteranceId: string, over: Partial<Utterance> = {}): Utterance => ({
  utteranceId,
  index: null,
  speakerId: 'caller',
  role: 'caller',
  source: 'audio',
  startMs: 1_000,
  endMs: 3_000,
  timed: true,
  arrival: 0,
  fingerprint: utteranceId,
  emotion: 'angry',
  confidence: 0.5,
  tone: { valence: -0.5, arousal: 0.5, escalation: 0.5 },
  ...over,
});
const added = (revision: number, utteranceId: string): ConversationNote => ({
  revision,
  kind: 'utterance',
  utterance: utterance(utteranceId),
});
const corrected = (revision: number, utteranceId: string, emotion: string): ConversationNote => ({
  revision,
  kind: 'correction',
  utterance: utterance(utteranceId),
  correction: { emotion },
});

const start = async () => {
  const sessions = new FewSessions();
  const rig = new Rig({ sessions });
  const peer = await rig.open({ features: ['emotion', 'vad', 'prediction'] });
  const tell = async (...notes: ConversationNote[]): Promise<void> => {
    sessions.news = [...sessions.news, ...notes];
    const { revision } = notes.at(-1)!;
    rig.streams.hasNews({ orgId: 'org_a', sessionId: peer.sessionId }, revision);
    await settled();
  };
  return { rig, peer, tell, sessions };
};
/** Half a second of speech and the end of its turn. @returns the turn's id */
const speak = async (rig: Rig, peer: Peer): Promise<string> => {
  peer.audio(8_000);
  rig.inference.last.answer();
  peer.say({ kind: 'turn.force_end', value: {} });
  await settled();
  return peer.socket.last('turn.end').turnId;
};

describe('news from another route while a stream is open', () => {
  it('[RT78] reaches the client and the observers once, with the new prediction', async () => {
    const { rig, peer, tell } = await start();
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    await tell(added(1, 'u1'), added(2, 'u2'));
    await tell(added(3, 'u3'));
    rig.streams.hasNews({ orgId: 'org_a', sessionId: peer.sessionId }, 3);
    await settled();
    for (const { socket } of [peer, observer]) {
      const kinds = socket.kinds().filter((kind) => kind === 'utterance' || kind === 'session.prediction');
      expect(kinds).toEqual([
        'utterance',
        'utterance',
        'session.prediction',
        'utterance',
        'session.prediction',
      ]);
      expect(socket.all('utterance').map(({ utteranceId }) => utteranceId)).toEqual(['u1', 'u2', 'u3']);
    }
    expect(observer.socket.all('utterance')[0]).toEqual(peer.socket.all('utterance')[0]);
  });

  it('[RT78] is in the snapshot of a later observer, with its corrections', async () => {
    const { rig, peer, tell } = await start();
    await tell(added(1, 'u1'), corrected(2, 'u1', 'sad'));
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    expect(observer.socket.last('snapshot').utterances).toMatchObject([
      { utteranceId: 'u1', emotion: 'sad', confidence: 1, valence: -0.5 },
    ]);
    expect(observer.socket.all('utterance')).toEqual([]);
  });

  it('[RT79] corrects a turn of the stream, also in the summary', async () => {
    const { rig, peer, tell } = await start();
    const turnId = await speak(rig, peer);
    await tell(corrected(1, turnId, 'sad'));
    expect(peer.socket.last('corrected')).toEqual({ turnId, emotion: 'sad' });
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(peer.socket.last('session_end').transcript.turns[0]).toMatchObject({ turnId, emotion: 'sad' });
  });

  it('[RT79] is overridden by a later correction in the stream, even one that the stream sent before', async () => {
    const { rig, peer, tell, sessions } = await start();
    const turnId = await speak(rig, peer);
    const correct = async (): Promise<void> => {
      peer.say({ kind: 'correction', value: { turnId, emotion: 'angry' } });
      await settled();
    };
    await correct();
    await tell(corrected(1, turnId, 'sad'));
    sessions.readings.set(turnId, { ...sessions.readings.get(turnId)!, emotion: 'sad' });
    await correct();
    expect(sessions.readings.get(turnId)?.emotion).toBe('angry');
    expect(peer.socket.all('corrected').map(({ emotion }) => emotion)).toEqual(['angry', 'sad', 'angry']);
  });

  it('[RT78] is sent by the relay that takes the session over, from where the previous relay stopped', async () => {
    const store = new MemoryStore();
    const sessions = new FewSessions();
    const first = new Rig({ sessions, store, name: 'a' });
    const peer = await first.open({ features: ['prediction'] });
    sessions.news = [added(1, 'u1')];
    first.streams.hasNews({ orgId: 'org_a', sessionId: peer.sessionId }, 1);
    await settled();
    peer.cut();
    await first.clock.advance(5_000);
    sessions.news = [...sessions.news, added(2, 'u2')];
    const second = new Rig({ sessions, store, name: 'b', clock: first.clock });
    const back = await second.resume(peer);
    expect(second.streams.names()).toMatchObject([{ sessionId: peer.sessionId, revision: 1 }]);
    second.streams.hasNews({ orgId: 'org_a', sessionId: peer.sessionId }, 2);
    await settled();
    expect(back.socket.all('utterance').map(({ utteranceId }) => utteranceId)).toEqual(['u2']);
  });
});
