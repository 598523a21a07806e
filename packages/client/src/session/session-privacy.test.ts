import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UndertoneError } from '../common/undertone-error.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { sessionReady } from '../testing/scripted-relay.js';
import { arrives, SessionRig } from '../testing/session-rig.js';
import type { SessionOptions } from './session-options.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('Sound of an agent', () => {
  const sources: SessionOptions['sources'] = [
    { track: 'microphone', subject: 'customer' },
    { track: 'microphone', subject: 'agent' },
  ];

  it('[RT17] is dropped before anything is computed, and the clock continues', async () => {
    const session = await rig.live({ sources });
    const measured: number[] = [];
    session.on('prosody', ({ channel, peak }) => {
      if (channel === 1) measured.push(peak);
    });
    rig.speak(2_000, 2);
    await arrives(() => expect(measured).toHaveLength(19));
    await rig.page.workerScheduler.advance(2_000);
    const declared = rig.page.relay.last.bodies('audio.gap').reduce((sum, gap) => sum + gap.sampleCount, 0);
    expect(declared).toBeGreaterThan(20_000);
    expect(rig.page.relay.last.bodies('audio').every(({ channel }) => channel === 0)).toBe(true);
    expect(rig.page.relay.last.bodies('audio.gap')[0]).toMatchObject({
      channel: 1,
      firstSample: 0,
      reason: 'privacy',
    });
    expect(Math.max(...measured)).toBe(0);
    await session.dispose();
  });

  it('[RT17] is sent once the policy in session.ready allows it', async () => {
    const session = rig.make({ sources });
    const started = session.start();
    await vi.waitFor(() => expect(rig.page.relay.sockets).toHaveLength(1), { interval: 1 });
    rig.speak(200, 2);
    rig.page.relay.last.accept();
    rig.page.relay.last.send(sessionReady([0, 0], { agentAnalysis: true }), 0);
    await started;
    await arrives(() => {
      rig.speak(40, 2);
      expect(rig.page.relay.last.bodies('audio').some(({ channel }) => channel === 1)).toBe(true);
    });
    await session.dispose();
  });
});

describe('Mute and pause', () => {
  it('declare a muted channel as a gap', async () => {
    const session = await rig.live();
    session.mute(0);
    await arrives(() => {
      rig.speak(40);
      expect(rig.page.relay.last.bodies('audio.gap').at(-1)?.reason).toBe('muted');
    });
    session.unmute(0);
    const before = rig.page.relay.last.bodies('audio').length;
    await arrives(() => {
      rig.speak(40);
      expect(rig.page.relay.last.bodies('audio').length).toBeGreaterThan(before);
    });
    await session.dispose();
  });

  it('[RT36] stop the sound in a pause, keep the pause across a reconnect, and end it with resume', async () => {
    const session = await rig.live();
    session.pause('payment_data');
    expect(session.state).toMatchObject({ kind: 'paused', pauseReason: 'payment_data' });
    await arrives(() => expect(rig.page.relay.last.bodies('pause')).toEqual([{ reason: 'payment_data' }]));
    await arrives(() => {
      rig.speak(40);
      expect(rig.page.relay.last.bodies('audio.gap').at(-1)?.reason).toBe('privacy');
    });
    rig.page.relay.last.drop();
    await arrives(() => expect(session.state.kind).toBe('reconnecting'));
    await rig.page.workerScheduler.advance(1);
    await arrives(() => expect(rig.page.relay.sockets).toHaveLength(2));
    rig.page.relay.last.accept();
    rig.page.relay.last.send(
      sessionReady([rig.page.relay.sockets[0]?.bodies('audio.gap').at(-1)?.firstSample ?? 0]),
      0,
    );
    await arrives(() => expect(session.state).toMatchObject({ kind: 'paused', pauseReason: 'payment_data' }));
    await session.resume();
    expect(session.state.kind).toBe('live');
    await arrives(() => expect(rig.page.relay.last.bodies('resume')).toHaveLength(1));
    await arrives(() => {
      rig.speak(40);
      expect(rig.page.relay.last.bodies('audio').length).toBeGreaterThan(0);
    });
    await session.dispose();
  });

  it('throw an error in a state that does not allow them', async () => {
    const session = rig.make();
    expect(() => session.pause('hold')).toThrow(/not possible while the session is idle/);
    await expect(session.resume()).rejects.toMatchObject({ code: 'invalid_state' });
    expect(() => session.sendFeedback('c', 'shown')).toThrow(UndertoneError);
    await session.dispose();
    await expect(session.start()).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
