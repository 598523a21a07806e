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

describe('a stream that recognizes voices', () => {
  let voices: VoicesScene['voices'];
  let rig: VoicesScene['rig'];
  let talk: VoicesScene['talk'];
  let hear: VoicesScene['hear'];
  beforeEach(() => {
    ({ voices, rig, talk, hear } = new VoicesScene());
  });

  it('[RT91] compares a voice as soon as there is evidence, and reports person_id, verified and evidence_seconds once', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    expect(voices.tracker.bytes).toBeGreaterThan(0);
    await hear(2, 4);
    await hear(2, 8);
    expect(identities(peer)).toMatchObject([
      { speakerId: 'caller', personId: 'spk_anna', label: 'spk_anna', verified: true, evidenceSeconds: 4 },
    ]);
    expect(voices.links).toMatchObject([{ speaker: 'caller', speakerId: 'spk_anna' }]);
    expect(rig.streams.peopleKnown()).toEqual(['spk_anna']);
  });

  it('[RT91] says how sure it is', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await hear(2, 4);
    expect(identities(peer)[0]?.logLikelihoodRatio).toBeCloseTo(9.2, 3);
  });

  it('[RT91] says that it changed its mind when more speech is another person’s', async () => {
    voices.enrolled.set('spk_berta', 40);
    voices.baselines.set('spk_berta', USUAL);
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(5, 4);
    await hear(38, 8);
    expect(identities(peer)).toMatchObject([
      { personId: 'spk_anna', verified: true, evidenceSeconds: 4 },
      { personId: 'spk_berta', verified: true, evidenceSeconds: 8, previousPersonId: 'spk_anna' },
    ]);
    expect(voices.links.at(-1)).toMatchObject({ speaker: 'caller', speakerId: 'spk_berta' });
    expect(rig.streams.peopleKnown()).toEqual(['spk_berta']);
  });

  it('[RT91] takes an identity back when more speech is nobody’s that is enrolled, and not while it is only less sure', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(5, 4);
    await hear(22, 8);
    expect(identities(peer)).toHaveLength(1);
    await hear(60, 16);
    expect(identities(peer).at(-1)).toEqual({
      speakerId: 'caller',
      verified: false,
      evidenceSeconds: 16,
      previousPersonId: 'spk_anna',
    });
    expect(voices.links).toEqual([]);
    expect(rig.streams.peopleKnown()).toEqual([]);
  });

  it('[RT91] changes no mind for less speech than it was made up with', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await hear(5, 16);
    await hear(60, 4);
    expect(identities(peer)).toHaveLength(1);
  });

  it('gives what it heard of a recognized person to the profile at the end', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(5, 4);
    await hear(7, 12);
    expect(voices.grown).toEqual([]);
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(1_000);
    expect(voices.grown).toMatchObject([{ id: 'spk_anna', voiceprint: { speechSeconds: 12 } }]);
  });

  it('[RT91] reports a voice as unknown after 40 s of speech, once', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await hear(90, 4);
    expect(identities(peer)).toEqual([]);
    await hear(90, 41);
    await hear(90, 82);
    expect(identities(peer)).toMatchObject([{ speakerId: 'caller', verified: false, evidenceSeconds: 41 }]);
  });

  it('[RT91] warns once how many people have to be enrolled again when a voice is unknown and there are such people', async () => {
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

  it('[RT92] listens to no voice and compares none without the consent', async () => {
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

  it('[RT90] treats a mixed channel without the consent as one speaker, and warns consent_missing', async () => {
    const peer = await rig.open({ ...MIXED, consent: { basis: 'notice', scope: [] } });
    expect(peer.socket.warnings()).toContain('consent_missing');
    await talk(peer);
    expect(peer.socket.last('directive').speakerId).toBe('room');
  });

  it('[RT92] requests no voiceprints from the worker when the consent covers only diarization', async () => {
    await rig.open({ ...MIXED, consent: { basis: 'consent', scope: ['diarization'] } });
    expect(voices.tracker.setup).toMatchObject({ mode: 'mixed', voiceprints: false });
  });

  it('[RT92] starts to listen with a consent in session.update, and stops when the consent is withdrawn', async () => {
    const peer = await rig.open({ consent: { basis: 'notice', scope: [] } });
    await talk(peer);
    peer.say({ kind: 'session.update', value: { features: [], metadata: {}, consent: CONSENT } });
    await settled();
    await talk(peer);
    await hear(0);
    expect(identities(peer)).toHaveLength(1);
    const { tracker } = voices;
    const heard = tracker.bytes;
    peer.say({
      kind: 'session.update',
      value: { features: [], metadata: {}, consent: { basis: 'notice', scope: [] } },
    });
    await talk(peer);
    await talk(peer);
    expect(voices.opened).toEqual([tracker]);
    expect(tracker.bytes).toBe(heard);
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'caller', verified: false });
    expect(voices.links).toEqual([]);
    expect(rig.streams.peopleKnown()).toEqual([]);
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it('[RT93] forgets the voices when the consent is withdrawn', async () => {
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(0);
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await settled();
    expect(voices.tracker.closed).toBe(true);
    expect(rig.streams.peopleKnown()).toEqual([]);
    expect(voices.links).toEqual([]);
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(1_000);
    expect(voices.baselines.size).toBe(0);
  });

  it('[RT93] forgets deleted people in the session and its checkpoint, and withdraws their identity', async () => {
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

  it('[RT93] replays every message to a client that resumes, without the identity of deleted people', async () => {
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

  it('[RT91] continues from the person’s stored baseline, and stores the new one at the end', async () => {
    voices.baselines.set('spk_anna', USUAL);
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer);
    await hear(0);
    await talk(peer);
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(1_000);
    expect(voices.baselines.get('spk_anna')?.updates).toBeGreaterThan(USUAL.updates);
  });

  it('[RT90] gives each voice of a mixed channel its own turns and directives', async () => {
    const peer = await rig.open(MIXED);
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 3_000, events: [begins(0, 0), ends(0, 0, 1_500), begins(1, 1_500)] });
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

  it('continues on another relay with the people who still exist, the numbers of the voices, and the agent', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 3_000, events: [begins(0, 0)] });
    await hear(0, 4, 0);
    voices.tracker.says({ throughMs: 3_000 });
    rig.inference.last.answer();
    await rig.clock.advance(10_000);
    const other = new ScriptedVoices();
    other.enrolled.set('spk_agent', 90);
    const after = new Rig({ store: rig.store, clock: rig.clock, voices: other });
    const second = await after.resume(peer);
    for (let n = 0; n < 8; n++) await settled();
    expect(after.streams.peopleKnown(), 'Anna withdrew meanwhile').toEqual(['spk_agent']);
    expect(identities(second).at(-1)).toMatchObject({ speakerId: 'room_s1', verified: false });
    other.tracker.says({ voices: [] });
    other.tracker.hears(90, 4, 0);
    for (let n = 0; n < 8; n++) await settled();
    expect(identities(second).at(-1)).toMatchObject({ speakerId: 'room_s2', personId: 'spk_agent' });
  });
});
