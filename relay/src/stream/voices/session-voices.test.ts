import type { EnrollAgent, ServerBody, SessionHello } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Baseline } from '../../domain/baseline.js';
import { fakeDiarization } from '../../domain/speakers/testing/fake-voices.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { anAuth, countingPcm, type Peer, Rig } from '../testing/rig.js';
import { ScriptedVoices } from './testing/scripted-voices.js';

const CONSENT = { basis: 'consent', scope: ['voiceprint'] };
const MIXED: Pick<SessionHello, 'consent' | 'channels'> = {
  consent: CONSENT,
  channels: [{ id: 'room', subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, mixed: true }],
};
const moment = { weight: 60, mean: 0.25, sumOfSquares: 3 };
const USUAL: Baseline = {
  updates: 9,
  valence: moment,
  arousal: moment,
  energyDb: moment,
  pitchSemitones: moment,
};

describe('voices in a stream', () => {
  let voices: ScriptedVoices;
  let rig: Rig;
  beforeEach(() => {
    voices = new ScriptedVoices();
    voices.enrolled.set('spk_anna', 0);
    rig = new Rig({ voices });
  });

  const talk = async (peer: Peer, times = 8): Promise<void> => {
    for (let n = 0; n < times; n++) peer.audio(4_000);
    rig.inference.last.answer();
    await settled();
  };
  const hear = async (degrees: number, seconds = 4, speaker = 0): Promise<void> => {
    voices.line.hears(degrees, seconds, speaker);
    for (let n = 0; n < 8; n++) await settled();
  };
  const identities = (peer: Peer): Extract<ServerBody, { kind: 'identity_resolved' }>['value'][] =>
    peer.socket.all('identity_resolved');
  const begins = (speaker: number, atMs: number) => ({ type: 'turn_start', speaker, atMs }) as const;
  const ends = (speaker: number, startMs: number, endMs: number) =>
    ({ type: 'turn_end', turn: { speaker, startMs, endMs, overlap: false, confidence: 1 } }) as const;

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

  it('[RT93] of an agent who is gone: the voice stays an employee’s, and nothing says whose', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent', label: 'Desk 4' } });
    await hear(90, 4, 1);
    expect(identities(peer)).toMatchObject([
      { speakerId: 'room_s2', personId: 'spk_agent', label: 'Desk 4', subject: 'agent', verified: true },
    ]);
    await rig.clock.advance(10_000);
    const kept = () => JSON.stringify([...rig.store.rows.values()]);
    expect(kept()).toContain('spk_agent');
    voices.enrolled.delete('spk_agent');
    rig.streams.forgetPeople(['spk_agent']);
    expect(identities(peer).at(-1)).toEqual({
      speakerId: 'room_s2',
      subject: 'agent',
      verified: false,
      evidenceSeconds: 0,
    });
    await rig.clock.advance(4_000);
    expect(kept()).not.toContain('spk_agent');
    expect(kept()).not.toContain('Desk 4');
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    expect(JSON.stringify(observer.socket.received)).not.toContain('spk_agent');
  });

  it('[RT95] of an agent who withdrew in the call stay out of the analysis, also when another agent is enrolled', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    const enrol = async (profileId: string): Promise<void> => {
      peer.say({ kind: 'enroll_agent', value: { profileId } });
      for (let n = 0; n < 8; n++) await settled();
    };
    /** Two seconds: of the caller, then of the agent who withdrew. */
    const bothSpeak = async (fromMs: number): Promise<void> => {
      for (let n = 0; n < 8; n++) peer.audio(4_000);
      const middleMs = fromMs + 1_000;
      const events = [begins(0, fromMs), ends(0, fromMs, middleMs), begins(1, middleMs)];
      voices.line.says({
        throughMs: fromMs + 2_000,
        events: [...events, ends(1, middleMs, fromMs + 2_000)],
      });
      await settled();
    };
    await enrol('spk_agent');
    await hear(0, 4, 0);
    await hear(90, 4, 1);
    await bothSpeak(0);
    const callers = [...countingPcm(0, 16_000)];
    expect(rig.inference.last.bytesOf(0)).toEqual(callers);
    voices.enrolled.delete('spk_agent');
    rig.streams.forgetPeople(['spk_agent']);
    await bothSpeak(2_000);
    callers.push(...countingPcm(32_000, 16_000));
    expect(rig.inference.last.bytesOf(0)).toEqual(callers);
    voices.enrolled.set('spk_other', 45);
    await enrol('spk_other');
    await hear(90, 8, 1);
    await bothSpeak(4_000);
    callers.push(...countingPcm(64_000, 16_000));
    expect(rig.inference.last.bytesOf(0)).toEqual(callers);
  });

  it('[RT95] that waited to be compared with an agent go on when that person withdrew', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 8; n++) await settled();
    for (let n = 0; n < 4; n++) peer.audio(4_000);
    voices.line.says({ throughMs: 1_000, events: [begins(0, 0)] });
    expect(rig.inference.last.bytesOf(0)).toEqual([]);
    rig.streams.forgetPeople(['spk_agent']);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 16_000)]);
  });

  it('[RT95] of an agent on a channel that was declared as the customer’s leave the analysis once that is known', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer, 4);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await hear(90, 4, 0);
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'caller', subject: 'agent' });
    await talk(peer, 4);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 16_000)]);
  });

  it('[RT94] of an agent may be given a name, which is told with the voice and is short', async () => {
    const peer = await rig.open(MIXED);
    voices.engine.next = fakeDiarization([{ degrees: 90, seconds: 6 }]);
    const value = { audio: countingPcm(0, 8_000), consentToken: 'form 7' };
    peer.say({ kind: 'enroll_agent', value: { ...value, label: 'x'.repeat(129) } });
    for (let n = 0; n < 8; n++) await settled();
    expect(peer.socket.last('error')).toMatchObject({ code: 'validation_error', param: 'label' });
    voices.engine.next = fakeDiarization([{ degrees: 90, seconds: 2 }]);
    peer.say({ kind: 'enroll_agent', value: { ...value, label: 'Ada' } });
    for (let n = 0; n < 8; n++) await settled();
    voices.engine.next = fakeDiarization([{ degrees: 90, seconds: 6 }]);
    peer.say({ kind: 'enroll_agent', value });
    await hear(90, 4, 1);
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'room_s2', label: 'Ada', subject: 'agent' });
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await settled();
    expect(identities(peer).filter(({ verified }) => !verified)).toMatchObject([{ speakerId: 'room_s2' }]);
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

  it('[RT95] of the agent leave the analysis: his words are a gap', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 8; n++) await settled();
    expect(peer.socket.last('enroll_agent_ack')).toMatchObject({ personId: 'spk_agent', verified: true });
    for (let n = 0; n < 16; n++) peer.audio(4_000);
    voices.line.says({ throughMs: 1_500, events: [begins(0, 0), ends(0, 0, 1_000), begins(1, 1_000)] });
    await hear(0, 4, 0);
    await hear(90, 4, 1);
    voices.line.says({ throughMs: 3_000, events: [ends(1, 1_000, 2_500), begins(0, 2_500)] });
    rig.inference.last.answer();
    await settled();
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 16_000), ...countingPcm(40_000, 8_000)]);
    expect(new Set(peer.socket.all('directive').map(({ speakerId }) => speakerId))).toEqual(
      new Set(['room_s1']),
    );
    expect(identities(peer)).toContainEqual(
      expect.objectContaining({ speakerId: 'room_s2', personId: 'spk_agent', verified: true }),
    );
  });

  it('[RT95] of an agent that is recognized late: what was read of it before is told no more', async () => {
    voices.enrolled.set('spk_agent', 90);
    rig = new Rig({ voices, sessions: new FewSessions() });
    const peer = await rig.open(MIXED);
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.line.says({ throughMs: 3_000, events: [begins(0, 0), ends(0, 0, 1_500), begins(1, 1_500)] });
    rig.inference.last.answer();
    await settled();
    expect(peer.socket.all('directive').map(({ speakerId }) => speakerId)).toContain('room_s2');
    await hear(90, 4, 1);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 8; n++) await settled();
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'room_s2', subject: 'agent', verified: true });
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(1_000);
    const { transcript } = peer.socket.last('session_end');
    const emotions = (speaker: string) =>
      transcript.turns.filter(({ speakerId }) => speakerId === speaker).map(({ emotion }) => emotion);
    expect(emotions('room_s1')).toEqual([expect.any(String)]);
    expect(emotions('room_s2')).toEqual([undefined]);
  });

  it('[RT94] of an agent are learnt from audio, with the person’s consent, in as many messages as it takes', async () => {
    const peer = await rig.open(MIXED);
    const enrol = async (value: EnrollAgent): Promise<void> => {
      peer.say({ kind: 'enroll_agent', value });
      for (let n = 0; n < 8; n++) await settled();
    };
    await enrol({ audio: countingPcm(0, 4_000) });
    expect(peer.socket.last('error')).toMatchObject({
      code: 'policy_blocked',
      fatal: false,
      param: 'consent_token',
    });
    await enrol({ audio: countingPcm(0, 4_000), profileId: 'spk_anna', consentToken: 'form 7' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'validation_error' });
    await enrol({ profileId: 'spk_of_others' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'forbidden' });
    await enrol({ audio: Uint8Array.of(1), consentToken: 'form 7' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'undecodable_audio' });
    voices.engine.next = fakeDiarization([{ degrees: 90, seconds: 2 }]);
    await enrol({ audio: countingPcm(0, 8_000), consentToken: 'form 7' });
    expect(peer.socket.last('enroll_agent_ack')).toMatchObject({ verified: false, evidenceSeconds: 2 });
    voices.engine.next = fakeDiarization([{ degrees: 90, seconds: 6 }]);
    await enrol({ audio: countingPcm(0, 8_000), consentToken: 'form 7' });
    expect(peer.socket.last('enroll_agent_ack')).toMatchObject({ verified: true, evidenceSeconds: 6 });
    expect(voices.engine.heard.at(-1)?.samples.length).toBe(16_000);
    await hear(90, 4, 1);
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'room_s2', verified: true });
    expect(identities(peer).at(-1)).not.toHaveProperty('personId');
  });

  it('[RT94] of an enrolled agent whom another model heard are a conflict that says what to do, and not somebody else’s', async () => {
    voices.strangers = 1;
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_anna' } });
    for (let n = 0; n < 8; n++) await settled();
    const fault = peer.socket.last('error');
    expect(fault).toMatchObject({ code: 'conflict', fatal: false, param: 'profile_id' });
    expect(fault.message).toContain('enroll the person again');
    expect(peer.socket.all('enroll_agent_ack')).toEqual([]);
  });

  it('[RT94] of an enrolled agent are not known by a relay with another model, which says that they have to be enrolled again', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.line.says({ throughMs: 3_000, events: [begins(1, 0)] });
    rig.inference.last.answer();
    await rig.clock.advance(10_000);
    const upgraded = new ScriptedVoices();
    upgraded.enrolled.set('spk_agent', 90);
    upgraded.strangers = 1;
    const second = await new Rig({ store: rig.store, clock: rig.clock, voices: upgraded }).resume(peer);
    for (let n = 0; n < 8; n++) await settled();
    expect(second.socket.last('enroll_agent_ack')).toMatchObject({ verified: false });
    expect(second.socket.all('warning')).toContainEqual(
      expect.objectContaining({ detail: { reason: 'enrollment_outdated', people: '1' } }),
    );
  });

  it('[RT94] of an agent are learnt only in a session whose consent covers voiceprints', async () => {
    const peer = await rig.open({ consent: { basis: 'notice', scope: [] } });
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_anna' } });
    await settled();
    expect(peer.socket.last('error')).toMatchObject({ code: 'policy_blocked', fatal: false });
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

  it('[RT93] of an agent who withdrew while the session changed relays are told as nobody’s in particular', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.line.says({ throughMs: 3_000, events: [begins(1, 0)] });
    await hear(90, 4, 1);
    rig.inference.last.answer();
    await rig.clock.advance(10_000);
    const after = new Rig({ store: rig.store, clock: rig.clock, voices: new ScriptedVoices() });
    const second = await after.resume(peer);
    for (let n = 0; n < 8; n++) await settled();
    expect(second.socket.last('enroll_agent_ack')).toMatchObject({ verified: false });
    expect(identities(second).at(-1)).toMatchObject({
      speakerId: 'room_s2',
      subject: 'agent',
      verified: false,
    });
    await after.clock.advance(10_000);
    expect(JSON.stringify([...rig.store.rows.values()])).not.toContain('spk_agent');
  });

  it('of an agent’s own channel are not listened to: it is declared', async () => {
    await rig.open(
      {
        consent: CONSENT,
        channels: [{ id: 'agent', subject: 'agent', encoding: 'pcm_s16le', sampleRate: 16_000 }],
      },
      anAuth({ agentAnalysis: true }),
    );
    expect(voices.opened).toEqual([]);
  });
});
