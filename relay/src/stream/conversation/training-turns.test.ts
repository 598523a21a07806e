import type { SessionUpdate } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TrainingUtterances } from '../../domain/fine-tune/training-utterances.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { type Peer, Rig } from '../testing/rig.js';

const TRAINING = { basis: 'consent', scope: ['training'] };
const NONE = { basis: 'consent', scope: [] };

/** Keeps turns and their labels like a database. While `away` is set, every call fails. */
class KeptTurns implements TrainingUtterances {
  readonly turns = new Map<string, { seconds: number; label: string | undefined }>();
  away = false;

  keep: TrainingUtterances['keep'] = ({ utteranceId, heard }) =>
    this.answer(() => void this.turns.set(utteranceId, { seconds: heard.seconds, label: undefined }));

  label: TrainingUtterances['label'] = ({ utteranceId }, label) =>
    this.answer(() => {
      const kept = this.turns.get(utteranceId);
      if (kept !== undefined) this.turns.set(utteranceId, { ...kept, label });
    });

  forgetStream = (): Promise<void> => this.answer(() => this.turns.clear());

  private answer(act: () => void): Promise<void> {
    if (this.away) return Promise.reject(new Error('the database is away'));
    act();
    return Promise.resolve();
  }
}

describe('a live turn for training', () => {
  let training: KeptTurns;
  let rig: Rig;
  beforeEach(() => {
    training = new KeptTurns();
    rig = new Rig({ sessions: new FewSessions(), training });
  });

  const speak = (peer: Peer, samples = 16_000): string => {
    peer.audio(samples);
    rig.inference.last.answer();
    return peer.socket.last('turn.start').turnId;
  };
  const endTurn = async (peer: Peer): Promise<void> => {
    peer.say({ kind: 'turn.force_end', value: {} });
    await settled();
  };
  const update = (peer: Peer, consent: NonNullable<SessionUpdate['consent']>): void =>
    peer.say({ kind: 'session.update', value: { features: [], metadata: {}, consent } });

  it('[RT96] is kept when the consent has the scope `training`, and gets its label from a correction during or after the turn', async () => {
    const peer = await rig.open({ consent: TRAINING });
    const first = speak(peer);
    peer.say({ kind: 'correction', value: { turnId: first, emotion: 'angry' } });
    await endTurn(peer);
    expect(training.turns.get(first)).toEqual({ seconds: 1, label: 'angry' });
    const second = speak(peer);
    await endTurn(peer);
    expect(training.turns.get(second)).toEqual({ seconds: 1, label: undefined });
    peer.say({ kind: 'correction', value: { turnId: second, emotion: 'sad' } });
    await settled();
    expect(training.turns.get(second)?.label).toBe('sad');
    // A correction of a dimension changes no label.
    peer.say({ kind: 'correction', value: { turnId: second, valence: -1 } });
    await settled();
    expect(training.turns.get(second)?.label).toBe('sad');
  });

  it('[RT96] is not kept under any other consent, and no embeddings are requested', async () => {
    for (const consent of [NONE, { basis: 'consent', scope: ['voiceprint', 'recording'] }]) {
      const peer = await rig.open({ consent });
      peer.say({ kind: 'correction', value: { turnId: speak(peer), emotion: 'angry' } });
      await endTurn(peer);
      expect(rig.inference.last.spec.embeddings).toBeUndefined();
    }
    expect(training.turns.size).toBe(0);
  });

  it('[RT96] is not kept when it began without the consent, but the next one is', async () => {
    const peer = await rig.open({ consent: NONE });
    speak(peer);
    update(peer, TRAINING);
    speak(peer);
    await endTurn(peer);
    expect(training.turns.size).toBe(0);
    const next = speak(peer);
    await endTurn(peer);
    expect([...training.turns.keys()]).toEqual([next]);
  });

  it('[RT96] is deleted when the scope is removed from the consent, even while the turn is open', async () => {
    const peer = await rig.open({ consent: TRAINING });
    speak(peer);
    await endTurn(peer);
    const open = speak(peer);
    update(peer, NONE);
    peer.say({ kind: 'correction', value: { turnId: open, emotion: 'angry' } });
    await endTurn(peer);
    expect(training.turns.size).toBe(0);
    expect(rig.inference.last.updates.at(-1)).toMatchObject({ embeddings: false });
  });

  it('[RT96] is deleted when the consent is withdrawn, and a new consent without the scope keeps no turns', async () => {
    const peer = await rig.open({ consent: TRAINING });
    speak(peer);
    await endTurn(peer);
    speak(peer);
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await settled();
    expect(training.turns.size).toBe(0);
    update(peer, { basis: 'consent', scope: [] });
    peer.say({ kind: 'resume', value: {} });
    await settled();
    speak(peer);
    await endTurn(peer);
    expect(training.turns.size).toBe(0);
  });

  it('[RT96] is deleted within a minute even when the store fails at first', async () => {
    const peer = await rig.open({ consent: TRAINING });
    speak(peer);
    await endTurn(peer);
    training.away = true;
    update(peer, NONE);
    await rig.clock.advance(20_000);
    expect(training.turns.size).toBe(1);
    training.away = false;
    await rig.clock.advance(10_000);
    expect(training.turns.size).toBe(0);
    expect(rig.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('[RT96] is deleted even when the relay dies before the deletion', async () => {
    const peer = await rig.open({ consent: TRAINING });
    speak(peer);
    await endTurn(peer);
    training.away = true;
    update(peer, NONE);
    await rig.clock.advance(10_000);
    peer.cut();
    await rig.clock.advance(500);
    const kept = new KeptTurns();
    kept.turns.set('turn', { seconds: 1, label: undefined });
    const elsewhere = new Rig({
      store: rig.store,
      clock: rig.clock,
      name: 'b',
      sessions: new FewSessions(),
      training: kept,
    });
    await elsewhere.resume(peer);
    await settled();
    expect(kept.turns.size).toBe(0);
  });

  it('is not kept when it began on another relay, or is too short or too long for a sample', async () => {
    const peer = await rig.open({ consent: TRAINING });
    speak(peer, 4_000);
    await endTurn(peer);
    for (let second = 0; second < 62; second++) {
      speak(peer);
      await rig.clock.advance(1_000);
    }
    await endTurn(peer);
    expect(training.turns.size).toBe(0);
    speak(peer);
    await rig.clock.advance(10_000);
    peer.cut();
    await rig.clock.advance(500);
    const elsewhere = new Rig({
      store: rig.store,
      clock: rig.clock,
      name: 'b',
      sessions: new FewSessions(),
      training,
    });
    const back = await elsewhere.resume(peer);
    back.audio(16_000);
    elsewhere.inference.last.answer();
    back.say({ kind: 'turn.force_end', value: {} });
    await settled();
    expect(training.turns.size).toBe(0);
  });
});
