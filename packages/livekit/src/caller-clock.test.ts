import { describe, expect, it } from 'vitest';
import { CallerClock } from './caller-clock.js';

/** A clock at 1,000 Hz, so that a sample is a millisecond, and what it handed on. */
const rig = () => {
  const spans: string[] = [];
  let nowMs = 0;
  const clock = new CallerClock(1_000, () => nowMs, {
    audio: (first, samples) => spans.push(`audio ${first}+${samples.length}`),
    gap: (first, count, reason) => spans.push(`${reason} ${first}+${count}`),
  });
  const at = (ms: number) => (nowMs = ms);
  return { spans, at, clock, frame: () => clock.frame(new Int16Array(40)) };
};

describe('the clock of a caller', () => {
  it('begins with the first sound, however long the caller was silent before', () => {
    const { spans, at, clock, frame } = rig();
    clock.leave('muted');
    at(5_000);
    clock.tick();
    clock.comeBack();
    at(6_000);
    frame();
    expect(spans).toEqual(['audio 0+40']);
  });

  it('declares a mute as it lasts, drops what the track brings meanwhile, and goes on where it ended', () => {
    const { spans, at, clock, frame } = rig();
    at(40);
    frame();
    clock.leave('muted');
    at(1_040);
    frame();
    clock.tick();
    at(1_540);
    clock.comeBack();
    at(1_580);
    frame();
    expect(spans).toEqual(['audio 0+40', 'muted 40+1000', 'muted 1040+500', 'audio 1540+40']);
  });

  it('declares a change of the track up to the first sound of the next one', () => {
    const { spans, at, clock, frame } = rig();
    at(40);
    frame();
    clock.leave('device_switch');
    at(100);
    clock.comeBack();
    at(340);
    frame();
    expect(spans).toEqual(['audio 0+40', 'device_switch 40+60', 'device_switch 100+200', 'audio 300+40']);
  });

  it('declares a track that brings nothing, once that is more than jitter', () => {
    const { spans, at, clock, frame } = rig();
    at(40);
    frame();
    at(900);
    clock.tick();
    expect(spans).toEqual(['audio 0+40']);
    at(1_100);
    clock.tick();
    at(1_140);
    frame();
    expect(spans).toEqual(['audio 0+40', 'offline 40+1060', 'audio 1100+40']);
  });
});
