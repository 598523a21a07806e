import { describe, expect, it } from 'vitest';
import type { SpeechModel } from '../vad/neural-detector.js';
import { settle } from '../testing/virtual-scheduler.js';
import { VoiceActivitySwitch, type VadReport } from './voice-activity-switch.js';

class FakeModel implements SpeechModel {
  resets = 0;
  readonly windows: Float32Array[] = [];
  answer: () => Promise<number> = () => Promise.resolve(0.9);

  probability(window: Float32Array): Promise<number> {
    this.windows.push(window);
    return this.answer();
  }

  reset(): void {
    this.resets++;
  }
}

const make = (mode: 'auto' | 'energy' = 'auto', model = new FakeModel()) => {
  const reports: VadReport[] = [];
  const sources: string[] = [];
  let closed = 0;
  let lose: (cause: Error) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => (lose = reject));
  const vad = new VoiceActivitySwitch({
    mode,
    channelCount: 1,
    load: () => Promise.resolve({ models: [model], lost, close: () => closed++ }),
    onReport: (report) => reports.push(report),
    onSource: (source, reason) => sources.push(`${source}: ${reason}`),
  });
  return { vad, model, reports, sources, closed: () => closed, lose };
};

const frame = new Int16Array(640).fill(3_276);

describe('The voice-activity switch', () => {
  it('uses level and periodicity until the model is loaded', async () => {
    const { vad, reports, sources } = make();
    const loading = vad.start();
    vad.energy({ channel: 0, event: 'start', sample: 100 });
    await loading;
    vad.energy({ channel: 0, event: 'end', sample: 900 });
    expect(reports).toEqual([{ source: 'energy', channel: 0, event: 'start', sample: 100 }]);
    expect(sources).toEqual(['energy: the model is loading', 'silero: the model is loaded']);
  });

  it('uses the loaded model in windows of 512 samples at their place on the clock', async () => {
    const { vad, model, reports } = make();
    await vad.start();
    for (let index = 0; index < 4; index++) vad.audio(0, 6_400 + index * 640, frame, false);
    await settle();
    expect(model.windows).toHaveLength(5);
    expect(model.windows[0]?.[0]).toBeCloseTo(0.1, 4);
    expect(reports).toMatchObject([{ source: 'silero', event: 'start', sample: 6_400 }]);
    expect(vad.audio(0, 6_400 + 4 * 640, frame, false)).toBe(true);
  });

  it('ends speech at a gap and resets the model', async () => {
    const { vad, model, reports } = make();
    await vad.start();
    for (let index = 0; index < 4; index++) vad.audio(0, index * 640, frame, false);
    await settle();
    const before = model.resets;
    vad.audio(0, 100_000, frame, false);
    expect(model.resets).toBe(before + 1);
    expect(reports.map(({ event }) => event)).toEqual(['start', 'end']);
  });

  it('returns to level and periodicity when the model fails, and tells the page', async () => {
    const { vad, model, reports, sources, closed } = make();
    await vad.start();
    model.answer = () => Promise.reject(new Error('out of memory'));
    vad.audio(0, 0, frame, false);
    await settle();
    expect(sources.at(-1)).toBe('energy: the model failed: out of memory');
    expect(closed()).toBe(1);
    vad.energy({ channel: 0, event: 'start', sample: 700 });
    expect(reports.at(-1)).toMatchObject({ source: 'energy', event: 'start' });
  });

  it('returns to level and periodicity at once, and only once, when the model is lost', async () => {
    const { vad, sources, closed, lose } = make();
    await vad.start();
    lose(new Error('its worker failed: out of memory'));
    await settle();
    expect(sources.slice(2)).toEqual(['energy: the model failed: its worker failed: out of memory']);
    expect([vad.audio(0, 0, frame, true), vad.audio(0, 640, frame, false)]).toEqual([true, false]);
    expect(closed()).toBe(1);
  });

  it('returns to level and periodicity when the model stops answering, starting with the frame that shows it', async () => {
    const { vad, model, sources, closed } = make();
    await vad.start();
    for (let index = 0; index < 4; index++) vad.audio(0, index * 640, frame, false);
    await settle();
    model.answer = () => new Promise(() => undefined);
    const decided: boolean[] = [];
    for (let index = 4; vad.source === 'silero'; index++)
      decided.push(vad.audio(0, index * 640, frame, false));
    expect(decided.length * 40).toBeGreaterThan(3_000);
    expect(decided.length * 40).toBeLessThan(3_200);
    expect(decided.slice(-2)).toEqual([true, false]);
    expect(sources.at(-1)).toBe('energy: the model failed: it does not answer');
    expect(closed()).toBe(1);
  });

  it('uses level and periodicity when the model cannot be loaded', async () => {
    const sources: string[] = [];
    const vad = new VoiceActivitySwitch({
      mode: 'auto',
      channelCount: 1,
      load: () => Promise.reject(new Error('404')),
      onReport: () => undefined,
      onSource: (source, reason) => sources.push(`${source}: ${reason}`),
    });
    await vad.start();
    expect(sources.at(-1)).toBe('energy: the model could not be loaded: 404');
    expect(vad.source).toBe('energy');
  });

  it('alternates starts and ends even when the detector changes in the middle of a word', async () => {
    const { vad, reports } = make();
    const loading = vad.start();
    vad.energy({ channel: 0, event: 'start', sample: 0 });
    await loading;
    for (let index = 0; index < 4; index++) vad.audio(0, index * 640, frame, true);
    await settle();
    expect(reports.map(({ event }) => event)).toEqual(['start']);
  });

  it('never loads the model in the energy mode, and closes a model that arrives too late', async () => {
    const never = make('energy');
    await never.vad.start();
    expect(never.sources).toEqual(['energy: chosen by the page']);
    const late = make();
    const loading = late.vad.start();
    late.vad.stop();
    await loading;
    expect(late.closed()).toBe(1);
    expect(late.vad.source).toBe('energy');
  });

  it('skips to the newest sound when the model is more than a second behind', async () => {
    const model = new FakeModel();
    let release: (probability: number) => void = () => undefined;
    model.answer = () => new Promise((resolve) => (release = resolve));
    const { vad } = make('auto', model);
    await vad.start();
    for (let index = 0; index < 70; index++) vad.audio(0, index * 640, frame, false);
    model.answer = () => Promise.resolve(0.1);
    release(0.1);
    await settle();
    expect(model.windows.length).toBeLessThan(40);
    expect(vad.source).toBe('silero');
  });
});
