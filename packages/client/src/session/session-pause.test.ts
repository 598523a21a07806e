import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { arrives, SessionRig } from '../testing/session-rig.js';
import type { UndertoneSession } from './session.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

/** Speaks until the relay got one more message of this kind. */
const speakUntil = async (kind: 'audio' | 'audio.gap'): Promise<void> => {
  const before = rig.page.relay.last.bodies(kind).length;
  await arrives(() => {
    rig.speak(40);
    expect(rig.page.relay.last.bodies(kind).length).toBeGreaterThan(before);
  });
};

const withdrawn = async (): Promise<UndertoneSession> => {
  const session = await rig.live();
  session.pause('consent_withdrawn');
  await speakUntil('audio.gap');
  return session;
};

describe('[RT36] A pause in a pause', () => {
  it('takes the place of the one before when it is stricter, and the relay is told', async () => {
    const session = await rig.live();
    session.pause('hold');
    session.pause('payment_data');
    session.pause('consent_withdrawn');
    expect(session.state).toMatchObject({ kind: 'paused', pauseReason: 'consent_withdrawn' });
    await arrives(() =>
      expect(rig.page.relay.last.bodies('pause').map(({ reason }) => reason)).toEqual([
        'hold',
        'payment_data',
        'consent_withdrawn',
      ]),
    );
    await session.dispose();
  });

  it('changes nothing when it is not, and the relay is not asked for what it would refuse', async () => {
    const session = await rig.live();
    session.pause('payment_data');
    session.pause('hold');
    session.pause('payment_data');
    expect(session.state).toMatchObject({ kind: 'paused', pauseReason: 'payment_data' });
    session.transcript({ itemId: 'i', text: 'later', startMs: 0, endMs: 1, isFinal: true });
    await arrives(() => expect(rig.page.relay.last.bodies('transcript')).toHaveLength(1));
    expect(rig.page.relay.last.bodies('pause')).toEqual([{ reason: 'payment_data' }]);
    await session.dispose();
  });
});

describe('[RT36] The end of a pause', () => {
  it('is not undone by the confirmation of its beginning, which comes after the last results', async () => {
    const session = await rig.live();
    session.pause('hold');
    await session.resume();
    rig.page.relay.last.send({ kind: 'paused', value: { reason: 'hold', atMs: 0 } });
    rig.page.relay.last.send({ kind: 'resumed_analysis', value: { atMs: 0, discardedMs: 0 } });
    await speakUntil('audio');
    expect(session.state.kind).toBe('live');
    await session.dispose();
  });
});

describe('[RT44] A relay that took the session up and missed', () => {
  const snapshot = (paused: boolean): void =>
    rig.page.relay.last.send({
      kind: 'snapshot',
      value: {
        sessionId: 'ses_1',
        paused,
        directives: [],
        modes: [],
        openTurns: [],
        channels: [],
        turns: [],
        alerts: [],
        toneShifts: [],
        identities: [],
        utterances: [],
      },
    });

  it('the end of a pause is told of it again', async () => {
    const session = await rig.live();
    session.pause('hold');
    await session.resume();
    snapshot(true);
    await arrives(() => expect(rig.page.relay.last.bodies('resume')).toHaveLength(2));
    await session.dispose();
  });

  it('a pause is told of it again', async () => {
    const session = await rig.live();
    session.pause('payment_data');
    snapshot(true);
    snapshot(false);
    await arrives(() =>
      expect(rig.page.relay.last.bodies('pause')).toEqual([
        { reason: 'payment_data' },
        { reason: 'payment_data' },
      ]),
    );
    expect(rig.page.relay.last.bodies('resume')).toEqual([]);
    await session.dispose();
  });

  it('the resume after a withdrawn consent is asked again, and answers as it stands', async () => {
    const session = await withdrawn();
    const resumed = session.resume();
    await arrives(() => expect(rig.page.relay.last.bodies('resume')).toHaveLength(1));
    snapshot(true);
    await arrives(() => expect(rig.page.relay.last.bodies('resume')).toHaveLength(2));
    snapshot(false);
    await resumed;
    expect(session.state.kind).toBe('live');
    expect(rig.page.relay.last.bodies('pause')).toHaveLength(1);
    await session.dispose();
  });
});

describe('[RT93] After a withdrawn consent', () => {
  it('a resume that the relay refuses leaves the session paused, and no sound leaves the page', async () => {
    const session = await withdrawn();
    const before = rig.page.relay.last.bodies('audio').length;
    const refused = session.resume();
    await arrives(() => expect(rig.page.relay.last.bodies('resume')).toHaveLength(1));
    await speakUntil('audio.gap');
    const message = 'a new consent in session.update is needed first';
    const value = { code: 'policy_blocked', message, fatal: false, retryable: false, param: 'consent' };
    rig.page.relay.last.send({ kind: 'error', value });
    await expect(refused).rejects.toMatchObject({ family: 'relay', code: 'policy_blocked', message });
    expect(session.state).toMatchObject({ kind: 'paused', pauseReason: 'consent_withdrawn' });
    await speakUntil('audio.gap');
    expect(rig.page.relay.last.bodies('audio')).toHaveLength(before);
    await session.dispose();
  });

  it('sound is let in when the relay has agreed', async () => {
    const session = await withdrawn();
    session.update({ consent: { basis: 'consent', scope: ['emotion'] } });
    const resumed = session.resume();
    await arrives(() => expect(rig.page.relay.last.bodies('resume')).toHaveLength(1));
    expect(session.state.kind).toBe('paused');
    rig.page.relay.last.send({ kind: 'resumed_analysis', value: { atMs: 0, discardedMs: 0 } });
    await resumed;
    expect(session.state.kind).toBe('live');
    await speakUntil('audio');
    await session.dispose();
  });

  it('a resume that waits for the relay ends with the session', async () => {
    const session = await withdrawn();
    const refused = expect(session.resume()).rejects.toMatchObject({ code: 'aborted' });
    await session.dispose();
    await refused;
  });
});
