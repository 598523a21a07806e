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

describe('voice activity from page and relay', () => {
  it('follows the relay alone in mode server, the page alone in mode client', () => {
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

  it('is speech in mode both while either hears it', () => {
    expect(
      play('both', [
        ['client', 'start'],
        ['server', 'start'],
        ['client', 'end'],
        ['server', 'end'],
      ]),
    ).toEqual(['start', undefined, undefined, 'end']);
  });

  it('takes a misfire back only when nobody else hears speech', () => {
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

  it('is the relay’s when no mode was set', () => {
    expect(isActive({ server: true, client: false }, 'unspecified')).toBe(true);
  });
});
