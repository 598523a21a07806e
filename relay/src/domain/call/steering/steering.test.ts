import { describe, expect, it } from 'vitest';
import { freshSteering, transitionSteering, type ModeChange, type SteeringInput } from './steering.js';
import { STEERING } from '../thresholds.js';

const HOT = { escalation: 0.7, arousalZ: 2.5 };
const COOL = { escalation: 0.2 };
const BETWEEN = { escalation: 0.5 };
/** The cool updates after a hot one that do not count yet: the slow mean must first fall below the limit. */
const EASING = Array<typeof COOL>(
  Math.floor(
    (Math.log((HOT.escalation - COOL.escalation) / (STEERING.coolEscalation - COOL.escalation)) *
      STEERING.releaseMs) /
      STEERING.updateMs,
  ),
).fill(COOL);

const play = (updates: readonly Partial<SteeringInput>[], base: Partial<SteeringInput> = {}) => {
  let steering = freshSteering();
  const changes: (ModeChange & { update: number })[] = [];
  updates.forEach((update, index) => {
    const step = transitionSteering(steering, {
      role: 'caller',
      speechMs: STEERING.updateMs,
      evidenceMs: STEERING.settledMs,
      escalation: 0,
      hasBaseline: true,
      arousalZ: 0,
      valenceZ: 0,
      ...base,
      ...update,
    });
    steering = step.steering;
    if (step.change) changes.push({ ...step.change, update: index + 1 });
  });
  return { mode: steering.mode, changes };
};

describe('[RT32] steering modes', () => {
  it('begin with the second hot update in a row, not with the first', () => {
    expect(play([HOT]).changes).toEqual([]);
    expect(play([HOT, HOT]).changes).toMatchObject([
      { previous: 'normal', mode: 'caller_escalating', update: 2 },
    ]);
  });

  it('do not begin when the hot updates are not in a row', () => {
    expect(play([HOT, BETWEEN, HOT, COOL, HOT]).changes).toEqual([]);
  });

  it('become calming after two cool updates and normal after three more, once the slow mean has fallen', () => {
    const { changes } = play([HOT, HOT, ...EASING, COOL, COOL, COOL, COOL, COOL]);
    expect(changes.map(({ mode, update }) => [mode, update - EASING.length])).toEqual([
      ['caller_escalating', 2 - EASING.length],
      ['mirror_calm', 4],
      ['normal', 7],
    ]);
  });

  it('last through an even sentence between two angry ones', () => {
    const wave = [HOT, HOT, COOL, COOL, HOT, HOT];
    expect(play([...wave, ...wave, ...wave]).changes).toHaveLength(1);
  });

  it('do not count the first words of a stretch, because the model has heard too little', () => {
    const first = { evidenceMs: STEERING.settledMs - 1 };
    expect(play([HOT, HOT, HOT, HOT], first).changes).toEqual([]);
    const guesses = Array<object>(20).fill({ ...COOL, ...first });
    expect(play([HOT, HOT, ...guesses]).mode).toBe('caller_escalating');
  });

  it('stay while the caller is neither hot nor cool', () => {
    expect(play([HOT, HOT, ...Array<object>(50).fill(BETWEEN)]).mode).toBe('caller_escalating');
    expect(play([HOT, HOT, ...EASING, COOL, COOL, COOL, COOL, BETWEEN, COOL, COOL]).mode).toBe('mirror_calm');
  });

  it('go back from calming to escalating', () => {
    const { changes } = play([HOT, HOT, ...EASING, COOL, COOL, HOT, HOT]);
    expect(changes.at(-1)).toMatchObject({ previous: 'mirror_calm', mode: 'caller_escalating' });
  });

  it('depend on the speaker’s own baseline', () => {
    const usual = { escalation: 0.7, arousalZ: 0.5, valenceZ: -0.5 };
    expect(play([usual, usual, usual]).mode).toBe('normal');
    expect(
      play([
        { ...usual, valenceZ: -2 },
        { ...usual, valenceZ: -2 },
      ]).mode,
    ).toBe('caller_escalating');
  });

  it('need strong escalation while there is no baseline', () => {
    const blind = { hasBaseline: false };
    expect(play([HOT, HOT], blind).mode).toBe('normal');
    const furious = { escalation: STEERING.hotEscalationAlone };
    expect(play([furious, furious], blind).changes[0]).toMatchObject({ reason: 'escalation_high' });
  });

  it('change exactly at the limits of the table', () => {
    const limit = { escalation: STEERING.hotEscalation, arousalZ: STEERING.hotZ };
    expect(play([limit, limit]).mode).toBe('caller_escalating');
    const below = { ...limit, escalation: STEERING.hotEscalation - 1e-9 };
    expect(play([below, below]).mode).toBe('normal');
    const warm = { escalation: STEERING.coolEscalation };
    expect(play([HOT, HOT, warm, warm, warm]).mode).toBe('caller_escalating');
  });

  it('[RT34] mark an agent as overheated and then as normal again', () => {
    const { changes } = play([HOT, HOT, ...EASING, COOL, COOL, COOL], { role: 'agent' });
    expect(changes.map(({ mode }) => mode)).toEqual(['agent_overheated', 'normal']);
  });

  it('count half seconds of speech at any interval of results', () => {
    const quarter = { ...HOT, speechMs: 250 };
    expect(play([quarter, quarter, quarter]).changes).toEqual([]);
    expect(play([quarter, quarter, quarter, quarter]).changes).toHaveLength(1);
  });
});
