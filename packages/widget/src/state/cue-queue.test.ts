import type { AgentSteering } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { steering } from '../../test/scripted-session.js';
import {
  addSteering,
  expireCues,
  fitCues,
  HOLD_MS,
  holdCue,
  nextCueChangeMs,
  removeCue,
  snoozeCue,
  SNOOZE_MS,
  visibleCues,
} from './cue-queue.js';

const ids = (queue: readonly { cueId: string }[]) => queue.map((entry) => entry.cueId);

describe('cue cards', () => {
  it('appear with the steering message and disappear after their time to live', () => {
    const queue = addSteering([], steering(), 1_000);
    expect(ids(visibleCues(queue, 1_000))).toEqual(['cue_1']);
    expect(nextCueChangeMs(queue, 1_000)).toBe(31_000);
    expect(ids(visibleCues(queue, 31_000))).toEqual([]);
    expect(expireCues(queue, 31_000)).toEqual([]);
    expect(expireCues(queue, 30_999)).toBe(queue);
  });

  it('are replaced by the one that supersedes them', () => {
    const first = addSteering([], steering(), 0);
    expect(ids(addSteering(first, steering({ cueId: 'cue_2', supersedes: 'cue_1' }), 10))).toEqual(['cue_2']);
    expect(ids(addSteering(first, steering({ cueId: 'cue_2' }), 10))).toEqual(['cue_2', 'cue_1']);
  });

  it('disappear when the call is back to normal, and stay when a mode changes without a cue', () => {
    const first = addSteering([], steering(), 0);
    expect(addSteering(first, steering({ cueId: 'x', mode: 'normal', cue: undefined }), 10)).toEqual([]);
    expect(ids(addSteering(first, steering({ cueId: 'x', cue: undefined }), 10))).toEqual(['cue_1']);
  });

  it('stay when they say that the voice calms down, unless the agent put them off', () => {
    const good = steering({ mode: 'mirror_calm', reason: 'calming_down' });
    const normal = steering({ cueId: 'x', mode: 'normal', reason: 'back_to_normal', cue: undefined });
    const queue = addSteering([], good, 0);
    expect(ids(visibleCues(addSteering(queue, normal, 1_500), 1_500))).toEqual(['cue_1']);
    expect(addSteering(snoozeCue(queue, 'cue_1', 1_000), normal, 1_500)).toEqual([]);
    expect(
      addSteering(
        fitCues(queue, () => false, 1_000),
        normal,
        1_500,
      ),
    ).toEqual([]);
  });

  it('stay when another person’s voice is back to normal', () => {
    const first = addSteering([], steering({ speakerId: 'caller', channel: 0 }), 0);
    const calm = (change: Partial<AgentSteering>) =>
      ids(addSteering(first, steering({ cueId: 'x', mode: 'normal', cue: undefined, ...change }), 10));
    expect(calm({ speakerId: 'agent', channel: 1 })).toEqual(['cue_1']);
    expect(calm({ speakerId: 'caller_s2', channel: 0 })).toEqual(['cue_1']);
    expect(calm({ speakerId: 'caller', channel: 0 })).toEqual([]);
    expect(calm({})).toEqual([]);
  });

  it('appear two at a time at most, newest first', () => {
    let queue = addSteering([], steering({ cueId: 'a' }), 0);
    queue = addSteering(queue, steering({ cueId: 'b' }), 1);
    queue = addSteering(queue, steering({ cueId: 'c' }), 2);
    expect(ids(visibleCues(queue, 3))).toEqual(['c', 'b']);
  });

  it('return with their full time to live after a snooze', () => {
    const queue = snoozeCue(addSteering([], steering(), 0), 'cue_1', 5_000);
    expect(visibleCues(queue, 5_000)).toEqual([]);
    expect(nextCueChangeMs(queue, 5_000)).toBe(5_000 + SNOOZE_MS);
    expect(ids(visibleCues(queue, 5_000 + SNOOZE_MS))).toEqual(['cue_1']);
    expect(expireCues(queue, 5_000 + SNOOZE_MS + 29_999)).toHaveLength(1);
  });

  it('stay longer while they have the focus', () => {
    const queue = addSteering([], steering(), 0);
    expect(holdCue(queue, 'cue_1', 29_999)).toBe(queue);
    expect(holdCue(queue, undefined, 30_000)).toBe(queue);
    const held = holdCue(queue, 'cue_1', 30_000);
    expect(ids(visibleCues(expireCues(held, 30_000), 30_000))).toEqual(['cue_1']);
    expect(nextCueChangeMs(held, 30_000)).toBe(30_000 + HOLD_MS);
    expect(expireCues(held, 30_000 + HOLD_MS)).toEqual([]);
  });

  it('can be removed one by one', () => {
    expect(removeCue(addSteering([], steering(), 0), 'cue_1')).toEqual([]);
  });
});
