import { describe, expect, it } from 'vitest';
import {
  freshActivity,
  isActive,
  mergeActivity,
  type ActivityKind,
  type ActivitySource,
} from './activity.js';

const play = (mode: 'client' | 'server' | 'both', inputs: [ActivitySource, ActivityKind][]) => {
  let activity = freshActivity();
  return inputs.map(([source, kind]) => {
    const merged = mergeActivity(activity, mode, source, kind);
    activity = merged.activity;
    return merged.kind;
  });
};

describe('the voice activity of page and relay', () => {
  it('follows only the relay in mode server and only the page in mode client', () => {
    expect(
      play('server', [
        ['client', 'start'],
        ['server', 'start'],
        ['client', 'end'],
        ['server', 'end'],
      ]),
    ).toEqual([undefined, 'start', undefined, 'end']);
    expect(
      play('client', [
        ['server', 'start'],
        ['client', 'start'],
        ['server', 'end'],
        ['client', 'end'],
      ]),
    ).toEqual([undefined, 'start', undefined, 'end']);
  });

  it('is speech in mode both while either of them hears speech', () => {
    expect(
      play('both', [
        ['client', 'start'],
        ['server', 'start'],
        ['client', 'end'],
        ['server', 'end'],
      ]),
    ).toEqual(['start', undefined, undefined, 'end']);
  });

  it('is taken back by a misfire only when the other source hears no speech', () => {
    expect(
      play('client', [
        ['client', 'start'],
        ['client', 'misfire'],
      ]),
    ).toEqual(['start', 'misfire']);
    expect(
      play('both', [
        ['client', 'start'],
        ['server', 'start'],
        ['client', 'misfire'],
      ]),
    ).toEqual(['start', undefined, undefined]);
  });

  it('follows the relay when no mode was set', () => {
    expect(isActive({ server: true, client: false }, 'unspecified')).toBe(true);
  });
});
