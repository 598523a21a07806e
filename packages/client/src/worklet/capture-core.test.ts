import { describe, expect, it } from 'vitest';
import { CaptureCore, FRAME_SAMPLES, type CaptureCoreOptions } from './capture-core.js';
import { EdgeAnalysis } from './edge-analysis.js';
import type { CaptureFrame, CaptureGap, CaptureSink, CaptureVad, EdgeProsody } from './capture-messages.js';

const QUANTUM = 128;

class Recorder implements CaptureSink {
  readonly frames: CaptureFrame[] = [];
  readonly gaps: CaptureGap[] = [];
  readonly events: CaptureVad[] = [];
  readonly reports: EdgeProsody[] = [];
  readonly clocks: { channel: number; sample: number }[] = [];

  audio(frame: Readonly<CaptureFrame>): void {
    this.frames.push({ ...frame, samples: frame.samples.slice() });
  }

  gap(gap: Readonly<CaptureGap>): void {
    this.gaps.push({ ...gap });
  }

  vad(vad: CaptureVad): void {
    this.events.push(vad);
  }

  prosody(prosody: Readonly<EdgeProsody>): void {
    this.reports.push({ ...prosody });
  }

  clock(channel: number, sample: number): void {
    this.clocks.push({ channel, sample });
  }

  /** Everything that the core passed on, in order. Each sample is in exactly one piece. */
  pieces(): { firstSample: number; sampleCount: number }[] {
    return [...this.frames, ...this.gaps].sort((left, right) => left.firstSample - right.firstSample);
  }

  expectSeamless(fromSample = 0): number {
    let next = fromSample;
    for (const { firstSample, sampleCount } of this.pieces()) {
      expect(firstSample).toBe(next);
      next += sampleCount;
    }
    return next;
  }
}

const make = (options: Partial<CaptureCoreOptions> = {}): { core: CaptureCore; sink: Recorder } => {
  const sink = new Recorder();
  const core = new CaptureCore(
    { channel: 0, inputRateHz: 48_000, isAgent: false, nowUs: () => 7, ...options },
    sink,
  );
  core.analyze((channel, onEvent) => new EdgeAnalysis(channel, onEvent));
  return { core, sink };
};

/** A voice-like tone with overtones. */
const play = (
  core: CaptureCore,
  ms: number,
  { rateHz = 48_000, amplitude = 0.4, f0Hz = 150, from = 0 } = {},
): void => {
  const quanta = Math.round((ms * rateHz) / 1000 / QUANTUM);
  for (let quantum = 0; quantum < quanta; quantum++) {
    const input = new Float32Array(QUANTUM);
    for (let i = 0; i < QUANTUM; i++) {
      const time = (from + quantum * QUANTUM + i) / rateHz;
      let value = 0;
      for (let overtone = 1; overtone <= 8; overtone++)
        value += Math.sin(2 * Math.PI * f0Hz * overtone * time) / overtone;
      input[i] = (amplitude * value) / 2;
    }
    core.process(input, QUANTUM);
  }
};

const silence = (core: CaptureCore, quanta: number): void => {
  for (let quantum = 0; quantum < quanta; quantum++) core.process(undefined, QUANTUM);
};

describe('The capture core', () => {
  it.each([8_000, 16_000, 44_100, 48_000, 96_000])(
    'makes 40 ms frames without a hole or overlap at %i Hz',
    (inputRateHz) => {
      const { core, sink } = make({ inputRateHz });
      play(core, 1_000, { rateHz: inputRateHz });
      expect(sink.frames.length).toBeGreaterThanOrEqual(23);
      expect(sink.frames.every((frame) => frame.sampleCount === FRAME_SAMPLES)).toBe(true);
      const end = sink.expectSeamless();
      expect(core.sample - end).toBeLessThan(FRAME_SAMPLES);
      expect(core.sample).toBeGreaterThan(15_900);
      expect(core.sample).toBeLessThanOrEqual(16_128);
    },
  );

  it('keeps level, sign and full scale of the sound', () => {
    const { core, sink } = make({ inputRateHz: 16_000 });
    core.process(new Float32Array(QUANTUM).fill(0.5), QUANTUM);
    core.process(new Float32Array(QUANTUM).fill(-2), QUANTUM);
    core.process(new Float32Array(QUANTUM).fill(2), QUANTUM);
    core.flush();
    const samples = sink.frames[0]?.samples ?? new Int16Array();
    expect([samples[0], samples[QUANTUM], samples[2 * QUANTUM]]).toEqual([16_384, -32_768, 32_767]);
  });

  it('measures pitch and speech in what it passes on', () => {
    const { core, sink } = make();
    play(core, 1_000, { f0Hz: 150 });
    const report = sink.reports.at(-1);
    expect(report?.f0Hz).toBeGreaterThan(149);
    expect(report?.f0Hz).toBeLessThan(151);
    expect(report?.speaking).toBe(true);
    expect(sink.events[0]).toMatchObject({ event: 'start', channel: 0 });
    expect(sink.frames.at(-1)?.speech).toBe(true);
  });

  it('passes on sound and clock before the analysis is loaded, and measures afterwards', () => {
    const sink = new Recorder();
    const core = new CaptureCore({ channel: 1, inputRateHz: 48_000, isAgent: false, nowUs: () => 7 }, sink);
    play(core, 1_000);
    expect(sink.frames.length).toBeGreaterThanOrEqual(23);
    expect(sink.clocks.length).toBeGreaterThanOrEqual(8);
    expect(sink.clocks.at(-1)?.channel).toBe(1);
    expect(sink.reports).toEqual([]);
    expect(core.summary(1_000)).toBeNull();
    const joined = core.sample;
    core.analyze((channel, onEvent) => new EdgeAnalysis(channel, onEvent));
    play(core, 1_000, { f0Hz: 150 });
    expect(sink.reports.at(-1)?.f0Hz).toBeCloseTo(150, 0);
    expect(sink.events[0]?.sample).toBeGreaterThanOrEqual(joined);
    core.flush();
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('reports to the page about ten times a second', () => {
    const { core, sink } = make();
    play(core, 2_000);
    expect(sink.reports.length).toBeGreaterThanOrEqual(18);
    expect(sink.reports.length).toBeLessThanOrEqual(20);
  });

  it('passes on an unfilled frame at a flush', () => {
    const { core, sink } = make();
    play(core, 50);
    core.flush();
    core.flush();
    expect(sink.frames.map((frame) => frame.sampleCount)[1]).toBeLessThan(FRAME_SAMPLES);
    expect(sink.frames).toHaveLength(2);
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('declares a muted stretch as consecutive gaps, and the clock stays right', () => {
    const { core, sink } = make();
    play(core, 300);
    core.setAppGate('muted', true);
    play(core, 1_000);
    core.setAppGate('muted', false);
    play(core, 300);
    core.flush();
    expect(sink.expectSeamless()).toBe(core.sample);
    expect(sink.gaps.every((gap) => gap.reason === 'muted')).toBe(true);
    const muted = sink.gaps.reduce((sum, gap) => sum + gap.sampleCount, 0);
    expect(Math.abs(muted - 16_000)).toBeLessThan(100);
    expect(Math.abs(core.sample - 25_600)).toBeLessThan(150);
  });

  it('declares a long hold in pieces of 200 ms to 1 s', () => {
    const { core, sink } = make();
    for (let hold = 1; hold <= 2; hold++) {
      core.setAppGate('muted', true);
      play(core, 10_000);
      core.setAppGate('muted', false);
      play(core, 300);
      const lengths = sink.gaps.splice(0).map(({ sampleCount }) => Math.round(sampleCount / 160) * 10);
      expect(lengths.slice(0, 5)).toEqual([200, 400, 800, 1_000, 1_000]);
      expect(lengths).toHaveLength(12);
    }
  });

  it('ends speech where the sound ends, not where it returns', () => {
    const { core, sink } = make();
    play(core, 500);
    core.setAppGate('muted', true);
    play(core, 500);
    core.setAppGate('muted', false);
    play(core, 500);
    expect(sink.events.map((event) => event.event)).toEqual(['start', 'end', 'start']);
    expect(sink.events[1]?.sample).toBeLessThanOrEqual(8_000);
    expect(sink.events[2]?.sample).toBeGreaterThan(15_900);
  });

  it('[RT17] does not resample, measure or pass on an agent until the policy allows it', () => {
    const { core, sink } = make({ isAgent: true });
    play(core, 500);
    expect(sink.frames).toHaveLength(0);
    expect(sink.events).toHaveLength(0);
    expect(sink.reports.every((report) => report.peak === 0 && report.f0Hz === 0)).toBe(true);
    expect(sink.gaps[0]).toMatchObject({ firstSample: 0, reason: 'privacy' });
    core.setPolicy(true);
    play(core, 500);
    core.flush();
    expect(sink.frames.length).toBeGreaterThan(10);
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('[RT17] ignores the policy for a customer', () => {
    const { core, sink } = make();
    core.setPolicy(false);
    play(core, 100);
    expect(sink.frames.length).toBeGreaterThan(0);
  });

  it('prefers a pause to a mute as the reason, and both must end', () => {
    const { core, sink } = make();
    core.setAppGate('muted', true);
    play(core, 100);
    core.setAppGate('paused', true);
    play(core, 100);
    core.setAppGate('muted', false);
    play(core, 100);
    core.setAppGate('paused', false);
    play(core, 100);
    core.flush();
    expect([...new Set(sink.gaps.map((gap) => gap.reason))]).toEqual(['muted', 'privacy']);
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('declares a device_switch gap when nothing is connected', () => {
    const { core, sink } = make();
    silence(core, 200);
    play(core, 200);
    core.flush();
    expect(sink.gaps[0]).toMatchObject({ firstSample: 0, reason: 'device_switch' });
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('starts another track 20 ms late, with a reset analysis', () => {
    const { core, sink } = make();
    play(core, 200);
    core.switchInput();
    play(core, 200);
    core.flush();
    const switched = sink.gaps.reduce((sum, gap) => sum + gap.sampleCount, 0);
    expect(switched).toBeGreaterThanOrEqual(320);
    expect(switched).toBeLessThan(420);
    expect(sink.gaps[0]?.reason).toBe('device_switch');
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('declares the time during which the audio thread was stopped', () => {
    const { core, sink } = make();
    play(core, 200);
    const before = core.sample;
    core.skip(48_000);
    play(core, 200);
    core.flush();
    const [gap] = sink.gaps;
    expect(gap?.reason).toBe('suspended');
    expect(Math.abs((gap?.sampleCount ?? 0) - 48_000)).toBeLessThan(50);
    expect(core.sample).toBeGreaterThan(before + 48_000);
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('keeps a muted channel muted across a skip', () => {
    const { core, sink } = make();
    core.setAppGate('muted', true);
    play(core, 100);
    core.skip(16_000);
    play(core, 100);
    core.flush();
    expect(sink.frames).toHaveLength(0);
    expect([...new Set(sink.gaps.map((gap) => gap.reason))]).toEqual(['muted', 'suspended']);
    expect(sink.expectSeamless()).toBe(core.sample);
  });

  it('starts where an earlier graph stopped', () => {
    const { core, sink } = make({ startSample: 123_456 });
    play(core, 100);
    core.flush();
    expect(sink.expectSeamless(123_456)).toBe(core.sample);
    expect(sink.frames[0]?.firstSample).toBe(123_456);
  });

  it('returns the same objects each time', () => {
    const seen = new Set<unknown>();
    const ignore = () => undefined;
    const sink: CaptureSink = {
      audio: (frame) => seen.add(frame).add(frame.samples),
      gap: ignore,
      vad: ignore,
      prosody: (prosody) => seen.add(prosody),
      clock: ignore,
    };
    const core = new CaptureCore({ channel: 0, inputRateHz: 48_000, isAgent: false, nowUs: () => 0 }, sink);
    core.analyze((channel, onEvent) => new EdgeAnalysis(channel, onEvent));
    play(core, 3_000);
    expect(seen.size).toBe(3);
  });
});
