import type { EnrollAgent } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeDiarization, fakeVoiceprint } from '../../domain/speakers/testing/fake-voices.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { anAuth, countingPcm, Rig } from '../testing/rig.js';
import { ScriptedVoices } from './testing/scripted-voices.js';
import { begins, CONSENT, ends, identities, MIXED, VoicesScene } from './testing/voices-scene.js';

describe('a stream that recognizes agents by voice', () => {
  let voices: VoicesScene['voices'];
  let rig: VoicesScene['rig'];
  let talk: VoicesScene['talk'];
  let hear: VoicesScene['hear'];
  beforeEach(() => {
    ({ voices, rig, talk, hear } = new VoicesScene());
  });

  it('[RT93] forgets whose voice it is when an agent is deleted, and still treats it as an agent’s', async () => {
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

  it('[RT95] keeps the voice of an agent who withdraws during the call out of the analysis, even when another agent enrolls', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    const enroll = async (profileId: string): Promise<void> => {
      peer.say({ kind: 'enroll_agent', value: { profileId } });
      for (let n = 0; n < 8; n++) await settled();
    };
    /** Two seconds of audio: one of the caller, then one of the agent who withdraws. */
    const bothSpeak = async (fromMs: number): Promise<void> => {
      for (let n = 0; n < 8; n++) peer.audio(4_000);
      const middleMs = fromMs + 1_000;
      const events = [begins(0, fromMs), ends(0, fromMs, middleMs), begins(1, middleMs)];
      voices.tracker.says({
        throughMs: fromMs + 2_000,
        events: [...events, ends(1, middleMs, fromMs + 2_000)],
      });
      await settled();
    };
    await enroll('spk_agent');
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
    await enroll('spk_other');
    await hear(90, 8, 1);
    await bothSpeak(4_000);
    callers.push(...countingPcm(64_000, 16_000));
    expect(rig.inference.last.bytesOf(0)).toEqual(callers);
  });

  it('[RT95] analyzes the audio that waited for a comparison with an agent when that agent withdraws', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 8; n++) await settled();
    for (let n = 0; n < 4; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 1_000, events: [begins(0, 0)] });
    expect(rig.inference.last.bytesOf(0)).toEqual([]);
    rig.streams.forgetPeople(['spk_agent']);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 16_000)]);
  });

  it('[RT95] analyzes the audio that waited for a comparison as soon as the voice is found not to be the agent’s', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 8; n++) await settled();
    for (let n = 0; n < 4; n++) peer.audio(4_000);
    const voice = { speaker: 0, voiceprint: fakeVoiceprint(0, 4) };
    voices.tracker.says({ throughMs: 1_000, events: [begins(0, 0)], voices: [voice] });
    expect(rig.inference.last.bytesOf(0)).toEqual([]);
    for (let n = 0; n < 8; n++) await settled();
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 16_000)]);
  });

  it('[RT95] compares the voice of a former agent with no people, after another agent enrolled', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await hear(90, 4, 1);
    voices.enrolled.set('spk_other', 45);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_other' } });
    await hear(90, 60, 1);
    expect(voices.compared).toBe(0);
    expect(identities(peer)).toMatchObject([{ speakerId: 'room_s2', personId: 'spk_agent' }]);
  });

  it('[RT95] stops analyzing a channel declared as the customer’s once it recognizes an agent there', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open({ consent: CONSENT });
    await talk(peer, 4);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    await hear(90, 4, 0);
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'caller', subject: 'agent' });
    await talk(peer, 4);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 16_000)]);
  });

  it('[RT94] reports the label of an enrolled agent with the voice, and refuses a label that is too long', async () => {
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

  it('[RT95] treats an agent’s speech as a gap and does not analyze it', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 8; n++) await settled();
    expect(peer.socket.last('enroll_agent_ack')).toMatchObject({ personId: 'spk_agent', verified: true });
    for (let n = 0; n < 16; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 1_500, events: [begins(0, 0), ends(0, 0, 1_000), begins(1, 1_000)] });
    await hear(0, 4, 0);
    await hear(90, 4, 1);
    voices.tracker.says({ throughMs: 3_000, events: [ends(1, 1_000, 2_500), begins(0, 2_500)] });
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

  it('[RT95] no longer reports earlier readings of an agent who is recognized late', async () => {
    voices.enrolled.set('spk_agent', 90);
    rig = new Rig({ voices, sessions: new FewSessions() });
    const peer = await rig.open(MIXED);
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 3_000, events: [begins(0, 0), ends(0, 0, 1_500), begins(1, 1_500)] });
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

  it('[RT94] enrolls an agent from audio in one or more messages, only with the person’s consent', async () => {
    const peer = await rig.open(MIXED);
    const enroll = async (value: EnrollAgent): Promise<void> => {
      peer.say({ kind: 'enroll_agent', value });
      for (let n = 0; n < 8; n++) await settled();
    };
    await enroll({ audio: countingPcm(0, 4_000) });
    expect(peer.socket.last('error')).toMatchObject({
      code: 'policy_blocked',
      fatal: false,
      param: 'consent_token',
    });
    await enroll({ audio: countingPcm(0, 4_000), profileId: 'spk_anna', consentToken: 'form 7' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'validation_error' });
    await enroll({ profileId: 'spk_of_others' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'forbidden' });
    await enroll({ audio: Uint8Array.of(1), consentToken: 'form 7' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'undecodable_audio' });
    voices.engine.next = fakeDiarization([{ degrees: 90, seconds: 2 }]);
    await enroll({ audio: countingPcm(0, 8_000), consentToken: 'form 7' });
    expect(peer.socket.last('enroll_agent_ack')).toMatchObject({ verified: false, evidenceSeconds: 2 });
    voices.engine.next = fakeDiarization([{ degrees: 90, seconds: 6 }]);
    await enroll({ audio: countingPcm(0, 8_000), consentToken: 'form 7' });
    expect(peer.socket.last('enroll_agent_ack')).toMatchObject({ verified: true, evidenceSeconds: 6 });
    expect(voices.engine.heard.at(-1)?.samples.length).toBe(16_000);
    await hear(90, 4, 1);
    expect(identities(peer).at(-1)).toMatchObject({ speakerId: 'room_s2', verified: true });
    expect(identities(peer).at(-1)).not.toHaveProperty('personId');
  });

  it('[RT94] answers conflict, and says to enroll the person again, when another model made the enrollment', async () => {
    voices.strangers = 1;
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_anna' } });
    for (let n = 0; n < 8; n++) await settled();
    const fault = peer.socket.last('error');
    expect(fault).toMatchObject({ code: 'conflict', fatal: false, param: 'profile_id' });
    expect(fault.message).toContain('enroll the person again');
    expect(peer.socket.all('enroll_agent_ack')).toEqual([]);
  });

  it('[RT94] warns that an enrolled agent has to be enrolled again when the session moves to a relay with another model', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 3_000, events: [begins(1, 0)] });
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

  it('[RT94] enrolls an agent only when the session’s consent covers voiceprints', async () => {
    const peer = await rig.open({ consent: { basis: 'notice', scope: [] } });
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_anna' } });
    await settled();
    expect(peer.socket.last('error')).toMatchObject({ code: 'policy_blocked', fatal: false });
  });

  it('[RT93] reports an agent’s voice without a name when the agent withdraws while the session changes relays', async () => {
    voices.enrolled.set('spk_agent', 90);
    const peer = await rig.open(MIXED);
    peer.say({ kind: 'enroll_agent', value: { profileId: 'spk_agent' } });
    for (let n = 0; n < 12; n++) peer.audio(4_000);
    voices.tracker.says({ throughMs: 3_000, events: [begins(1, 0)] });
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

  it('does not run voice recognition on a channel that is declared as the agent’s', async () => {
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
