import { describe, expect, it } from 'vitest';
import { UsageError } from '../common/undertone-error.js';
import { isTerminal, transition, type SessionAction, type SessionState } from './session-state.js';

const why = { code: 'test', reason: 'test' };
const live = { ...why, type: 'live', sessionId: 's', generation: 1 } as const;
const actions: SessionAction[] = [
  { ...why, type: 'start' },
  { ...why, type: 'connecting', attempt: 1 },
  { ...why, type: 'reconnecting', attempt: 1, delayMs: 300 },
  live,
  { ...why, type: 'pause', pauseReason: 'hold' },
  { ...why, type: 'resume' },
  { ...why, type: 'ending' },
  { ...why, type: 'ended', info: { reason: 'x' } },
  { ...why, type: 'failed', error: new UsageError('aborted', 'x') },
];

const run = (...path: SessionAction[]): SessionState =>
  path.reduce<SessionState>(transition, { kind: 'idle' });

describe('Session states', () => {
  it('keep a pause across a reconnect', () => {
    const start = { ...why, type: 'start' } as const;
    const pause = { ...why, type: 'pause', pauseReason: 'hold' } as const;
    const down = { ...why, type: 'reconnecting', attempt: 0, delayMs: 0 } as const;
    const paused = run(start, live, pause, down, { ...live, generation: 2 });
    expect(paused).toEqual({ kind: 'paused', sessionId: 's', generation: 2, pauseReason: 'hold' });
    expect(run(start, live, pause, down, { ...why, type: 'resume' }, live).kind).toBe('live');
  });

  it('are connecting before the first session.ready and reconnecting afterwards', () => {
    const start = { ...why, type: 'start' } as const;
    const down = { ...why, type: 'reconnecting', attempt: 2, delayMs: 300 } as const;
    expect(run(start, down)).toEqual({ kind: 'connecting', attempt: 2 });
    expect(run(start, live, down)).toMatchObject({ kind: 'reconnecting', attempt: 2, delayMs: 300 });
  });

  it.each(['ended', 'failed'] as const)('never change again after %s', (type) => {
    const last = actions.find((action) => action.type === type);
    const terminal = run({ ...why, type: 'start' }, ...(last === undefined ? [] : [last]));
    expect(isTerminal(terminal)).toBe(true);
    for (const action of actions) expect(transition(terminal, action)).toBe(terminal);
  });

  it('stay ending when the connection changes', () => {
    const ending = run({ ...why, type: 'start' }, live, { ...why, type: 'ending' });
    for (const action of actions.slice(0, 7)) expect(transition(ending, action).kind).toBe('ending');
  });
});
