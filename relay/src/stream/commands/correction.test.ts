import type { ClientBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { MAX_CORRECTIONS } from './corrections.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { Rig, type Peer } from '../testing/rig.js';

type Correction = Extract<ClientBody, { kind: 'correction' }>['value'];

const correct = (peer: Peer, value: Correction): void => peer.say({ kind: 'correction', value });

/** Half a second of speech, and its directive. */
const speak = (rig: Rig, peer: Peer): { turnId: string; directiveId: string } => {
  peer.audio(8_000);
  rig.inference.last.answer();
  const { turnId } = peer.socket.last('turn.start');
  const { directiveId } = peer.socket.last('directive');
  return { turnId, directiveId };
};

describe('a correction in the stream', () => {
  it('[RT60] of a directive changes the label of its turn at once and in the summary', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const { turnId, directiveId } = speak(rig, peer);
    correct(peer, { directiveId, emotion: 'angry', valence: -0.5 });
    expect(peer.socket.last('corrected')).toEqual({ directiveId, turnId, emotion: 'angry', valence: -0.5 });
    peer.say({ kind: 'turn.force_end', value: {} });
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    const { transcript, emotionTrajectory } = peer.socket.last('session_end');
    expect(transcript.turns[0]).toMatchObject({ turnId, emotion: 'angry' });
    expect(emotionTrajectory[0]).toBe('angry');
    expect(rig.store.row(peer.sessionId).ending?.corrections).toEqual([
      { turnId, directiveId, emotion: 'angry', valence: -0.5, atMs: 500 },
    ]);
  });

  it('[RT60] of an ended turn changes its label too', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const { turnId } = speak(rig, peer);
    peer.say({ kind: 'turn.force_end', value: {} });
    correct(peer, { turnId, emotion: 'sad' });
    expect(peer.socket.last('corrected')).toEqual({ turnId, emotion: 'sad' });
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(peer.socket.last('session_end').transcript.turns[0]?.emotion).toBe('sad');
  });

  it('[RT60] is confirmed again when it is sent again, and stored once', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const { turnId } = speak(rig, peer);
    for (let i = 0; i < 3; i += 1) correct(peer, { turnId, emotion: 'sad' });
    expect(peer.socket.all('corrected')).toHaveLength(3);
    correct(peer, { turnId, emotion: 'angry' });
    // A label that was replaced may be set again.
    correct(peer, { turnId, emotion: 'sad' });
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    const { ending } = rig.store.row(peer.sessionId);
    expect(ending?.corrections.map(({ emotion }) => emotion)).toEqual(['sad', 'angry', 'sad']);
  });

  it('[RT60] survives a resume on another relay', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const { turnId } = speak(rig, peer);
    correct(peer, { turnId, emotion: 'sad' });
    peer.cut();
    await rig.clock.advance(500);
    const elsewhere = new Rig({ store: rig.store, clock: rig.clock, name: 'b' });
    const back = await elsewhere.resume(peer);
    correct(back, { turnId, emotion: 'sad' });
    expect(back.socket.last('corrected')).toEqual({ turnId, emotion: 'sad' });
    back.say({ kind: 'session.end', value: {} });
    await settled();
    expect(back.socket.last('session_end').transcript.turns[0]?.emotion).toBe('sad');
    expect(rig.store.row(peer.sessionId).ending?.corrections).toHaveLength(1);
  });

  it('[RT60] of a turn that is still spoken survives a relay that dies right after it', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const { turnId } = speak(rig, peer);
    // Its newest checkpoint is from a moment ago.
    await rig.clock.advance(500);
    correct(peer, { turnId, emotion: 'sad' });
    await rig.clock.advance(400);
    const elsewhere = new Rig({ store: rig.store, clock: rig.clock, name: 'b' });
    const back = await elsewhere.resume(peer);
    back.say({ kind: 'turn.force_end', value: {} });
    back.say({ kind: 'session.end', value: {} });
    await settled();
    expect(back.socket.last('session_end').transcript.turns).toMatchObject([{ turnId, emotion: 'sad' }]);
  });

  it.each([
    [{ directiveId: 'dir_nobody', emotion: 'angry' }, 'not_found', 'directive_id'],
    [{ turnId: 'turn_nobody', emotion: 'angry' }, 'not_found', 'turn_id'],
    [{ turnId: 'turn_1', emotion: 'peckish' }, 'validation_error', 'emotion'],
    [{ turnId: 'turn_1' }, 'validation_error', 'emotion'],
    [{ turnId: 'turn_1', valence: 7 }, 'validation_error', 'valence'],
    [{ turnId: 'turn_1', dominance: Number.NaN }, 'validation_error', 'dominance'],
    [{ emotion: 'angry' }, 'validation_error', 'directive_id'],
    [{ directiveId: 'dir_1', turnId: 'turn_1', emotion: 'angry' }, 'validation_error', 'directive_id'],
    [{ turnId: '', emotion: 'angry' }, 'validation_error', 'turn_id'],
  ])('[RT59] %j is refused as %s, and the session goes on', async (value, code, param) => {
    const rig = new Rig();
    const peer = await rig.open();
    speak(rig, peer);
    correct(peer, value);
    expect(peer.socket.last('error')).toMatchObject({ code, param, fatal: false, refSeq: peer.seq });
    expect(peer.socket.all('corrected')).toEqual([]);
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it(`[RT61] is refused as conflict after ${MAX_CORRECTIONS} corrections`, async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const { turnId } = speak(rig, peer);
    for (let i = 0; i < MAX_CORRECTIONS; i += 1) {
      correct(peer, { turnId, valence: i / MAX_CORRECTIONS });
      if (i % 100 === 0) await rig.clock.advance(1_000);
    }
    expect(peer.socket.all('error')).toEqual([]);
    correct(peer, { turnId, emotion: 'sad' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'conflict', fatal: false });
    // A correction that was accepted before is still confirmed.
    const before = peer.socket.all('corrected').length;
    correct(peer, { turnId, valence: (MAX_CORRECTIONS - 1) / MAX_CORRECTIONS });
    expect(peer.socket.all('corrected')).toHaveLength(before + 1);
  });
});

describe('a correction when conversations are stored', () => {
  it('[RT60] reaches the utterance before it is confirmed, or at the end of the turn when the turn is open', async () => {
    const sessions = new FewSessions();
    const rig = new Rig({ sessions });
    const peer = await rig.open({ features: ['emotion', 'prediction'] });
    const { turnId } = speak(rig, peer);
    correct(peer, { turnId, emotion: 'angry' });
    expect(peer.socket.all('corrected')).toHaveLength(1);
    peer.say({ kind: 'turn.force_end', value: {} });
    await settled();
    expect(sessions.readings.get(turnId)).toMatchObject({ emotion: 'angry', confidence: 1 });
    correct(peer, { turnId, valence: -0.9 });
    expect(peer.socket.all('corrected')).toHaveLength(1);
    await settled();
    expect(peer.socket.last('corrected')).toEqual({ turnId, valence: expect.closeTo(-0.9) as number });
    // The prediction that depends on the corrected turn is sent again.
    expect(peer.socket.kinds().slice(-2)).toEqual(['corrected', 'session.prediction']);
    expect(sessions.readings.get(turnId)?.tone).toMatchObject({ valence: expect.closeTo(-0.9) as number });
  });

  it('[RT61] gets an error for an unknown turn or a failing store, and the session continues', async () => {
    const sessions = new FewSessions();
    const rig = new Rig({ sessions });
    const peer = await rig.open();
    const { turnId } = speak(rig, peer);
    peer.say({ kind: 'turn.force_end', value: {} });
    await settled();
    correct(peer, { turnId: 'turn_nowhere', emotion: 'sad' });
    await settled();
    expect(peer.socket.last('error')).toMatchObject({
      code: 'not_found',
      param: 'turn_id',
      refSeq: peer.seq,
    });
    sessions.broken = true;
    correct(peer, { turnId, emotion: 'sad' });
    await settled();
    expect(peer.socket.last('error')).toMatchObject({ code: 'overloaded', retryable: true, fatal: false });
    sessions.broken = false;
    correct(peer, { turnId, emotion: 'sad' });
    await settled();
    expect(peer.socket.last('corrected')).toEqual({ turnId, emotion: 'sad' });
  });
});
