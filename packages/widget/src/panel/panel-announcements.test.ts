import type { Directive, SessionReady } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { directive, ready } from '../../test/scripted-session.js';
import { Announcer } from '../state/announcer.js';
import { EMPTY_CALL, reduceCall, type CallState } from '../state/call-state.js';
import type { CallEvent } from '../state/call-event.js';
import { textsFor } from '../text/texts.js';
import { announceCall } from './panel-announcements.js';

const texts = textsFor('en');

/** A call and what a screen reader says of it. */
class Call {
  state: CallState = reduceCall(EMPTY_CALL, { kind: 'state', state: { kind: 'live' } }, 0);
  readonly spoken: string[] = [];
  private readonly announcer = new Announcer();
  private nowMs = 0;

  take(...events: readonly CallEvent[]): void {
    for (const event of events) this.state = reduceCall(this.state, event, this.nowMs);
  }

  /** Four seconds of one voice, in which it is heard for sure. */
  hear(speakerId: string, change: Partial<Directive>): void {
    for (let step = 1; step <= 16; step += 1) {
      this.nowMs += 250;
      const audioEndMs = this.nowMs;
      const heard = directive({ speakerId, audioStartMs: audioEndMs - 250, audioEndMs, ...change });
      this.take({ kind: 'directive', directive: heard });
      announceCall(this.announcer, this.state, this.nowMs, texts);
      const text = this.announcer.take(this.nowMs);
      if (text !== undefined) this.spoken.push(text);
    }
  }

  said(text: string): number {
    return this.spoken.filter((each) => each.includes(text)).length;
  }
}

const CALM = { signals: { escalation: 0.05 } };
const HEATED = { signals: { escalation: 0.95 } };

describe('what a screen reader says of a line that several people share', () => {
  it('tells the mood of each voice when it changes, not with each turn', () => {
    const call = new Call();
    call.take({
      kind: 'ready',
      ready: ready({ channels: [{ id: 'line', subject: 'customer', mixed: true }] }),
    });
    for (let turn = 0; turn < 8; turn += 1) call.hear(`line_s${1 + (turn % 2)}`, CALM);
    expect([call.said('Speaker 1: Calm.'), call.said('Speaker 2: Calm.')]).toEqual([1, 1]);
    call.hear('line_s1', HEATED);
    call.hear('line_s2', CALM);
    call.hear('line_s1', HEATED);
    expect([call.said('Speaker 1: Tense.'), call.said('Speaker 2: Calm.')]).toEqual([1, 1]);
  });

  it('tells each recognized person once, though the relay says again who another is', () => {
    const call = new Call();
    const identity = (speakerId: string, label: string): CallEvent => ({
      kind: 'identity',
      identity: { speakerId, label, verified: true, evidenceSeconds: 4 },
    });
    call.take(identity('line_s1', 'Ada'), identity('line_s2', 'Bert'));
    call.hear('line_s1', CALM);
    call.take(identity('line_s1', 'Ada'));
    call.hear('line_s2', CALM);
    call.take(identity('line_s2', 'Bert'));
    call.hear('line_s1', CALM);
    expect([call.said('Ada was recognized'), call.said('Bert was recognized')]).toEqual([1, 1]);
  });

  it('tells of the customer first, whatever their place among the channels', () => {
    const call = new Call();
    const channels: SessionReady['channels'] = [
      { id: 'agent', subject: 'agent' },
      { id: 'caller', subject: 'customer' },
    ];
    call.take({
      kind: 'ready',
      ready: ready({ channels, policy: { agentAnalysis: true, retention: 'none' } }),
    });
    call.hear('agent', { ...HEATED, channel: 0 });
    call.hear('caller', { ...CALM, channel: 1 });
    call.hear('agent', { ...CALM, channel: 0 });
    expect([call.said('Customer: Calm.'), call.said('Agent: Calm.')]).toEqual([1, 0]);
  });
});

it('a laugh is read out, the humming of whoever listens is not', () => {
  const call = new Call();
  const sound = (event: string): CallEvent => ({
    kind: 'sound',
    event: { speakerId: 'caller', channel: 0, event, startMs: 0, endMs: 400, probability: 0.99 },
  });
  call.take(sound('laugh'));
  call.hear('caller', CALM);
  call.take(sound('hum'));
  call.hear('caller', CALM);
  call.hear('caller', CALM);
  expect([call.said('laugh'), call.said('humming')]).toEqual([1, 0]);
});
