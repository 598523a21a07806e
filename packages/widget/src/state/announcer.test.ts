import { describe, expect, it } from 'vitest';
import { Announcer, ANNOUNCE_INTERVAL_MS } from './announcer.js';

describe('polite announcements', () => {
  it('come at most once in five seconds, with the newest text of each topic', () => {
    const announcer = new Announcer();
    announcer.offer('mood', 'Customer sounds calm.');
    expect(announcer.take(0)).toBe('Customer sounds calm.');
    announcer.offer('mood', 'Customer sounds sad.');
    announcer.offer('mood', 'Customer sounds angry.');
    announcer.offer('connection', 'Connected.');
    expect(announcer.take(4_999)).toBeUndefined();
    expect(announcer.dueAtMs(4_999)).toBe(ANNOUNCE_INTERVAL_MS);
    expect(announcer.take(5_000)).toBe('Connected. Customer sounds angry.');
    expect(announcer.take(20_000)).toBeUndefined();
  });

  it('say at once what cannot wait, with what waits beside it', () => {
    const announcer = new Announcer();
    announcer.offer('connection', 'Connecting.');
    expect(announcer.take(0)).toBe('Connecting.');
    announcer.offer('mood', 'Customer: Calm.');
    expect(announcer.take(100)).toBeUndefined();
    announcer.offer('connection', 'The microphone is blocked.', '', true);
    expect(announcer.dueAtMs(200)).toBe(200);
    expect(announcer.take(200)).toBe('The microphone is blocked. Customer: Calm.');
    announcer.offer('connection', 'The microphone is blocked.', '', true);
    expect(announcer.take(10_000)).toBeUndefined();
  });

  it('do not mention a change that was reversed in between', () => {
    const announcer = new Announcer();
    announcer.offer('mood', 'A');
    announcer.take(0);
    announcer.offer('mood', 'B');
    announcer.offer('mood', 'A');
    expect(announcer.dueAtMs(1)).toBeUndefined();
  });

  it('mention each of several warnings once, and again when it returns', () => {
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

  it('do not mention what ended before its turn', () => {
    const announcer = new Announcer();
    announcer.offer('mood', 'A');
    announcer.offer('warning', 'Gap.', 'audio_gap');
    announcer.forget('warning');
    expect(announcer.take(0)).toBe('A');
  });

  it('never exceed twelve a minute at any rate of changes', () => {
    const announcer = new Announcer();
    let spoken = 0;
    for (let now = 0; now < 60_000; now += 100) {
      announcer.offer('mood', `mood ${now}`);
      if (announcer.take(now) !== undefined) spoken += 1;
    }
    expect(spoken).toBe(12);
  });
});
