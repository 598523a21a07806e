import type { ServerBody } from '@undertone/protocol';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UndertoneError } from '../common/undertone-error.js';
import { FakePage, FakeTrack } from '../testing/fake-page.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { sessionReady } from '../testing/scripted-relay.js';
import { createSession } from './create-session.js';
import type { SessionOptions } from './session-options.js';
import type { UndertoneSession } from './session.js';

const QUANTUM = new Float32Array(128).map((_, index) => 0.3 * Math.sin(index / 10));

let page: FakePage;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  page = new FakePage();
});

function make(options: Partial<SessionOptions> = {}): UndertoneSession {
  return createSession(
    {
      getToken: () => Promise.resolve('token'),
      sources: [{ track: 'microphone', subject: 'customer' }],
      ...options,
    },
    page.environment(),
  );
}

/** The relay accepts whoever comes. */
async function accept(nextSample = [0, 0]): Promise<void> {
  await vi.waitFor(() => expect(page.relay.sockets.length).toBeGreaterThan(0), { interval: 1 });
  page.relay.last.accept();
  page.relay.last.send(sessionReady(nextSample), 0);
}

async function live(options: Partial<SessionOptions> = {}): Promise<UndertoneSession> {
  const session = make(options);
  const started = session.start();
  await accept();
  await started;
  return session;
}

/** Sound for a while, on every channel. */
function speak(ms: number, channels = 1): void {
  const inputs = Array.from({ length: channels }, () => [QUANTUM]);
  for (let quantum = 0; quantum < (ms * 48) / 128; quantum++) page.processor.process(inputs);
}

async function arrives(check: () => void): Promise<void> {
  await vi.waitFor(check, { interval: 1, timeout: 5_000 });
}

const nothing = { contexts: 0, workers: 0, elements: 0, devices: 0, gestures: 0, sources: 0 };

describe('a session', () => {
  it('goes from idle to live, each step with a code and a reason', async () => {
    const session = make();
    const steps: string[] = [];
    session.on('state', ({ from, to, code, reason }) => {
      expect(reason).not.toBe('');
      steps.push(`${from.kind} > ${to.kind} (${code})`);
    });
    const started = session.start();
    await accept();
    await started;
    expect(steps).toEqual([
      'idle > starting (start)',
      'starting > connecting (start)',
      'connecting > live (ready)',
    ]);
    expect(session.state).toEqual({ kind: 'live', sessionId: 'ses_test', generation: 1 });
    await session.dispose();
  });

  it('carries sound from the audio thread to the relay as PCM16 at 16 kHz', async () => {
    const session = await live();
    speak(200);
    await arrives(() => expect(page.relay.last.bodies('audio').length).toBeGreaterThanOrEqual(4));
    const [first, second] = page.relay.last.bodies('audio');
    expect(first).toMatchObject({ channel: 0, firstSample: 0, sampleCount: 640 });
    expect(first?.payload).toHaveLength(1_280);
    expect(second?.firstSample).toBe(640);
    await session.dispose();
  });

  it('computes prosody in the page ten times a second', async () => {
    const session = await live();
    const seen: number[] = [];
    session.on('prosody', ({ atMs }) => seen.push(atMs));
    speak(1_000);
    await arrives(() => expect(seen).toHaveLength(9));
    await session.dispose();
  });

  it('turns the relay’s messages into typed events', async () => {
    const session = await live();
    const codes: string[] = [];
    session.on('warning', (warning) => codes.push(warning.code));
    session.on('error', (error) => codes.push(error.code));
    page.relay.last.send({ kind: 'warning', value: { code: 'low_snr', message: '', detail: {} } });
    page.relay.last.send({
      kind: 'error',
      value: { code: 'rate_limited', message: 'slower', fatal: false, retryable: true },
    });
    await arrives(() => expect(codes).toEqual(['low_snr', 'rate_limited']));
    await session.dispose();
  });

  it('a listener that throws does not keep the others from hearing', async () => {
    const session = make();
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

  it('describes its sources to the relay, again after a replaced track', async () => {
    const session = await live();
    await arrives(() => expect(page.relay.last.bodies('audio.source')).toHaveLength(1));
    await session.replaceTrack(0, new FakeTrack().asTrack());
    await arrives(() => expect(page.relay.last.bodies('audio.source')).toHaveLength(2));
    expect(page.openMicrophones).toBe(0);
    await session.dispose();
  });

  it('feedback, correction, transcript and update reach the relay', async () => {
    const session = await live();
    session.sendFeedback('cue_1', 'accepted', 1_200);
    session.correct({ directiveId: 'dir_1', emotion: 'sad' });
    session.transcript({ itemId: 'i', text: 'hello', startMs: 0, endMs: 500, isFinal: true });
    session.update({ vertical: 'telecom' });
    await arrives(() => expect(page.relay.last.bodies('session.update')).toHaveLength(1));
    expect(page.relay.last.bodies('steering.feedback')).toEqual([
      { cueId: 'cue_1', action: 'accepted', afterMs: 1_200 },
    ]);
    expect(page.relay.last.bodies('correction')).toMatchObject([{ emotion: 'sad' }]);
    expect(page.relay.last.bodies('transcript')).toMatchObject([{ text: 'hello' }]);
    await session.dispose();
  });
});

describe('an agent’s sound', () => {
  const sources: SessionOptions['sources'] = [
    { track: 'microphone', subject: 'customer' },
    { track: 'microphone', subject: 'agent' },
  ];

  it('[RT17] is dropped before anything is computed, and the clock goes on', async () => {
    const session = await live({ sources });
    const measured: number[] = [];
    session.on('prosody', ({ channel, peak }) => {
      if (channel === 1) measured.push(peak);
    });
    speak(1_000, 2);
    await arrives(() => expect(measured).toHaveLength(9));
    await page.workerScheduler.advance(1_000);
    const declared = page.relay.last.bodies('audio.gap').reduce((sum, gap) => sum + gap.sampleCount, 0);
    expect(declared).toBeGreaterThan(12_000);
    expect(page.relay.last.bodies('audio').every(({ channel }) => channel === 0)).toBe(true);
    expect(page.relay.last.bodies('audio.gap')[0]).toMatchObject({
      channel: 1,
      firstSample: 0,
      reason: 'privacy',
    });
    expect(Math.max(...measured)).toBe(0);
    await session.dispose();
  });

  it('[RT17] is carried once the policy in session.ready allows it', async () => {
    const session = make({ sources });
    const started = session.start();
    await vi.waitFor(() => expect(page.relay.sockets).toHaveLength(1), { interval: 1 });
    speak(200, 2);
    page.relay.last.accept();
    page.relay.last.send(sessionReady([0, 0], { agentAnalysis: true }), 0);
    await started;
    await arrives(() => {
      speak(40, 2);
      expect(page.relay.last.bodies('audio').some(({ channel }) => channel === 1)).toBe(true);
    });
    await session.dispose();
  });
});

describe('mute and pause', () => {
  it('a muted channel is a declared gap', async () => {
    const session = await live();
    session.mute(0);
    await arrives(() => {
      speak(40);
      expect(page.relay.last.bodies('audio.gap').at(-1)?.reason).toBe('muted');
    });
    session.unmute(0);
    const before = page.relay.last.bodies('audio').length;
    await arrives(() => {
      speak(40);
      expect(page.relay.last.bodies('audio').length).toBeGreaterThan(before);
    });
    await session.dispose();
  });

  it('[RT36] a pause stops the sound, outlives a reconnect, and ends with resume', async () => {
    const session = await live();
    session.pause('payment_data');
    expect(session.state).toMatchObject({ kind: 'paused', pauseReason: 'payment_data' });
    await arrives(() => expect(page.relay.last.bodies('pause')).toEqual([{ reason: 'payment_data' }]));
    await arrives(() => {
      speak(40);
      expect(page.relay.last.bodies('audio.gap').at(-1)?.reason).toBe('privacy');
    });
    page.relay.last.drop();
    await arrives(() => expect(session.state.kind).toBe('reconnecting'));
    await page.workerScheduler.advance(1);
    await arrives(() => expect(page.relay.sockets).toHaveLength(2));
    page.relay.last.accept();
    page.relay.last.send(
      sessionReady([page.relay.sockets[0]?.bodies('audio.gap').at(-1)?.firstSample ?? 0]),
      0,
    );
    await arrives(() => expect(session.state).toMatchObject({ kind: 'paused', pauseReason: 'payment_data' }));
    await session.resume();
    expect(session.state.kind).toBe('live');
    await arrives(() => expect(page.relay.last.bodies('resume')).toHaveLength(1));
    await arrives(() => {
      speak(40);
      expect(page.relay.last.bodies('audio').length).toBeGreaterThan(0);
    });
    await session.dispose();
  });

  it('what is not possible says so', async () => {
    const session = make();
    expect(() => session.pause('hold')).toThrow(/not possible while the session is idle/);
    await expect(session.resume()).rejects.toMatchObject({ code: 'invalid_state' });
    expect(() => session.sendFeedback('c', 'shown')).toThrow(UndertoneError);
    await session.dispose();
    await expect(session.start()).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describe('the end', () => {
  const summary: ServerBody = {
    kind: 'session_end',
    value: {
      reason: 'ended_by_client',
      durationS: 1,
      utteranceCount: 3,
      transcript: { turns: [] },
      emotionTrajectory: [],
      summary: {},
      usage: { receivedMs: 1, processedMs: 1 },
    },
  };

  it('[RT38] brings the last samples, then the summary, and leaves nothing', async () => {
    const session = await live();
    speak(50);
    const ending = session.end({ resolved: true });
    await arrives(() => expect(page.relay.last.bodies('session.end')).toHaveLength(1));
    const last = page.relay.last.bodies('audio').at(-1);
    expect((last?.firstSample ?? 0) + (last?.sampleCount ?? 0)).toBeGreaterThan(640);
    page.relay.last.send(summary);
    await expect(ending).resolves.toMatchObject({
      reason: 'ended_by_client',
      summary: { utteranceCount: 3 },
    });
    await session.dispose();
    expect(page.opened).toEqual(nothing);
    expect(page.openMicrophones).toBe(0);
  });

  it('[RT37] flush resolves with the position reached', async () => {
    const session = await live();
    speak(100);
    const flushed = session.flush();
    await arrives(() => expect(page.relay.last.bodies('flush')).toHaveLength(1));
    page.relay.last.send({ kind: 'flushed', value: { throughSample: [1_600] } });
    await expect(flushed).resolves.toEqual([100]);
    await session.dispose();
  });

  it('a relay that refuses fails the session with its own words and releases everything', async () => {
    const session = await live();
    const ended = session.end.bind(session);
    page.relay.last.send({
      kind: 'error',
      value: { code: 'insufficient_credits', message: 'the wallet is empty', fatal: true, retryable: false },
    });
    page.relay.last.drop(4402, 'insufficient_credits');
    await arrives(() =>
      expect(session.state).toMatchObject({ kind: 'failed', error: { code: 'insufficient_credits' } }),
    );
    await expect(ended()).rejects.toMatchObject({ code: 'insufficient_credits', family: 'relay' });
    await session.dispose();
    expect(page.opened).toEqual(nothing);
  });

  it('an API key in the page is refused by name, and never sent', async () => {
    const session = make({ getToken: () => Promise.resolve('psk_live_0123456789') });
    await expect(session.start()).rejects.toMatchObject({
      code: 'psk_in_browser',
      family: 'credential',
      retryable: false,
    });
    expect(page.relay.sockets).toHaveLength(0);
    expect(page.opened).toEqual(nothing);
  });

  it.each([
    ['NotAllowedError', 'microphone_denied'],
    ['NotFoundError', 'microphone_not_found'],
    ['NotReadableError', 'microphone_in_use'],
    ['OverconstrainedError', 'microphone_constraints'],
    ['SomethingElse', 'microphone_failed'],
  ])('%s of the browser is %s', async (name, code) => {
    page.failing.microphone = new DOMException('no', name);
    await expect(make().start()).rejects.toMatchObject({ code, family: 'capture' });
    expect(page.opened).toEqual(nothing);
  });

  it('a worklet that is blocked fails the start and stops the microphone', async () => {
    page.failing.worklet = new DOMException('blocked by CSP', 'AbortError');
    await expect(make().start()).rejects.toMatchObject({ code: 'worklet_blocked' });
    expect(page.openMicrophones).toBe(0);
    expect(page.opened).toEqual(nothing);
  });

  it('a session without prosody.js goes on and says so', async () => {
    page.failing.prosody = new DOMException('missing', 'AbortError');
    const session = make();
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    const started = session.start();
    await accept();
    await started;
    await arrives(() => expect(errors).toEqual(['prosody_unavailable']));
    expect(session.state.kind).toBe('live');
    await session.dispose();
    expect(page.opened).toEqual(nothing);
  });

  it('a worker that is blocked fails the start and stops the microphone', async () => {
    page.failing.worker = true;
    await expect(make().start()).rejects.toMatchObject({ code: 'worker_blocked' });
    expect(page.openMicrophones).toBe(0);
    expect(page.opened).toEqual(nothing);
  });

  it('a track of the page’s own is left running', async () => {
    const track = new FakeTrack();
    const session = await live({ sources: [{ track: track.asTrack(), subject: 'customer' }] });
    await session.dispose();
    expect(track.readyState).toBe('live');
    expect(track.listenerCount).toBe(0);
    expect(page.opened).toEqual(nothing);
  });

  it('an aborted signal disposes', async () => {
    const abort = new AbortController();
    const session = await live({ signal: abort.signal });
    abort.abort();
    await arrives(() => expect(session.state).toMatchObject({ kind: 'ended', reason: 'disposed' }));
    await session.dispose();
    expect(page.opened).toEqual(nothing);
  });

  it('dispose works when never started, twice, and in the middle of a start', async () => {
    const never = make();
    await never.dispose();
    await never.dispose();
    const early = make();
    const started = early.start();
    const disposed = early.dispose();
    await expect(started).rejects.toMatchObject({ code: 'aborted' });
    await disposed;
    expect(page.openMicrophones).toBe(0);
    expect(page.opened).toEqual(nothing);
  });

  it('200 sessions leave no track, context, worker, element, listener or timer', async () => {
    for (let cycle = 0; cycle < 200; cycle++) {
      const session = make({
        sources: [
          { track: 'microphone', subject: 'self' },
          { track: new FakeTrack().asTrack(), subject: 'customer' },
        ],
      });
      const started = session.start();
      const before = page.relay.sockets.length;
      await vi.waitFor(() => expect(page.relay.sockets.length).toBeGreaterThan(before), { interval: 1 });
      page.relay.last.accept();
      page.relay.last.send(sessionReady([0, 0]), 0);
      await started;
      speak(20, 2);
      await session.dispose();
      expect(page.processor.process([[QUANTUM], [QUANTUM]])).toBe(false);
    }
    expect(page.openMicrophones).toBe(0);
    expect(page.opened).toEqual(nothing);
    expect(page.processors.all.every((processor) => processor.isDisconnected)).toBe(true);
    expect(page.scheduler.pending).toBe(0);
    expect(page.workerScheduler.pending).toBe(0);
  });
});

describe('a page that changes under the session', () => {
  it('a microphone that is pulled out is replaced by the system’s other one', async () => {
    const session = await live();
    const seen: string[] = [];
    session.on('device', (event) => seen.push(event.kind === 'track' ? event.change : event.kind));
    page.microphones[0]?.fire('ended');
    await arrives(() => expect(seen).toEqual(['ended', 'replaced']));
    expect(page.openMicrophones).toBe(1);
    await session.dispose();
  });

  it('a track of the page’s own that ends is an error with a code, and the session goes on', async () => {
    const track = new FakeTrack();
    const session = await live({ sources: [{ track: track.asTrack(), subject: 'customer' }] });
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    track.fire('ended');
    expect(errors).toEqual(['track_ended']);
    expect(session.state.kind).toBe('live');
    await session.dispose();
  });

  it('says when devices change', async () => {
    const session = await live();
    const seen: string[] = [];
    session.on('device', (event) => seen.push(event.kind));
    page.changeDevices();
    expect(seen).toEqual(['devices']);
    await session.dispose();
  });

  it('a suspended context is an error that a click repairs', async () => {
    page.contextState = 'suspended';
    const session = make();
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    const started = session.start();
    await arrives(() => expect(page.processors.all).toHaveLength(1));
    await accept();
    await started;
    expect(errors).toEqual(['context_suspended']);
    expect(page.opened.gestures).toBe(1);
    page.contextState = 'running';
    page.click();
    expect(page.opened.gestures).toBe(1); // once() is the environment's affair
    await session.dispose();
    expect(page.opened).toEqual(nothing);
  });

  it('a context that runs with a frozen clock is rebuilt where the clock stood', async () => {
    const session = await live();
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    speak(320);
    await arrives(() => expect(page.relay.last.bodies('audio')).toHaveLength(7));
    await page.scheduler.advance(6_000);
    await arrives(() => expect(page.processors.all).toHaveLength(2));
    expect(errors).toEqual(['context_frozen']);
    expect(page.processor.options.startSample).toBe(7 * 640);
    expect(page.opened).toMatchObject({ contexts: 1, sources: 1 });
    await session.dispose();
    expect(page.opened).toEqual(nothing);
  });
});

describe('options', () => {
  it.each([
    [{ sources: [] }, 'sources'],
    [{ url: 'ftp://relay' }, 'url'],
    [{ assets: { worklet: 'http://[' } }, 'assets.worklet'],
  ])('%j is refused by name', (options, option) => {
    expect(() => make(options)).toThrow(UndertoneError);
    try {
      make(options);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_option', details: { option } });
    }
  });
});
