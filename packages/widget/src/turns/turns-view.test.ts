import { describe, expect, it } from 'vitest';
import type { Subject } from '@undertone/protocol';
import type { Channels } from '../state/channels.js';
import { loadStrings } from '../text/strings.js';
import { Texts } from '../text/texts.js';
import { roleName, speakerName, turnRows, turnsCount, type TurnsInput, voiceName } from './turns-view.js';

const texts = new Texts('en');
const input: TurnsInput = {
  turns: [
    { turnId: 'a', speakerId: 'caller', channel: 0, startMs: 0, endMs: 4_000, text: 'Hello', emotion: 'sad' },
    { turnId: 'b', speakerId: 'room_s2', channel: 1, startMs: 61_000, emotion: undefined },
  ],
  sounds: [],
  people: [],
  subjects: new Map([[0, 'customer']]),
  shared: new Map(),
};

const ROOM: Channels = { subjects: new Map([[0, 'customer']]), shared: new Map([[0, 'room']]) };

describe('turns', () => {
  it('are counted, and the count says “last” when older ones were dropped', () => {
    expect([0, 39, 40].map((count) => turnsCount(count, texts))).toEqual(['0', '39', 'last 40']);
  });

  it('are listed newest first with speaker, time, emotion and text', () => {
    expect(turnRows(input, texts)).toEqual([
      { key: 'b', kind: 'turn', time: '1:01', speaker: 'Speaker 2', emotion: '', text: 'speaking now' },
      { key: 'a', kind: 'turn', time: '0:00', speaker: 'Customer', emotion: 'Sad', text: 'Hello' },
    ]);
  });

  it('have the name of the recognized person, and the call’s agent is named as the agent', () => {
    const people = [
      { speakerId: 'caller', name: 'Anna B.', isAgent: false },
      { speakerId: 'room_s2', name: undefined, isAgent: true },
    ];
    expect(turnRows({ ...input, people }, texts).map(({ speaker }) => speaker)).toEqual(['Agent', 'Anna B.']);
  });

  it.each([
    ['en', ['Speaker 2', 'Speaker 1']],
    ['de', ['Stimme 2', 'Stimme 1']],
    ['es', ['Voz 2', 'Voz 1']],
  ] as const)(
    'have the relay’s speaker numbers on a channel with several voices: %s',
    async (language, names) => {
      await loadStrings(language);
      const turns = [1, 2].map((n) => ({
        turnId: `t${n}`,
        speakerId: `room_s${n}`,
        channel: 0,
        startMs: n * 1_000,
        emotion: undefined,
      }));
      const rows = turnRows({ ...input, ...ROOM, turns }, new Texts(language));
      expect(rows.map(({ speaker }) => speaker)).toEqual(names);
    },
  );

  it('have the name of a person recognized on a shared channel, and the number as the role', () => {
    const people = [{ speakerId: 'room_s2', name: 'Anna B.', isAgent: false }];
    const voice = { speakerId: 'room_s2', channel: 0 };
    expect(voiceName(people, voice, ROOM, texts)).toBe('Anna B.');
    expect(roleName(people, voice, ROOM, texts)).toBe('Speaker 2');
    const agents: Channels = { subjects: new Map([[1, 'agent']]), shared: new Map([[1, 'own']]) };
    expect(roleName([], { speakerId: 'own_s2', channel: 1 }, agents, texts)).toBe('Agent');
  });

  it('belong to the one person on an unshared channel, for any channel id', () => {
    const alone: Channels = { subjects: new Map([[0, 'customer']]), shared: new Map() };
    expect(roleName([], { speakerId: 'desk_s2', channel: 0 }, alone, texts)).toBe('Customer');
    const named: Channels = { subjects: alone.subjects, shared: new Map([[0, 'desk_s2']]) };
    expect(roleName([], { speakerId: 'desk_s2', channel: 0 }, named, texts)).toBe('Customer');
    expect(roleName([], { speakerId: 'desk_s2_s3', channel: 0 }, named, texts)).toBe('Speaker 3');
  });

  it('name their channel when two channels have several voices', () => {
    const both: Channels = {
      subjects: new Map<number, Subject>([
        [0, 'customer'],
        [1, 'unspecified'],
        [2, 'agent'],
      ]),
      shared: new Map([
        [0, 'room'],
        [1, 'line'],
        [2, 'desk'],
      ]),
    };
    const names = [
      { speakerId: 'room_s1', channel: 0 },
      { speakerId: 'line_s1', channel: 1 },
      { speakerId: 'desk_s1', channel: 2 },
    ].map((voice) => roleName([], voice, both, texts));
    expect(names).toEqual(['room: Speaker 1', 'line: Speaker 1', 'Agent']);
    const beside: Channels = { subjects: both.subjects, shared: new Map([[0, 'room']]) };
    const labels = [
      roleName([], { speakerId: 'room_s2', channel: 0 }, beside, texts),
      roleName([], { speakerId: 'line', channel: 1 }, beside, texts),
    ];
    expect(labels, 'a channel of nobody in particular has its number').toEqual([
      'room: Speaker 2',
      'Speaker 2',
    ]);
  });

  it('have sounds between them as separate lines, without an emotion', () => {
    const sounds = [
      { speakerId: 'caller', channel: 0, event: 'laugh', startMs: 5_000, endMs: 6_000 },
      { speakerId: 'caller', channel: 0, event: 'yodel', startMs: 7_000, endMs: 8_000 },
    ];
    expect(turnRows({ ...input, sounds }, texts).slice(1, 3)).toEqual([
      { key: '0 yodel 7000', kind: 'sound', time: '0:07', speaker: 'Customer', emotion: '', text: 'yodel' },
      { key: '0 laugh 5000', kind: 'sound', time: '0:05', speaker: 'Customer', emotion: '', text: 'laugh' },
    ]);
  });

  it('have the name of the subject, or a number when it is unknown', () => {
    expect(speakerName('agent', 1, texts)).toBe('Agent');
    expect(speakerName('unknown', 1, texts)).toBe('Speaker 2');
  });
});
