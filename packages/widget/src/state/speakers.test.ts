import { describe, expect, it } from 'vitest';
import { newSpeaker } from './speaker-state.js';
import { changeKnown, changeOrAdd, withChannels, withTold } from './speakers.js';

const speaking = { speaking: true } as const;
const DESK = withChannels(
  [],
  [
    { id: 'caller', subject: 'customer' },
    { id: 'desk', subject: 'agent' },
  ],
);

describe('the speakers of a call', () => {
  it('keep what was heard when the page tells its channels again', () => {
    const heard = changeKnown(DESK, 0, (speaker) => ({ ...speaker, ...speaking }));
    expect(withChannels(heard, [{ id: 'a', subject: 'self' }])).toEqual([{ ...heard[0], subject: 'self' }]);
  });

  it('are analyzed as the relay says, an agent only where the policy allows it', () => {
    expect(DESK.map(({ analyzed }) => analyzed)).toEqual([true, false]);
    const channels = [
      { id: 'room', mixed: true },
      { id: 'desk', subject: 'agent' as const },
    ];
    const analyzed = (agentAnalysis: boolean) =>
      withTold(DESK, { channels, policy: { agentAnalysis, retention: 'none' } });
    expect(analyzed(false)).toMatchObject([{ sharedAs: 'room', analyzed: true }, { analyzed: false }]);
    expect(analyzed(true)).toMatchObject([{ analyzed: true }, { subject: 'agent', analyzed: true }]);
  });

  it('are the same list when nothing changes', () => {
    expect(changeKnown(DESK, 0, (speaker) => speaker)).toBe(DESK);
    expect(changeOrAdd(DESK, 1, (speaker) => speaker)).toBe(DESK);
    expect(changeKnown(DESK, 7, (speaker) => ({ ...speaker, ...speaking }))).toBe(DESK);
  });

  it('get one more for a channel that nobody told of, which counts as the customer’s', () => {
    const more = changeOrAdd(DESK, 7, (speaker) => ({ ...speaker, ...speaking }));
    expect(more).toEqual([...DESK, { ...newSpeaker(7, 'customer', true), ...speaking }]);
  });
});
