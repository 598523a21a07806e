import type { ServerBody } from '@undertone/protocol';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeTrack } from '../testing/fake-page.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { sessionReady } from '../testing/scripted-relay.js';
import { arrives, NOTHING_OPEN, QUANTUM, SessionRig } from '../testing/session-rig.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('The end of a session', () => {
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

  it('[RT38] brings the last samples, then the summary, and releases everything', async () => {
    const session = await rig.live();
    rig.speak(50);
    const ending = session.end({ resolved: true });
    await arrives(() => expect(rig.page.relay.last.bodies('session.end')).toHaveLength(1));
    const last = rig.page.relay.last.bodies('audio').at(-1);
    expect((last?.firstSample ?? 0) + (last?.sampleCount ?? 0)).toBeGreaterThan(640);
    rig.page.relay.last.send(summary);
    await expect(ending).resolves.toMatchObject({
      reason: 'ended_by_client',
      summary: { utteranceCount: 3 },
    });
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
    expect(rig.page.openMicrophones).toBe(0);
  });

  it('[RT37] resolves flush with the position reached', async () => {
    const session = await rig.live();
    rig.speak(100);
    const flushed = session.flush();
    await arrives(() => expect(rig.page.relay.last.bodies('flush')).toHaveLength(1));
    rig.page.relay.last.send({ kind: 'flushed', value: { throughSample: [1_600] } });
    await expect(flushed).resolves.toEqual([100]);
    await session.dispose();
  });

  it('fails with the relay’s own error and releases everything when the relay refuses', async () => {
    const session = await rig.live();
    const ended = session.end.bind(session);
    rig.page.relay.last.send({
      kind: 'error',
      value: { code: 'insufficient_credits', message: 'the wallet is empty', fatal: true, retryable: false },
    });
    rig.page.relay.last.drop(4402, 'insufficient_credits');
    await arrives(() =>
      expect(session.state).toMatchObject({ kind: 'failed', error: { code: 'insufficient_credits' } }),
    );
    await expect(ended()).rejects.toMatchObject({ code: 'insufficient_credits', family: 'relay' });
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('refuses an API key in the page by name and never sends it', async () => {
    const session = rig.make({ getToken: () => Promise.resolve('psk_live_0123456789') });
    await expect(session.start()).rejects.toMatchObject({
      code: 'psk_in_browser',
      family: 'credential',
      retryable: false,
    });
    expect(rig.page.relay.sockets).toHaveLength(0);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it.each([
    ['NotAllowedError', 'microphone_denied'],
    ['NotFoundError', 'microphone_not_found'],
    ['NotReadableError', 'microphone_in_use'],
    ['OverconstrainedError', 'microphone_constraints'],
    ['SomethingElse', 'microphone_failed'],
  ])('reports the browser’s %s as %s', async (name, code) => {
    rig.page.failing.microphone = new DOMException('no', name);
    await expect(rig.make().start()).rejects.toMatchObject({ code, family: 'capture' });
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('fails the start and stops the microphone when the worklet is blocked', async () => {
    rig.page.failing.worklet = new DOMException('blocked by CSP', 'AbortError');
    await expect(rig.make().start()).rejects.toMatchObject({ code: 'worklet_blocked' });
    expect(rig.page.openMicrophones).toBe(0);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('does not follow from a missing prosody.js, which is only reported', async () => {
    rig.page.failing.prosody = new DOMException('missing', 'AbortError');
    const session = rig.make();
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    const started = session.start();
    await rig.accept();
    await started;
    await arrives(() => expect(errors).toEqual(['prosody_unavailable']));
    expect(session.state.kind).toBe('live');
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('fails the start and stops the microphone when the worker is blocked', async () => {
    rig.page.failing.worker = true;
    await expect(rig.make().start()).rejects.toMatchObject({ code: 'worker_blocked' });
    expect(rig.page.openMicrophones).toBe(0);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('does not stop a track of the page', async () => {
    const track = new FakeTrack();
    const session = await rig.live({ sources: [{ track: track.asTrack(), subject: 'customer' }] });
    await session.dispose();
    expect(track.readyState).toBe('live');
    expect(track.listenerCount).toBe(0);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('comes when the signal aborts', async () => {
    const abort = new AbortController();
    const session = await rig.live({ signal: abort.signal });
    abort.abort();
    await arrives(() => expect(session.state).toMatchObject({ kind: 'ended', reason: 'disposed' }));
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('can come from dispose before the start, twice, and during a start', async () => {
    const never = rig.make();
    await never.dispose();
    await never.dispose();
    const early = rig.make();
    const started = early.start();
    const disposed = early.dispose();
    await expect(started).rejects.toMatchObject({ code: 'aborted' });
    await disposed;
    expect(rig.page.openMicrophones).toBe(0);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('is the last thing that a page hears: what is still on its way tells nobody', async () => {
    const session = await rig.live();
    const heard: string[] = [];
    session.on('message', ({ kind }) => heard.push(kind));
    session.on('ended', ({ reason }) => heard.push(reason));
    rig.page.relay.last.send({ kind: 'warning', value: { code: 'low_snr', message: '', detail: {} } });
    await session.dispose();
    expect(heard).toEqual(['disposed']);
  });

  it('rejects a start that waits for a worker which is gone', async () => {
    const session = rig.make({ getToken: () => new Promise(() => undefined) });
    const started = session.start();
    await arrives(() => expect(session.state.kind).toBe('connecting'));
    rig.page.crashWorker();
    const refused = expect(started).rejects.toMatchObject({ code: 'worker_crashed', retryable: true });
    await arrives(() => expect(rig.page.scheduler.pending).toBeGreaterThan(0));
    await rig.page.scheduler.advance(1_000);
    await refused;
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('rejects a start that waits for an answer about the microphone, and closes one that comes later', async () => {
    const track = new FakeTrack();
    let allow: (stream: MediaStream) => void = () => undefined;
    const session = rig.make({}, { getUserMedia: () => new Promise((resolve) => (allow = resolve)) });
    const refused = expect(session.start()).rejects.toMatchObject({ code: 'aborted' });
    await session.dispose();
    await refused;
    allow({ getAudioTracks: () => [track.asTrack()] } as MediaStream);
    await arrives(() => expect(track.readyState).toBe('ended'));
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('leaves no track, context, worker, element, listener or timer after 200 sessions', async () => {
    for (let cycle = 0; cycle < 200; cycle++) {
      const session = rig.make({
        sources: [
          { track: 'microphone', subject: 'self' },
          { track: new FakeTrack().asTrack(), subject: 'customer' },
        ],
      });
      const started = session.start();
      const before = rig.page.relay.sockets.length;
      await vi.waitFor(() => expect(rig.page.relay.sockets.length).toBeGreaterThan(before), { interval: 1 });
      rig.page.relay.last.accept();
      rig.page.relay.last.send(sessionReady([0, 0]), 0);
      await started;
      rig.speak(20, 2);
      await session.dispose();
      expect(rig.page.processor.process([[QUANTUM], [QUANTUM]])).toBe(false);
    }
    expect(rig.page.openMicrophones).toBe(0);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
    expect(rig.page.processors.all.every((processor) => processor.isDisconnected)).toBe(true);
    expect(rig.page.scheduler.pending).toBe(0);
    expect(rig.page.workerScheduler.pending).toBe(0);
  });
});
