import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { arrives, NOTHING_OPEN, SessionRig } from '../testing/session-rig.js';
import type { SessionOptions } from './session-options.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('A page that hears by itself', () => {
  it('[RT115] gives its sound to the hearing worker and sends none', async () => {
    const given: number[] = [];
    rig.page.hearing.audio = (_channel, _firstSample, samples) => void given.push(samples.length);
    const session = await rig.live({ privacy: 'features' });
    rig.speak(1_000);
    await arrives(() => expect(given.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(14_000));
    await rig.page.workerScheduler.advance(2_000);
    expect(rig.page.relay.last.bodies('session.hello')).toMatchObject([
      { privacy: 'features', pageModel: { id: 'reader', version: '1' } },
    ]);
    expect(rig.page.relay.last.bodies('audio')).toEqual([]);
    await session.dispose();
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it.each([
    ['the relay’s own', {}, 'https://relay.example/undertone/reader/live.onnx'],
    [
      'the page’s',
      { assets: { worklet: '/undertone/worklet.js', reader: '/models/live.onnx' } },
      'https://page.example/models/live.onnx',
    ],
  ])('loads %s reader', async (_name, options, address) => {
    const readers: string[] = [];
    rig.page.hearing.load = ({ reader }) => {
      readers.push(reader);
      return Promise.resolve({ id: 'reader' });
    };
    const session = await rig.live({ privacy: 'features', url: 'https://relay.example', ...options });
    await session.dispose();
    expect(readers).toEqual([address]);
  });

  it('does not start without a reader, and captures nothing', async () => {
    rig.page.hearing.load = () => Promise.reject(new Error('404'));
    const session = rig.make({ privacy: 'features' });
    await expect(session.start()).rejects.toMatchObject({
      name: 'CaptureError',
      code: 'hearing_unavailable',
      retryable: true,
    });
    expect(rig.page.relay.sockets).toEqual([]);
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });

  it('ends when its worker fails, and sends no sound in its place', async () => {
    rig.page.hearing.audio = () => {
      throw new Error('out of memory');
    };
    const session = await rig.live({ privacy: 'features' });
    rig.speak(200);
    await arrives(() => expect(session.state.kind).toBe('failed'));
    expect(session.state).toMatchObject({ error: { code: 'hearing_failed' } });
    expect(rig.page.relay.last.bodies('audio')).toEqual([]);
  });

  it('takes no other word for it', () => {
    expect(() => rig.make({ privacy: 'feature' } as unknown as Partial<SessionOptions>)).toThrow(
      expect.objectContaining({ code: 'invalid_option', details: { option: 'privacy' } }),
    );
  });
});
