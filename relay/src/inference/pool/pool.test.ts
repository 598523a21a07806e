import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createInferencePool } from './pool.js';
import { InProcessWorker } from '../testing/in-process-host.js';
import { PCM, PoolRig } from '../testing/pool-rig.js';
import { voiceThenSilence } from '../testing/voice.js';

let rig: PoolRig;
beforeEach(async () => {
  rig = await PoolRig.start();
});

describe('scheduling', () => {
  it('opens a stream on the worker with the fewest streams and keeps it there', async () => {
    rig = await PoolRig.start({ workers: 2 });
    for (let i = 0; i < 4; i++) rig.open();
    expect(rig.workers.map(({ received }) => received.length)).toEqual([2, 2]);
  });

  it('measures how long audio waited and how long its processing took', async () => {
    const call = rig.open();
    rig.workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    rig.clock.advance(40);
    rig.workers[0]!.go();
    await call.stream.flush();
    expect(call.results[0]!.timing).toMatchObject({ totalMs: 40, queueMs: 40, inferenceMs: 0 });
  });

  it('reports once that results are late, and once that they are on time again', async () => {
    const call = rig.open();
    rig.workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    rig.clock.advance(2_000);
    expect(call.faults).toMatchObject([{ kind: 'behind' }]);
    rig.workers[0]!.go();
    await call.stream.flush();
    rig.clock.advance(500);
    expect(call.faults.map(({ kind }) => kind)).toEqual(['behind', 'caught_up']);
  });

  it('ends a stream when its results are 10 s late', async () => {
    rig = await PoolRig.start({ hangMs: 60_000 });
    const call = rig.open();
    rig.workers.at(-1)!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    rig.clock.advance(11_000);
    await call.stream.flush();
    expect(call.faults.at(-1)).toMatchObject({ kind: 'fatal', code: 'overloaded' });
  });

  it('refuses new streams while admitted streams wait', () => {
    const call = rig.open();
    rig.workers[0]!.stalled = true;
    call.speak(voiceThenSilence(0.25, 0));
    rig.clock.advance(800);
    expect(() => rig.open()).toThrow(expect.objectContaining({ code: 'overloaded', retryable: true }));
    expect(rig.pool.stats().admission).toBe('busy');
  });

  it('refuses an invalid stream specification', () => {
    expect(() => rig.open({ channels: [] })).toThrow(expect.objectContaining({ code: 'bad_spec' }));
    expect(() => rig.open({ intervalMs: NaN })).toThrow(expect.objectContaining({ code: 'bad_spec' }));
    expect(() => rig.open({ channels: [{ ...PCM, sampleRate: 4e9 }] })).toThrow(
      expect.objectContaining({ code: 'bad_spec' }),
    );
  });
});

describe('the pool as a whole', () => {
  it('knows the model once a worker is ready', () => {
    expect(rig.pool.model()).toMatchObject({
      id: rig.model.metadata.id,
      version: rig.model.metadata.version,
    });
  });

  it('accepts no streams after close and stops its workers', async () => {
    const call = rig.open();
    await Promise.all([rig.pool.close(), rig.pool.close()]);
    expect(rig.workers[0]!.alive).toBe(false);
    expect(() => rig.open()).toThrow(expect.objectContaining({ code: 'closed' }));
    expect(() => call.stream.nextSample(0)).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  it('asks a worker that is still loading to end, because killing a thread inside the runtime ends the process', async () => {
    const loading = new InProcessWorker(rig.model, rig.clock.now);
    const kill = vi.spyOn(loading, 'kill');
    const early = createInferencePool({ workers: 1, clock: rig.clock, spawn: () => loading });
    early.ready().catch(() => undefined);
    await early.close();
    expect(loading.alive).toBe(false);
    expect(kill).not.toHaveBeenCalled();
  });
});

describe('recordings', () => {
  it('do not count for lateness, so live streams are admitted beside them', async () => {
    const file = rig.open({ kind: 'file' });
    rig.workers[0]!.stalled = true;
    file.speak(voiceThenSilence(1, 0, 3));
    rig.clock.advance(3_000);
    expect(rig.pool.stats()).toMatchObject({ admission: 'ok', oldestMs: 0, outstandingChunks: 4 });
    expect(() => rig.open()).not.toThrow();
    rig.workers[0]!.go();
    await file.stream.finish();
    expect(file.faults).toEqual([]);
    expect(file.results.at(-1)?.wholeProsody).toBeDefined();
  });
});
