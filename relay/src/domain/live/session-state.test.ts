import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transition, type SessionEvent, type SessionState } from './session-state.js';

const events: SessionEvent[] = [
  { kind: 'opened' },
  { kind: 'paused', pause: 'hold' },
  { kind: 'paused', pause: 'consent_withdrawn' },
  { kind: 'resumed' },
  { kind: 'socket_lost', closeCode: 1006 },
  { kind: 'socket_attached' },
  { kind: 'end_requested', code: 'client_ended', reason: 'done' },
  { kind: 'end_written' },
  { kind: 'superseded' },
];

const start: SessionState = { kind: 'handshake', sinceMs: 0 };

/** Applies events from the start. Events without a transition are skipped. */
const follow = (path: readonly SessionEvent[]): SessionState =>
  path.reduce<SessionState>((state, event) => transition(state, event, 1)?.to ?? state, start);

describe('the session state', () => {
  it('goes from handshake to live, paused, detached, back and to ended', () => {
    const kinds = events.map((_, index) => follow(events.slice(0, index + 1)).kind);
    expect(kinds).toEqual([
      'live',
      'paused',
      'paused',
      'live',
      'detached',
      'live',
      'ending',
      'ended',
      'ended',
    ]);
  });

  it('ends at once when another holder has the session, whatever it was doing', () => {
    for (const state of events.slice(0, -2).map((_, index) => follow(events.slice(0, index + 1))))
      expect(transition(state, { kind: 'superseded' }, 2)?.to).toMatchObject({
        kind: 'ended',
        code: 'session_superseded',
      });
  });

  it('has a code and a reason for every transition', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), fc.constantFrom(...events), (path, event) => {
        const change = transition(follow(path), event, 5);
        if (change === undefined) return;
        expect(change.code).not.toBe('');
        expect(change.reason).not.toBe('');
        expect(change.to.sinceMs).toBe(5);
      }),
    );
  });

  it('never leaves ended and never opens twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (path) => {
        const states = path.map((_, index) => follow(path.slice(0, index + 1)).kind);
        const end = states.indexOf('ended');
        if (end >= 0) expect(new Set(states.slice(end))).toEqual(new Set(['ended']));
        const opened = states.findIndex((kind) => kind !== 'handshake');
        if (opened >= 0) expect(states.slice(opened)).not.toContain('handshake');
      }),
    );
  });

  it('keeps a pause while detached', () => {
    const away = follow([
      { kind: 'opened' },
      { kind: 'paused', pause: 'hold' },
      { kind: 'socket_lost', closeCode: 1001 },
    ]);
    expect(away).toMatchObject({ kind: 'detached', pause: 'hold' });
    expect(transition(away, { kind: 'socket_attached' }, 2)?.to).toMatchObject({
      kind: 'paused',
      pause: 'hold',
    });
  });

  it('can make a pause stricter but never laxer', () => {
    const withdrawn = follow([
      { kind: 'opened' },
      { kind: 'paused', pause: 'hold' },
      { kind: 'paused', pause: 'consent_withdrawn' },
    ]);
    expect(withdrawn).toMatchObject({ kind: 'paused', pause: 'consent_withdrawn' });
    expect(transition(withdrawn, { kind: 'paused', pause: 'hold' }, 3)).toBeUndefined();
    const paying = follow([
      { kind: 'opened' },
      { kind: 'paused', pause: 'hold' },
      { kind: 'paused', pause: 'payment_data' },
    ]);
    expect(paying).toMatchObject({ kind: 'paused', pause: 'payment_data' });
    expect(transition(paying, { kind: 'paused', pause: 'break' }, 3)).toBeUndefined();
  });
});
