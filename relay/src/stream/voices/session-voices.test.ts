import { beforeEach, describe, expect, it } from 'vitest';
import type { Baseline } from '../../domain/call/emotion/baseline.js';
import { settled } from '../testing/manual-clock.js';
import { Rig } from '../testing/rig.js';
import { ScriptedVoices } from './testing/scripted-voices.js';
import { begins, CONSENT, ends, identities, MIXED, VoicesScene } from './testing/voices-scene.js';

const moment = { weight: 60, mean: 0.25, sumOfSquares: 3 };
const USUAL: Baseline = {
  updates: 9,
  valence: moment,
  arousal: moment,
  energyDb: moment,
  pitchSemitones: moment,
};

describe('voices in a stream', () => {
  let voices: VoicesScene['voices'];
  let rig: VoicesScene['rig'];
  let talk: VoicesScene['talk'];
  let hear: VoicesScene['hear'];
  beforeEach(() => {
    ({ voices, rig, talk, hear } = new VoicesScene());
  });

  it('[RT91] are compared once there is evidence, and told once: person_id, verified, evidence_seconds', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    expect(voices.line.bytes).toBeGreaterThan(0);
    await hear(2, 4);
    await hear(2, 8);
    expect(identities(peer)).toMatchObject([
      { speakerId: 'caller', personId: 'spk_anna', label: 'spk_anna', verified: true, evidenceSeconds: 4 },
    ]);
    expect(voices.links).toMatchObject([{ speaker: 'caller', speakerId: 'spk_anna' }]);
    expect(rig.streams.peopleKnown()).toEqual(['spk_anna']);
  });

  it('[RT91] that are nobody’s are told so after 40 s of speech, once', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await hear(90, 4);
    expect(identities(peer)).toEqual([]);
    await hear(90, 41);
    await hear(90, 82);
    expect(identities(peer)).toMatchObject([{ speakerId: 'caller', verified: false, evidenceSeconds: 41 }]);
  });

  it('[RT91] that are nobody’s are told once with how many people have to be enrolled again, where there are any', async () => {
    const [peer, other] = [await rig.open({ consent: CONSENT }), await rig.open({ consent: CONSENT })];
    await hear(90, 4);
    expect(other.socket.warnings()).toEqual([]);
    voices.strangers = 2;
    const last = await rig.open({ consent: CONSENT });
    await hear(90, 4);
    await hear(90, 8);
    expect(last.socket.all('warning')).toMatchObject([
      { code: 'model_degraded', detail: { reason: 'enrollment_outdated', people: '2' } },
    ]);
    expect(peer.socket.warnings()).toEqual([]);
  });

  it('[RT92] are not listened to without the consent: nothing is embedded at all', async () => {
    for (const consent of [
      { basis: 'notice', scope: [] },
      { basis: 'consent', scope: ['recording'] },
    ]) {
      await talk(await rig.open({ consent }));
    }
    await talk(await rig.open({ ...MIXED, consent: { basis: 'notice', scope: [] } }));
    expect(voices.opened).toEqual([]);
    expect(voices.compared).toBe(0);
  });

  it('[RT90] of a mixed channel without consent for it are one speaker, with the warning consent_missing', async () => {
    const peer = await rig.open({ ...MIXED, consent: { basis: 'notice', scope: [] } });
    expect(peer.socket.warnings()).toContain('consent_missing');
    await talk(peer);
    expect(peer.socket.last('directive').speakerId).toBe('room');
  });

  it('[RT92] with a consent for telling apart only never leave the worker', async () => {
    await rig.open({ ...MIXED, consent: { basis: 'consent', scope: ['diarization'] } });
    expect(voices.line.setup).toMatchObject({ mode: 'mixed', voiceprints: false });
  });

  it('[RT92] are listened to from a consent in session.update on, and no longer when it is taken back', async () => {
    const peer = await rig.open({ consent: { basis: 'notice', scope: [] } });
    await talk(peer);
    peer.say({ kind: 'session.update', value: { features: [], metadata: {}, consent: CONSENT } });
    await settled();
    await talk(peer);
    await hear(0);
    expect(identities(peer)).toHaveLength(1);
    const { line } = voices;
    const heard = line.bytes;
    peer.say({
      kind: 'session.update',
      value: { features: [], metadata: {}, consent: { basis: 'notice', scope: [] } },
    });
    await talk(peer);
    await talk(peer);
    expect(voices.opened).toEqual([line]);
    expect(line.bytes).toBe(heard);
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'caller', verified: false });
    expect(voices.links).toEqual([]);
    expect(rig.streams.peopleKnown()).toEqual([]);
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it('[RT93] are forgotten with a withdrawn consent', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(0);
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await settled();
    expect(voices.line.closed).toBe(true);
    expect(rig.streams.peopleKnown()).toEqual([]);
    expect(voices.links).toEqual([]);
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(1_000);
    expect(voices.baselines.size).toBe(0);
  });

  it('[RT93] of people who are gone are forgotten: in the session, its checkpoint, and what observers are shown', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(0);
    await rig.clock.advance(10_000);
    expect(JSON.stringify([...rig.store.rows.values()])).toContain('spk_anna');
    voices.enrolled.delete('spk_anna');
    rig.streams.forgetPeople(['spk_anna']);
    expect(identities(peer).at(-1)).toEqual({ speakerId: 'caller', verified: false, evidenceSeconds: 0 });
    await rig.clock.advance(4_000);
    expect(JSON.stringify([...rig.store.rows.values()])).not.toContain('spk_anna');
    await hear(0, 8);
    expect(identities(peer).filter(({ verified }) => verified)).toHaveLength(1);
  });

  it('[RT93] of people who are gone are named to nobody who resumes, and no message is missing', async () => {
    const peer = await rig.open({ consent: CONSENT });
    const lastServerSeq = peer.lastSeq;
    await talk(peer);
    await hear(0);
    peer.cut();
    voices.enrolled.delete('spk_anna');
    rig.streams.forgetPeople(['spk_anna']);
    const second = await rig.resume(peer, { lastServerSeq });
    const numbers = second.socket.received.map(({ seq }) => seq).filter((seq) => seq > 0);
    expect(numbers).toEqual(numbers.map((_, n) => lastServerSeq + 1 + n));
    expect(identities(second)).toHaveLength(2);
    for (const told of identities(second)) {
      expect(told).toEqual({ speakerId: 'caller', verified: false, evidenceSeconds: 0 });
    }
  });

  it('[RT91] resume what is usual for the person, and keep it at the end', async () => {
    voices.baselines.set('spk_anna', USUAL);
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(0);
    await talk(peer);
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(1_000);
    expect(voices.baselines.get('spk_anna')?.updates).toBeGreaterThan(USUAL.updates);
  });

  it('[RT90] of a mixed channel each have turns and directives of their own', async () => {
    const peer = await rig.open(MIXED);
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.line.says({ throughMs: 3_000, events: [begins(0, 0), ends(0, 0, 1_500), begins(1, 1_500)] });
    rig.inference.last.answer();
    await settled();
    expect(peer.socket.all('new_speaker')).toMatchObject([
      { channel: 0, speakerId: 'room_s1', atMs: 0 },
      { channel: 0, speakerId: 'room_s2', atMs: 1_500 },
    ]);
    expect(peer.socket.all('speaker_change')).toMatchObject([
      { speakerId: 'room_s1' },
      { fromSpeakerId: 'room_s1', speakerId: 'room_s2', atMs: 1_500 },
    ]);
    expect(new Set(peer.socket.all('directive').map(({ speakerId }) => speakerId))).toEqual(
      new Set(['room_s1', 'room_s2']),
    );
    expect(peer.socket.all('turn.end')).toMatchObject([{ speakerId: 'room_s1', endMs: 1_500 }]);
    expect(peer.socket.all('turn.start').at(-1)).toMatchObject({ speakerId: 'room_s2', startMs: 1_500 });
  });

  it('go on in another relay: whoever is still there is known, voices are numbered on, an agent is learnt again', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.line.says({ throughMs: 3_000, events: [begins(0, 0)] });
    await hear(0, 4, 0);
    voices.line.says({ throughMs: 3_000 });
    rig.inference.last.answer();
    await rig.clock.advance(10_000);
    const other = new ScriptedVoices();
    other.enrolled.set('spk_agent', 90);
    const after = new Rig({ store: rig.store, clock: rig.clock, voices: other });
    const second = await after.resume(peer);
    for (let n = 0; n < 8; n++) await settled();
    expect(after.streams.peopleKnown(), 'Anna withdrew meanwhile').toEqual(['spk_agent']);
    expect(identities(second).at(-1)).toMatchObject({ speakerId: 'room_s1', verified: false });
    other.line.says({ voices: [] });
    other.line.hears(90, 4, 0);
    for (let n = 0; n < 8; n++) await settled();
    expect(identities(second).at(-1)).toMatchObject({ speakerId: 'room_s2', personId: 'spk_agent' });
  });
});
