import { describe, expect, it } from 'vitest';
import { namesOf, type Voice, voiceOf } from './voice-names.js';

const caller = (id: string): Voice => ({ role: 'caller', speaker_id: id });
const agent = (id: string): Voice => ({ role: 'agent', speaker_id: id });

const named = (voices: readonly Voice[], people: Parameters<typeof namesOf>[1] = []): readonly string[] => {
  const names = namesOf(voices, people);
  return voices.map((voice) => names.get(voiceOf(voice)) ?? '');
};

describe('what the voices of a call are called', () => {
  it('is the role, with a number only where several have it', () => {
    expect(named([agent('desk'), caller('phone')])).toEqual(['Agent', 'Customer']);
    expect(named([caller('b'), caller('a')])).toEqual(['Customer 2', 'Customer 1']);
  });

  it('[RT90] is the panel’s “Speaker 2” on a line that several share', () => {
    expect(named([caller('line_s2'), caller('line_s1'), agent('desk')])).toEqual([
      'Speaker 2',
      'Speaker 1',
      'Agent',
    ]);
    expect(named([caller('room_s1'), caller('line_s1')]), 'two such lines').toEqual([
      'room: Speaker 1',
      'line: Speaker 1',
    ]);
  });

  it('does not depend on who spoke first or longest, so that a list and a page say the same', () => {
    const voices = [caller('10'), caller('9'), agent('1'), caller('1')];
    const told = namesOf(voices, []);
    expect(namesOf([...voices].reverse(), [])).toEqual(told);
    expect(named(voices)).toEqual(['Customer 3', 'Customer 2', 'Agent', 'Customer 1']);
  });

  it('is the name of whoever was recognized', () => {
    const ada = { speaker_id: 'line_s2', person_id: 'spk_1', label: 'Ada' };
    expect(named([caller('line_s1'), caller('line_s2')], [ada as never])).toEqual(['Speaker 1', 'Ada']);
  });
});
