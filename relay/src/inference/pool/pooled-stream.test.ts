import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamSpec } from '../port.js';
import { PCM, PoolRig, turns } from '../testing/pool-rig.js';
import { bytesOf, voiceThenSilence } from '../testing/voice.js';

let rig: PoolRig;
beforeEach(async () => {
  rig = await PoolRig.start();
});

describe('audio in, results out', () => {
  it('[RT27] gives a result for every interval of audio, without holes', async () => {
    const call = rig.open();
    call.speak(voiceThenSilence(1, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual([
      'audio 0-4000',
      'audio 4000-8000',
      'audio 8000-12000',
      'audio 12000-16000',
    ]);
    expect(call.results[1]).toMatchObject({ startMs: 250, endMs: 500, speech: true, channel: 0 });
    expect(call.results[3]!.emotion).toBeDefined();
    expect(call.results[3]!.prosody!.pitch.mean).toBeGreaterThan(100);
  });

  it('rounds the interval up to whole blocks of the model', async () => {
    const call = rig.open({ intervalMs: 260 });
    call.speak(voiceThenSilence(0.6, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4800', 'audio 4800-9600']);
  });

  it('[RT37] analyzes what is buffered on flush and continues after it', async () => {
    const call = rig.open();
    call.speak(voiceThenSilence(0.1, 0));
    await call.stream.flush();
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-1600', 'audio 1600-5600']);
  });

  it('[RT38] analyzes the last audio on finish and accepts none after it', async () => {
    const call = rig.open();
    call.speak(voiceThenSilence(0.3, 0));
    await call.stream.finish();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-4800']);
    expect(call.results[1]!.vadEvents.map(({ kind }) => kind)).toContain('end');
  });

  it('ends speech on finish even if nothing was buffered', async () => {
    const call = rig.open();
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.finish();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-8000', 'audio 8000-8000']);
    expect(call.results[2]!.vadEvents.map(({ kind }) => kind)).toEqual(['end']);
  });

  it('[RT26] keeps the state of two channels apart', async () => {
    const call = rig.open({ channels: [PCM, PCM] });
    call.speak(voiceThenSilence(1, 0), 0);
    call.speak(new Int16Array(16_000), 1);
    await call.stream.finish();
    const [first, second] = [0, 1].map((channel) =>
      call.results.filter((result) => result.channel === channel),
    );
    expect(first!.some(({ speech }) => speech)).toBe(true);
    expect(second!.some(({ speech, emotion }) => speech || emotion !== undefined)).toBe(false);
  });

  it('[RT22] moves the clock over a declared gap, after what came before it', async () => {
    const call = rig.open();
    call.speak(voiceThenSilence(0.1, 0));
    call.stream.gap(0, 1_600, 32_000);
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-1600', 'gap 1600-33600', 'audio 33600-37600']);
    expect(call.results[2]!.startMs).toBe(2_100);
  });

  it('treats a jump ahead as a gap, and refuses past samples and half samples', async () => {
    const call = rig.open();
    call.stream.push(0, 800, new Uint8Array(8_000));
    await call.stream.flush();
    expect(call.spans()).toEqual(['gap 0-800', 'audio 800-4800']);
    expect(() => call.stream.push(0, 0, new Uint8Array(2))).toThrow(
      expect.objectContaining({ code: 'bad_span' }),
    );
    expect(() => call.stream.push(0, 4_800, new Uint8Array(3))).toThrow(
      expect.objectContaining({ code: 'bad_span' }),
    );
    expect(() => call.stream.push(1, 0, new Uint8Array(2))).toThrow(
      expect.objectContaining({ code: 'bad_span' }),
    );
  });

  it('[RT17] never shows a worker the audio of a channel that must not be analyzed', async () => {
    const call = rig.open({ channels: [{ ...PCM, analyse: false }] });
    call.speak(voiceThenSilence(0.08, 0));
    expect(call.results).toEqual([]);
    await call.stream.finish();
    expect(call.spans()).toEqual(['excluded 0-640', 'excluded 640-1280']);
    expect(call.results[0]!.prosody).toBeUndefined();
    expect(rig.workers[0]!.received).not.toContain('chunk');
  });

  it('continues where an earlier process stopped', async () => {
    const call = rig.open({ channels: [{ ...PCM, firstSample: 160_000 }] });
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 160000-164000', 'audio 164000-168000']);
    expect(call.results.flatMap(({ vadEvents }) => vadEvents)[0]!.atMs).toBeGreaterThan(10_000);
  });

  it('[RT45] ends a result where those of an earlier process end, also within a gap', async () => {
    for (const silent of [false, true]) {
      const call = rig.open({ channels: [{ ...PCM, firstSample: 0, cutSample: 6_000 }] });
      if (silent) call.stream.gap(0, 0, 8_000);
      else call.stream.push(0, 0, new Uint8Array(16_000));
      await call.stream.flush();
      const ends = call.results.map(({ endSample }) => endSample);
      expect(ends).toEqual(silent ? [6_000, 8_000] : [4_000, 6_000, 8_000]);
    }
  });

  it('applies a new interval and new features from the next chunk on', async () => {
    const call = rig.open();
    call.speak(voiceThenSilence(0.25, 0));
    call.stream.update({ intervalMs: 500, features: ['prosody'] });
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.flush();
    expect(call.spans()).toEqual(['audio 0-4000', 'audio 4000-12000']);
    expect(rig.model.batches.length).toBeLessThanOrEqual(1);
  });

  it('[RT23] ends a stream whose samples are not finite', async () => {
    const call = rig.open({ channels: [{ ...PCM, encoding: 'pcm_f32le' }] });
    call.stream.push(0, 0, bytesOf(new Float32Array(4_000).fill(NaN)));
    await call.stream.flush();
    expect(call.faults).toMatchObject([{ kind: 'fatal', code: 'undecodable_audio', channel: 0 }]);
    expect(() => call.stream.push(0, 4_000, new Uint8Array(2))).toThrow(
      expect.objectContaining({ code: 'closed' }),
    );
  });

  it('reports audio on which the model failed, and gives no emotion for it', async () => {
    rig.model.failWhen(() => 'nan');
    const call = rig.open();
    call.speak(voiceThenSilence(0.25, 0));
    await call.stream.flush();
    expect(call.faults).toMatchObject([{ kind: 'degraded', reason: 'model_failed', channel: 0 }]);
    expect(call.results[0]).toMatchObject({ modelFault: 'non_finite' });
    expect(call.results[0]!.emotion).toBeUndefined();
  });

  it('tells the operator what the model threw', async () => {
    const onTrouble = vi.fn();
    rig = await PoolRig.start({ onTrouble });
    rig.model.failWhen(() => 'throw');
    const call = rig.open();
    call.speak(voiceThenSilence(0.5, 0));
    await call.stream.flush();
    expect(call.results[0]).toMatchObject({ modelFault: 'threw' });
    // Once, though the model failed on two spans.
    expect(onTrouble.mock.calls).toEqual([[{ kind: 'model_failed', cause: 'the model threw' }]]);
  });

  it('gives its worker the model and the knowledge that it is heard with', () => {
    const tuning: StreamSpec['tuning'] = {
      labels: [{ name: 'sour', as: 'angry', kind: 'new', base: undefined }],
      heads: { live: { means: [[0]], line: { precision: [1], weighted: [0] }, calibration: 1 } },
    };
    const known = [undefined];
    rig.workers[0]!.stalled = true;
    const post = vi.spyOn(rig.workers[0]!, 'post');
    rig.open({ tuning, known, embeddings: true });
    expect(post).toHaveBeenLastCalledWith(
      expect.objectContaining({ kind: 'open', tuning, known, embeddings: true, priority: 'live' }),
    );
    rig.open();
    const plain = post.mock.lastCall?.[0];
    expect(plain).toMatchObject({ kind: 'open', embeddings: false });
    expect(plain).not.toHaveProperty('tuning');
    expect(plain).not.toHaveProperty('known');
  });

  it('calls no listener after close', async () => {
    const call = rig.open();
    call.speak(voiceThenSilence(0.5, 0));
    const flushed = call.stream.flush();
    call.stream.close();
    await flushed;
    await turns();
    expect(call.results).toEqual([]);
    expect(rig.pool.stats()).toMatchObject({ streams: 0, outstandingChunks: 0 });
  });
});
