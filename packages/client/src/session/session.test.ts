import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeTrack } from '../testing/fake-page.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { arrives, SessionRig } from '../testing/session-rig.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('A session', () => {
  it('goes from idle to live, and each step has a code and a reason', async () => {
    const session = rig.make();
    const steps: string[] = [];
    session.on('state', ({ from, to, code, reason }) => {
      expect(reason).not.toBe('');
      steps.push(`${from.kind} > ${to.kind} (${code})`);
    });
    const started = session.start();
    await rig.accept();
    await started;
    expect(steps).toEqual([
      'idle > starting (start)',
      'starting > connecting (start)',
      'connecting > live (ready)',
    ]);
    expect(session.state).toEqual({ kind: 'live', sessionId: 'ses_test', generation: 1 });
    await session.dispose();
  });

  it('tells later listeners who is on which channel and what the relay answered', async () => {
    const session = rig.make({
      sources: [
        { track: 'microphone', subject: 'customer', id: 'caller' },
        { track: new FakeTrack().asTrack(), subject: 'agent' },
      ],
    });
    expect(session.channels).toEqual([
      { id: 'caller', subject: 'customer' },
      { id: 'ch1', subject: 'agent' },
    ]);
    expect(session.ready).toBeUndefined();
    let told: unknown;
    session.on('ready', (ready) => (told = ready));
    const started = session.start();
    await rig.accept();
    await started;
    await arrives(() => expect(told).toBeDefined());
    expect(session.ready).toBe(told);
    await session.dispose();
  });

  it('carries sound from the audio thread to the relay as PCM16 at 16 kHz', async () => {
    const session = await rig.live();
    rig.speak(200);
    await arrives(() => expect(rig.page.relay.last.bodies('audio').length).toBeGreaterThanOrEqual(4));
    const [first, second] = rig.page.relay.last.bodies('audio');
    expect(first).toMatchObject({ channel: 0, firstSample: 0, sampleCount: 640 });
    expect(first?.payload).toHaveLength(1_280);
    expect(second?.firstSample).toBe(640);
    await session.dispose();
  });

  it('computes prosody in the page ten times a second', async () => {
    const session = await rig.live();
    const seen: number[] = [];
    session.on('prosody', ({ atMs }) => seen.push(atMs));
    rig.speak(1_000);
    await arrives(() => expect(seen).toHaveLength(9));
    await session.dispose();
  });

  it('turns the relay’s messages into typed events', async () => {
    const session = await rig.live();
    const codes: string[] = [];
    session.on('warning', (warning) => codes.push(warning.code));
    session.on('error', (error) => codes.push(error.code));
    rig.page.relay.last.send({ kind: 'warning', value: { code: 'low_snr', message: '', detail: {} } });
    rig.page.relay.last.send({
      kind: 'error',
      value: { code: 'rate_limited', message: 'slower', fatal: false, retryable: true },
    });
    await arrives(() => expect(codes).toEqual(['low_snr', 'rate_limited']));
    await session.dispose();
  });

  it('calls the other listeners when one of them throws', async () => {
    const session = rig.make();
    const seen: string[] = [];
    const uncaught: unknown[] = [];
    const keep = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => uncaught.push(error));
    session.on('ended', () => {
      throw new Error('the page’s own');
    });
    session.on('ended', () => seen.push('second'));
    await session.dispose();
    await arrives(() => expect(uncaught).toHaveLength(1));
    for (const listener of keep) process.on('uncaughtException', listener);
    expect(seen).toEqual(['second']);
  });

  it('asks for one of the organization’s models and declares a channel with several people', async () => {
    const sources = [{ track: new FakeTrack().asTrack(), subject: 'customer' as const, mixed: true }];
    const session = await rig.live({ model: 'Our calls@2', sources });
    const [hello] = rig.page.relay.last.bodies('session.hello');
    expect(hello).toMatchObject({ model: 'Our calls@2', channels: [{ mixed: true }] });
    await session.dispose();
  });

  it('describes its sources to the relay, and again after a track was replaced', async () => {
    const session = await rig.live();
    await arrives(() => expect(rig.page.relay.last.bodies('audio.source')).toHaveLength(1));
    await session.replaceTrack(0, new FakeTrack().asTrack());
    await arrives(() => expect(rig.page.relay.last.bodies('audio.source')).toHaveLength(2));
    expect(rig.page.openMicrophones).toBe(0);
    await session.dispose();
  });

  it('sends feedback, corrections, transcripts and updates to the relay', async () => {
    const session = await rig.live();
    session.sendFeedback('cue_1', 'accepted', 1_200);
    session.correct({ directiveId: 'dir_1', emotion: 'sad' });
    session.transcript({ itemId: 'i', text: 'hello', startMs: 0, endMs: 500, isFinal: true });
    session.update({ vertical: 'telecom' });
    await arrives(() => expect(rig.page.relay.last.bodies('session.update')).toHaveLength(1));
    expect(rig.page.relay.last.bodies('steering.feedback')).toEqual([
      { cueId: 'cue_1', action: 'accepted', afterMs: 1_200 },
    ]);
    expect(rig.page.relay.last.bodies('correction')).toMatchObject([{ emotion: 'sad' }]);
    expect(rig.page.relay.last.bodies('transcript')).toMatchObject([{ text: 'hello' }]);
    await session.dispose();
  });

  it('says of a message that cannot be sent why, and goes on', async () => {
    const session = await rig.live({ privacy: 'features' });
    const errors: string[] = [];
    session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
    session.enrollAgent({ profileId: 'spk_anna' });
    session.update({ metadata: { of: (() => undefined) as never } });
    await arrives(() => expect(errors).toHaveLength(2));
    expect(errors.sort()).toEqual([
      'audio_refused: privacy is features: no audio is sent',
      expect.stringMatching(/^invalid_option: session.update cannot be sent: .*could not be cloned/),
    ]);
    expect(session.state.kind).toBe('live');
    await session.dispose();
  });

  it('sends the voice of this call’s agent, as an enrolled person or as audio with consent, and gets the answer', async () => {
    const session = await rig.live();
    const acknowledged: unknown[] = [];
    session.on('message', ({ kind, value }) => {
      if (kind === 'enroll_agent_ack') acknowledged.push(value);
    });
    session.enrollAgent({ profileId: 'spk_anna' });
    session.enrollAgent({ audio: Uint8Array.of(1, 2, 3, 4), consentToken: 'form 7' });
    await arrives(() => expect(rig.page.relay.last.bodies('enroll_agent')).toHaveLength(2));
    expect(rig.page.relay.last.bodies('enroll_agent')).toEqual([
      { profileId: 'spk_anna' },
      { audio: Uint8Array.of(1, 2, 3, 4), consentToken: 'form 7' },
    ]);
    const value = { personId: 'spk_anna', verified: true, evidenceSeconds: 8 };
    rig.page.relay.last.send({ kind: 'enroll_agent_ack', value });
    await arrives(() => expect(acknowledged).toEqual([value]));
    await session.dispose();
  });
});
