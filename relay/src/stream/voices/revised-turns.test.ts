import type { ServerBody } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { FewSessions } from '../testing/few-sessions.js';
import { type Peer, Rig } from '../testing/rig.js';
import { ScriptedVoices } from './testing/scripted-voices.js';
import { begins, ends, MIXED, revises } from './testing/voices-scene.js';

/** Three voices, one after the other, of 1.5 s each; the last one goes on. */
const THREE = [begins(0, 0), ends(0, 0, 1_500), begins(1, 1_500), ends(1, 1_500, 3_000), begins(2, 3_000)];

describe('a turn that was told as another speaker’s', () => {
  let voices: ScriptedVoices;
  let sessions: FewSessions;
  let rig: Rig;
  beforeEach(() => {
    voices = new ScriptedVoices();
    sessions = new FewSessions();
    rig = new Rig({ voices, sessions });
  });

  const hear = async (
    peer: Peer,
    throughMs: number,
    events: Parameters<typeof voices.tracker.says>[0]['events'],
  ) => {
    for (let n = 0; n < 16; n++) peer.audio(4_000);
    await rig.clock.advance(4_000);
    voices.tracker.says({ throughMs, ...(events !== undefined && { events }) });
    rig.inference.last.answer();
    for (let n = 0; n < 4; n++) await settled();
  };
  const open = async (): Promise<Peer> => {
    const peer = await rig.open({ ...MIXED, features: ['emotion', 'vad', 'prediction'] });
    await hear(peer, 3_500, THREE);
    return peer;
  };
  const revised = (peer: Peer): Extract<ServerBody, { kind: 'turn.revised' }>['value'][] =>
    peer.socket.all('turn.revised');
  const ended = (peer: Peer) =>
    peer.socket.all('turn.end').map(({ turnId, speakerId }) => [turnId, speakerId]);

  it('[RT120] is told with its new and its former speaker, after its end, and numbered', async () => {
    const peer = await open();
    expect(ended(peer).map(([, speaker]) => speaker)).toEqual(['room_s1', 'room_s2']);
    await hear(peer, 6_000, [revises(1, 1_500, 3_000, 0)]);
    const turnId = ended(peer)[1]?.[0];
    expect(revised(peer)).toEqual([
      {
        turnId,
        speakerId: 'room_s1',
        previousSpeakerId: 'room_s2',
        channel: 0,
        startMs: 1_500,
        endMs: 3_000,
        revision: 1,
      },
    ]);
    await hear(peer, 7_000, [revises(1, 1_500, 3_000, 2, 2)]);
    expect(revised(peer)[1]).toMatchObject({
      turnId,
      speakerId: 'room_s3',
      previousSpeakerId: 'room_s1',
      revision: 2,
    });
  });

  it('[RT120] is the new speaker’s in the conversation, in a snapshot for observers and in session_end', async () => {
    const peer = await open();
    await hear(peer, 6_000, [revises(1, 1_500, 3_000, 0)]);
    const [, [turnId] = []] = ended(peer);
    expect(sessions.given).toEqual([
      { utteranceId: turnId, speakerId: 'room_s1', role: 'caller', mayBeRead: true },
    ]);
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(3_000);
    const { turns } = peer.socket.last('session_end').transcript;
    expect(turns.slice(0, 3).map(({ speakerId }) => speakerId)).toEqual(['room_s1', 'room_s1', 'room_s3']);
  });

  it('[RT120] is told once more after a resume', async () => {
    const peer = await open();
    const lastServerSeq = Math.max(...peer.socket.received.map(({ seq }) => seq));
    await hear(peer, 6_000, [revises(1, 1_500, 3_000, 0)]);
    const second = await rig.resume(peer, { lastServerSeq });
    expect(revised(second)).toEqual(revised(peer));
    expect(revised(second)).toHaveLength(1);
  });

  it('[RT120] stays the new speaker’s on a relay that takes the session over', async () => {
    const peer = await open();
    await hear(peer, 6_000, [revises(1, 1_500, 3_000, 0)]);
    await rig.clock.advance(10_000);
    const after = new Rig({ store: rig.store, clock: rig.clock, voices: new ScriptedVoices() });
    const second = await after.resume(peer);
    for (let n = 0; n < 8; n++) await settled();
    second.say({ kind: 'session.end', value: {} });
    await after.clock.advance(3_000);
    const { turns } = second.socket.last('session_end').transcript;
    expect(turns.slice(0, 2).map(({ speakerId }) => speakerId)).toEqual(['room_s1', 'room_s1']);
  });

  it('[RT120] is not told while the turn is still open, but when it has ended', async () => {
    const peer = await rig.open(MIXED);
    await hear(peer, 2_000, [
      begins(0, 0),
      ends(0, 0, 1_000),
      begins(1, 1_000),
      ends(1, 1_000, 1_400),
      begins(0, 1_400),
    ]);
    expect(peer.socket.all('new_speaker').map(({ speakerId }) => speakerId)).toEqual(['room_s1', 'room_s2']);
    const open = peer.socket.all('turn.start').at(-1);
    expect([open?.speakerId, ended(peer).length]).toEqual(['room_s1', 2]);
    // All of what the open turn holds so far was the second voice's.
    await hear(peer, 2_000, [ends(0, 1_400, 2_000), revises(0, 1_400, 2_000, 1)]);
    expect(revised(peer)).toEqual([]);
    peer.say({ kind: 'turn.force_end', value: {} });
    await hear(peer, 2_500, []);
    expect(revised(peer)).toMatchObject([
      { turnId: open?.turnId, speakerId: 'room_s2', previousSpeakerId: 'room_s1' },
    ]);
  });

  it('[RT120] is told before session_end when it is found only at the end', async () => {
    const peer = await open();
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.tracker.atEnd = [ends(2, 3_000, 6_000), revises(2, 3_000, 6_000, 0)];
    peer.say({ kind: 'session.end', value: {} });
    rig.inference.last.answer();
    await rig.clock.advance(3_000);
    expect(revised(peer).at(-1)).toMatchObject({ speakerId: 'room_s1', previousSpeakerId: 'room_s3' });
    const kinds = peer.socket.kinds();
    expect(kinds.lastIndexOf('turn.revised')).toBeLessThan(kinds.indexOf('session_end'));
    expect(kinds.lastIndexOf('turn.revised')).toBeGreaterThan(kinds.lastIndexOf('turn.end'));
  });

  it('[RT120] keeps its speaker when somebody else’s words beneath it are another one’s', async () => {
    const peer = await open();
    await hear(peer, 6_000, [begins(1, 5_000), ends(1, 5_000, 5_400), ends(2, 3_000, 6_000)]);
    peer.say({ kind: 'turn.force_end', value: {} });
    await hear(peer, 8_000, [revises(1, 5_000, 5_400, 0)]);
    expect(ended(peer).map(([, speaker]) => speaker)).toEqual(['room_s1', 'room_s2', 'room_s3']);
    expect(Number(peer.socket.all('turn.end')[2]?.endMs)).toBeGreaterThan(5_400);
    expect(revised(peer)).toEqual([]);
  });

  it('[RT120] [RT92] is not revised any more once the consent is withdrawn', async () => {
    const peer = await open();
    const tracker = voices.tracker;
    peer.say({
      kind: 'session.update',
      value: { features: [], metadata: {}, consent: { basis: 'consent', scope: [] } },
    });
    await settled();
    tracker.says({ throughMs: 6_000, events: [revises(1, 1_500, 3_000, 0)] });
    await settled();
    expect(revised(peer)).toEqual([]);
  });
});
