import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeTrack } from '../testing/fake-page.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { createSession } from './create-session.js';
import { arrives, NOTHING_OPEN, SessionRig } from '../testing/session-rig.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('A page that changes during a session', () => {
  it('replaces a microphone that is unplugged with another one of the system', async () => {
    const session = await rig.live();
    const seen: string[] = [];
    session.on('device', (event) => seen.push(event.kind === 'track' ? event.change : event.kind));
    rig.page.microphones[0]?.fire('ended');
    await arrives(() => expect(seen).toEqual(['ended', 'replaced']));
    expect(rig.page.openMicrophones).toBe(1);
    await session.dispose();
  });

  it('asks for a microphone again each time devices change while none is left', async () => {
    const session = await rig.live();
    const seen: string[] = [];
    session.on('device', (event) => seen.push(event.kind === 'track' ? event.change : event.kind));
    session.on('error', ({ code, details }) => seen.push(`${code} ${details['channel']}`));
    rig.page.failing.microphone = new DOMException('none', 'NotFoundError');
    rig.page.microphones[0]?.fire('ended');
    await arrives(() => expect(seen).toEqual(['ended', 'microphone_not_found 0']));
    delete rig.page.failing.microphone;
    rig.page.changeDevices();
    rig.page.changeDevices();
    await arrives(() => expect(seen.slice(2)).toEqual(['devices', 'devices', 'replaced']));
    expect(rig.page.microphones).toHaveLength(2);
    rig.page.changeDevices();
    expect(rig.page.microphones).toHaveLength(2);
    await session.dispose();
    expect(rig.page.openMicrophones).toBe(0);
  });

  it('reports an ended track of the page as an error with a code, and the session stays live', async () => {
    const track = new FakeTrack();
    const session = await rig.live({ sources: [{ track: track.asTrack(), subject: 'customer' }] });
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    track.fire('ended');
    expect(errors).toEqual(['track_ended']);
    expect(session.state.kind).toBe('live');
    await session.dispose();
  });

  it('keeps a silent track open: zeros are mixed in until it ends', async () => {
    const tracks = [new FakeTrack(), new FakeTrack()];
    const session = await rig.live({
      sources: [
        { track: tracks[0]!.asTrack(), subject: 'customer' },
        { track: tracks[1]!.asTrack(), subject: 'agent' },
      ],
    });
    expect([...rig.page.zeroedInputs]).toEqual([0, 1]);
    await session.replaceTrack(0, new FakeTrack().asTrack());
    expect([...rig.page.zeroedInputs].sort()).toEqual([0, 1]);
    tracks[1]?.fire('ended');
    expect([...rig.page.zeroedInputs]).toEqual([0]);
    await session.dispose();
    expect([...rig.page.zeroedInputs]).toEqual([]);
  });

  it.each([undefined, new Blob()])(
    'says of %s in the place of a track that it carries no sound',
    async (track) => {
      const session = rig.make({ sources: [{ track: track as never, subject: 'customer' }] });
      await expect(session.start()).rejects.toMatchObject({ code: 'track_not_audio' });
    },
  );

  it('knows no channel that it was not given', async () => {
    const session = await rig.live();
    const refused = { code: 'invalid_option', message: 'channel must name a channel' };
    expect(() => session.mute(1)).toThrow(expect.objectContaining(refused));
    expect(() => session.unmute(1)).toThrow(expect.objectContaining(refused));
    await expect(session.replaceTrack(1, 'microphone')).rejects.toMatchObject(refused);
    await session.dispose();
  });

  it('replaces no track that is still being opened, which would then stay open', async () => {
    const session = rig.make();
    const started = session.start();
    await expect(session.replaceTrack(0, new FakeTrack().asTrack())).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await rig.accept();
    await started;
    await session.dispose();
    expect(rig.page.openMicrophones).toBe(0);
  });

  it('reports that devices changed', async () => {
    const session = await rig.live();
    const seen: string[] = [];
    session.on('device', (event) => seen.push(event.kind));
    rig.page.changeDevices();
    expect(seen).toEqual(['devices']);
    await session.dispose();
  });

  it('reports a suspended context as an error, and a click repairs it', async () => {
    rig.page.contextState = 'suspended';
    const session = rig.make();
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    const started = session.start();
    await arrives(() => expect(rig.page.processors.all).toHaveLength(1));
    await rig.accept();
    await started;
    expect(errors).toEqual(['context_suspended']);
    expect(rig.page.opened.gestures).toBe(1);
    rig.page.click(); // as the first event of a touch, which lets no sound in yet
    expect(rig.page.opened.gestures).toBe(1);
    rig.page.click();
    rig.page.changeContext('running');
    expect(rig.page.opened.gestures).toBe(0);
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('starts the audio context before a worker loads, while the click still allows it', async () => {
    const environment = rig.page.environment();
    const order: string[] = [];
    const session = createSession(
      {
        getToken: () => Promise.resolve('token'),
        sources: [{ track: new FakeTrack().asTrack(), subject: 'customer' }],
      },
      {
        ...environment,
        createAudioContext: () => {
          const context = environment.createAudioContext();
          order.push('context');
          return Object.assign(context, {
            resume: () => {
              order.push('resume');
              return Promise.resolve();
            },
          });
        },
        createWorker: (url, name) => {
          order.push(name);
          return environment.createWorker(url, name);
        },
      },
    );
    const started = session.start();
    await rig.accept();
    await started;
    expect(order.slice(0, 3)).toEqual(['context', 'resume', 'undertone-transport']);
    expect(rig.page.opened.contexts).toBe(1);
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('says of a page that is not secure that no sound can be captured there', async () => {
    const sources = [{ track: new FakeTrack().asTrack(), subject: 'customer' as const }];
    const insecure = rig.make({ sources }, { isSecureContext: false });
    await expect(insecure.start()).rejects.toMatchObject({ code: 'insecure_context' });
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('rebuilds a frozen context three times, then says once that it does not help', async () => {
    const session = await rig.live();
    const errors: string[] = [];
    session.on('error', ({ code, retryable }) => errors.push(`${code} ${retryable}`));
    for (let contexts = 2; contexts <= 4; contexts++) {
      await rig.page.scheduler.advance(6_000);
      await arrives(() => expect(rig.page.processors.all).toHaveLength(contexts));
    }
    for (let seconds = 0; seconds < 20; seconds++) await rig.page.scheduler.advance(1_000);
    expect(errors).toEqual([...Array<string>(3).fill('context_frozen true'), 'context_failed false']);
    await session.dispose();
  });

  it('tries until there is an audio graph again, and says that there was none', async () => {
    const session = await rig.live();
    const seen: string[] = [];
    session.on('error', ({ code, retryable }) => seen.push(`${code} ${retryable}`));
    session.on('device', (event) => seen.push(event.kind === 'context' ? event.state : event.kind));
    rig.page.failing.worklet = new TypeError('Failed to fetch');
    await rig.page.scheduler.advance(4_000);
    await arrives(() => expect(seen).toEqual(['context_frozen true', 'context_failed true']));
    await rig.page.scheduler.advance(12_000);
    expect(rig.page.processors.all).toHaveLength(1);
    expect(rig.page.opened.contexts).toBe(0);
    delete rig.page.failing.worklet;
    await rig.page.scheduler.advance(5_000);
    await arrives(() => expect(seen.slice(2)).toEqual(['running']));
    await arrives(() => expect(rig.page.processors.all).toHaveLength(2));
    // The new processor hears before it has been told where to send it.
    await arrives(() => {
      rig.speak(40);
      expect(rig.page.relay.last.bodies('audio')).not.toEqual([]);
    });
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('makes no other audio graph for a session that is over', async () => {
    const session = await rig.live();
    rig.page.failing.worklet = new TypeError('Failed to fetch');
    await rig.page.scheduler.advance(4_000);
    await session.dispose();
    delete rig.page.failing.worklet;
    await rig.page.scheduler.advance(12_000);
    expect(rig.page.processors.all).toHaveLength(1);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('rebuilds a context whose clock is frozen, and the clock continues from there', async () => {
    const session = await rig.live();
    const errors: string[] = [];
    session.on('error', (error) => errors.push(error.code));
    rig.speak(320);
    await arrives(() => expect(rig.page.relay.last.bodies('audio')).toHaveLength(7));
    await rig.page.scheduler.advance(6_000);
    await arrives(() => expect(rig.page.processors.all).toHaveLength(2));
    expect(errors).toEqual(['context_frozen']);
    expect(rig.page.processor.options.startSample).toBe(7 * 640);
    expect(rig.page.opened).toMatchObject({ contexts: 1, sources: 1 });
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });
});
