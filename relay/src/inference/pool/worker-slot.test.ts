import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PoolRig, turns } from '../testing/pool-rig.js';
import { voiceThenSilence } from '../testing/voice.js';

let rig: PoolRig;
beforeEach(async () => {
  rig = await PoolRig.start();
});

describe('a worker that dies or hangs', () => {
  it('is started again, and its unanswered audio is analyzed by the next one', async () => {
    const onTrouble = vi.fn();
    rig = await PoolRig.start({ onTrouble });
    const call = rig.open();
    rig.workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.5, 0));
    rig.workers[0]!.die('out of memory');
    rig.clock.advance(1);
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-8000']);
    expect(call.faults).toMatchObject([{ kind: 'degraded', reason: 'worker_restarted' }]);
    expect(call.faults[0]).toHaveProperty('message', expect.stringContaining('out of memory'));
    expect(onTrouble.mock.calls).toEqual([[{ kind: 'worker_died', cause: 'out of memory' }]]);
    expect(rig.pool.stats().restarts).toBe(1);
  });

  it('makes audio count as lost when two workers died on it, and analysis continues after it', async () => {
    const call = rig.open();
    rig.workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    rig.workers[0]!.die('first');
    rig.clock.advance(1);
    rig.workers[1]!.die('second');
    rig.clock.advance(300);
    await turns();
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['lost 0-4000', 'audio 4000-8000']);
  });

  it('is killed when it does not answer in time', async () => {
    const call = rig.open();
    rig.workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    rig.clock.advance(5_600);
    expect(rig.workers[0]!.alive).toBe(false);
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4000']);
  });

  it('is not killed when the whole process was stopped', () => {
    const call = rig.open();
    rig.workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    rig.clock.freeze(60_000);
    expect(rig.workers[0]!.alive).toBe(true);
    expect(call.faults).toEqual([]);
  });

  it('ends its streams when no worker stays alive, and serves new streams when one runs again', async () => {
    const call = rig.open();
    for (let i = 0; i < 5; i++) {
      rig.workers.at(-1)!.die('crash');
      rig.clock.advance(5_000);
    }
    expect(call.faults.at(-1)).toMatchObject({ kind: 'fatal', code: 'inference_failed' });
    await turns();
    const next = rig.open();
    next.speak(voiceThenSilence(0.25, 0));
    await next.stream.flush();
    expect(next.results).toHaveLength(1);
  });

  it('is not used while it is down', async () => {
    rig.workers[0]!.die('crash');
    expect(() => rig.open()).toThrow(expect.objectContaining({ code: 'model_unavailable', retryable: true }));
    rig.clock.advance(1);
    await turns(1);
    expect(rig.open().stream.nextSample(0)).toBe(0);
  });
});
