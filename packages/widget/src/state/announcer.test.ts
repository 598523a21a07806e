import { describe, expect, it } from 'vitest';
import { Announcer, ANNOUNCE_INTERVAL_MS } from './announcer.js';

describe('polite announcements', () => {
  it('come at most once in five seconds and then with the newest text of each topic', () => {
    const announcer = new Announcer();
    announcer.offer('emotion', 'Customer sounds calm.');
    expect(announcer.take(0)).toBe('Customer sounds calm.');
    announcer.offer('emotion', 'Customer sounds sad.');
    announcer.offer('emotion', 'Customer sounds angry.');
    announcer.offer('connection', 'Connected.');
    expect(announcer.take(4_999)).toBeUndefined();
    expect(announcer.dueAtMs(4_999)).toBe(ANNOUNCE_INTERVAL_MS);
    expect(announcer.take(5_000)).toBe('Connected. Customer sounds angry.');
    expect(announcer.take(20_000)).toBeUndefined();
  });

  it('say nothing about what changed and changed back in between', () => {
    const announcer = new Announcer();
    announcer.offer('emotion', 'A');
    announcer.take(0);
    announcer.offer('emotion', 'B');
    announcer.offer('emotion', 'A');
    expect(announcer.dueAtMs(1)).toBeUndefined();
  });

  it('of several things that hold at once each is spoken once, and again when it comes again', () => {
    const announcer = new Announcer();
    announcer.offer('warning', 'Noise.', 'low_snr');
    expect(announcer.take(0)).toBe('Noise.');
    announcer.offer('warning', 'Gap.', 'audio_gap');
    announcer.offer('warning', 'Noise.', 'low_snr');
    expect(announcer.take(5_000)).toBe('Gap.');
    announcer.forget('warning', ['low_snr']);
    announcer.offer('warning', 'Noise.', 'low_snr');
    expect(announcer.take(10_000)).toBeUndefined();
    announcer.offer('warning', 'Gap.', 'audio_gap');
    expect(announcer.take(15_000)).toBe('Gap.');
  });

  it('do not tell what is over before it could be told', () => {
    const announcer = new Announcer();
    announcer.offer('emotion', 'A');
    announcer.offer('warning', 'Gap.', 'audio_gap');
    announcer.forget('warning');
    expect(announcer.take(0)).toBe('A');
  });

  it('never exceed twelve a minute however often something changes', () => {
    const announcer = new Announcer();
    let spoken = 0;
    for (let now = 0; now < 60_000; now += 100) {
      announcer.offer('emotion', `mood ${now}`);
      if (announcer.take(now) !== undefined) spoken += 1;
    }
    expect(spoken).toBe(12);
  });
});
