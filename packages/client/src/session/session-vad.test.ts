import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { arrives, NOTHING_OPEN, SessionRig, VAD_ASSETS } from '../testing/session-rig.js';
import { loadRemoteModels } from '../vad/remote-models.js';
import type { SessionOptions } from './session-options.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
  rig.page.loadModels = (page) => loadRemoteModels(page, VAD_ASSETS, 1);
});

/** A live session, the detectors in use over time, and the detector of each start of speech. */
const live = async (options: Partial<SessionOptions> = {}) => {
  const session = rig.make(options);
  const sources: string[] = [];
  const starts: string[] = [];
  session.on('vad', (event) => {
    if (event.kind === 'source') sources.push(`${event.source}: ${event.reason}`);
    else if (event.kind === 'start') starts.push(event.source);
  });
  const started = session.start();
  await rig.accept();
  await started;
  return { session, sources, starts };
};

const speechArrives = async () => {
  rig.speak(320);
  await arrives(() => expect(rig.page.relay.last.bodies('audio')).toHaveLength(7));
};

/** Waits until all speech so far has arrived, in frames without a hole between them. */
const everySampleArrives = async (spokenMs: number): Promise<void> => {
  // This is faster than real time, so the pacer needs time to pass.
  await arrives(async () => {
    await rig.page.workerScheduler.advance(100);
    let end = 0;
    for (const { firstSample, sampleCount } of rig.page.relay.last.bodies('audio')) {
      expect(firstSample).toBe(end);
      end += sampleCount;
    }
    expect(end).toBeGreaterThan(spokenMs * 16 - 2 * 640);
  });
  expect(rig.page.relay.last.bodies('audio.gap')).toEqual([]);
};

describe('The worker of the neural detector', () => {
  it('is started by the page, gets sound from the transport worker, and ends with the session', async () => {
    const { session, sources, starts } = await live();
    await arrives(() => expect(sources.at(-1)).toBe('silero: the model is loaded'));
    expect(rig.page.opened.workers).toBe(2);
    await speechArrives();
    await arrives(() => expect(starts).toContain('silero'));
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('is not started when the energy detector is chosen', async () => {
    const { session, sources } = await live({ vad: 'energy' });
    await arrives(() => expect(sources).toEqual(['energy: chosen by the page']));
    expect(rig.page.opened.workers).toBe(1);
    await session.dispose();
  });

  it.each([
    ['missing', 'energy: the model could not be loaded: its worker failed: 404'],
    ['refused', 'energy: the model could not be loaded: not from here'],
  ] as const)('that is %s leaves the decision to the energy detector', async (failure, reason) => {
    rig.page.failing.vadWorker = failure;
    const { session, sources } = await live();
    await arrives(() => expect(sources.at(-1)).toBe(reason));
    await speechArrives();
    expect(session.state.kind).toBe('live');
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('delays no audio if it never answers, and ends with the session', async () => {
    rig.page.vad = { ...rig.page.vad, load: () => new Promise(() => undefined) };
    const { session, sources } = await live();
    await arrives(() => expect(rig.page.opened.workers).toBe(2));
    await speechArrives();
    expect(sources).toEqual(['energy: the model is loading']);
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it.each([
    ['throws', 'its worker failed: out of memory', 320],
    ['dies', 'it does not answer', 4_000],
  ] as const)(
    'that %s later is replaced by the energy detector and is terminated',
    async (how, reason, ms) => {
      const { session, sources, starts } = await live();
      await arrives(() => expect(sources.at(-1)).toBe('silero: the model is loaded'));
      await speechArrives();
      await arrives(() => expect(starts).toContain('silero'));
      rig.page.breakVad(how);
      rig.speak(ms);
      await arrives(() => expect(sources.slice(2)).toEqual([`energy: the model failed: ${reason}`]));
      await arrives(() => expect(rig.page.opened.workers).toBe(1));
      rig.speak(320);
      await everySampleArrives(320 + ms + 320);
      expect(session.state.kind).toBe('live');
      await session.dispose();
      expect(rig.page.opened).toEqual(NOTHING_OPEN);
    },
  );

  it('is not started when it is requested after the session has ended', async () => {
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    rig.page.loadModels = async (page) => {
      await asked;
      return loadRemoteModels(page, VAD_ASSETS, 1);
    };
    const { session } = await live();
    await session.dispose();
    ask();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });
});
