import { describe, expect, it } from 'vitest';
import { scriptedFrames, type ScriptedTurn } from './testing/scripted-frames.js';
import { testMetadata } from './testing/test-metadata.js';
import { createOnlineDiarizer, type OnlineDiarizerEvent, type SpeakerFrames } from './index.js';
import type { LiveVoices } from './live-voices.js';
import { REVISABLE_MS, ToldTurns } from './told-turns.js';
import type { Voiceprint } from './voiceprint.js';

const metadata = testMetadata();

const PAUSE: ScriptedTurn = { speakers: [], frames: 15 };
/** Speech that sounds like a mixture of two voices. */
const sounding = (first: number, second: number, frames: number): ScriptedTurn => ({
  speakers: [0],
  sounds: [first, second, 0, 0],
  frames,
});

/** A person who sounds like two until what lies between was heard. */
const ONE_PERSON = [
  sounding(1, 0, 60),
  PAUSE,
  sounding(0.35, 1, 40),
  PAUSE,
  sounding(0.7, 0.7, 80),
  PAUSE,
  sounding(0.8, 0.6, 80),
  PAUSE,
  sounding(0.6, 0.8, 60),
];
/** Two people who sound like one until they speak more clearly. */
const TWO_PEOPLE = [
  sounding(0.9, 0.5, 60),
  PAUSE,
  sounding(0.5, 0.9, 60),
  PAUSE,
  sounding(1, 0, 80),
  PAUSE,
  sounding(0, 1, 80),
  PAUSE,
  sounding(1, 0, 80),
  PAUSE,
  sounding(0, 1, 80),
];

const cut = (frames: SpeakerFrames, from: number, to: number): SpeakerFrames => ({
  startMs: from * 50,
  count: to - from,
  features: frames.features.slice(from * 4, to * 4),
  weights: frames.weights.slice(from * 2, to * 2),
  activity: frames.activity.slice(from * 2, to * 2),
});

const listen = (script: readonly ScriptedTurn[], chunk = 10) => {
  const diarizer = createOnlineDiarizer(metadata);
  const frames = scriptedFrames(script);
  const events: OnlineDiarizerEvent[] = [];
  for (let from = 0; from < frames.count; from += chunk)
    events.push(...diarizer.push(cut(frames, from, Math.min(frames.count, from + chunk))));
  const before = events.length;
  events.push(...diarizer.end());
  const revised = events.flatMap((event, n) =>
    event.type === 'turn_revised' ? [{ ...event, live: n < before }] : [],
  );
  return { events, revised, speakers: diarizer.speakers() };
};

describe('a told turn of a live stream', () => {
  it('is revised while the stream goes on when its voice turns out to be an earlier one', () => {
    const { events, revised, speakers } = listen(ONE_PERSON);
    const told = events.flatMap((event) => (event.type === 'turn_end' ? [event] : []));
    expect(told.map(({ turn }) => turn.speaker)).toEqual([0, 1, 0, 0, 0]);
    const { startMs, endMs } = told[1]?.turn ?? {};
    expect(revised).toEqual([
      { type: 'turn_revised', id: 1, speaker: 0, previous: 1, startMs, endMs, revision: 1, live: true },
    ]);
    expect(speakers.map(({ talkMs }) => talkMs)).toEqual([16_000, 0]);
    expect(speakers.map(({ voiceprint }) => voiceprint !== undefined)).toEqual([true, false]);
  });

  it('is revised when two people turn out to have been told as one', () => {
    const { events, revised, speakers } = listen(TWO_PEOPLE);
    const turns = new Map<number, number>();
    for (const event of events) {
      if (event.type === 'turn_end') turns.set(event.id, event.turn.speaker);
      if (event.type === 'turn_revised') turns.set(event.id, event.speaker);
    }
    // The second stretch of the second person was told in two turns.
    expect([...turns.values()]).toEqual([0, 1, 0, 1, 1, 0, 1]);
    expect(revised.map(({ id, live }) => [id, live])).toEqual([
      [1, true],
      [3, true],
    ]);
    expect(speakers.map(({ talkMs }) => talkMs)).toEqual([11_000, 11_000]);
  });

  it('has the same number in its start, its end and its revision, given once', () => {
    const { events } = listen(TWO_PEOPLE);
    const starts = events.flatMap((event) => (event.type === 'turn_start' ? [event] : []));
    const ends = events.flatMap((event) => (event.type === 'turn_end' ? [event] : []));
    expect(starts.map(({ id }) => id)).toEqual(starts.map((_, n) => n));
    for (const { id, turn } of ends)
      expect(starts[id]).toMatchObject({ speaker: turn.speaker, atMs: turn.startMs });
  });

  it('is revised the same however the stream is cut', () => {
    for (const script of [ONE_PERSON, TWO_PEOPLE]) {
      const { events } = listen(script, 1_000);
      for (const chunk of [1, 7, 40]) expect(listen(script, chunk).events).toEqual(events);
    }
  });
});

/** What is found of the voices, as the test says. */
const found = (
  voices: Readonly<Record<number, readonly number[]>>,
  heirs: Record<number, number> = {},
  seconds: Record<number, number> = {},
) =>
  ({
    voices: Object.entries(voices).map(([number, sound]) => ({
      number: Number(number),
      voiceprint: sounds(sound, seconds[Number(number)] ?? 20),
    })),
    heirOf: (number: number) => heirs[number] ?? number,
  }) as Pick<LiveVoices, 'voices' | 'heirOf'>;

const sounds = (sound: readonly number[], speechSeconds = 3): Voiceprint => {
  const length = Math.hypot(...sound);
  const embedding = Float32Array.from({ length: 4 }, (_, n) => (sound[n] ?? 0) / length);
  return { space: metadata.space, embedding, speechSeconds };
};

const turn = (speaker: number, startMs: number, endMs: number) => ({
  speaker,
  startMs,
  endMs,
  overlap: false,
  confidence: 1,
});

describe('the revisions of told turns', () => {
  const AS_TOLD = found({ 0: [1, 0], 1: [0, 1] });
  const SWAPPED = found({ 0: [0, 1], 1: [1, 0] });
  const told = () => {
    const turns = new ToldTurns(metadata);
    turns.add(0, turn(0, 0, 3_000), sounds([1, 0]));
    return turns;
  };

  it('need two findings of the voices in a row that agree, and one more for each revision before', () => {
    const turns = told();
    const look = (voices: typeof AS_TOLD) => turns.look(voices, 5_000, false).map(({ speaker }) => speaker);
    expect([SWAPPED, AS_TOLD, SWAPPED, AS_TOLD].map(look)).toEqual([[], [], [], []]);
    expect([SWAPPED, SWAPPED].map(look)).toEqual([[], [1]]);
    expect([AS_TOLD, AS_TOLD, SWAPPED, AS_TOLD, AS_TOLD, AS_TOLD].map(look)).toEqual([
      [],
      [],
      [],
      [],
      [],
      [0],
    ]);
    expect(turns.look(SWAPPED, 5_000, true)).toMatchObject([{ speaker: 1, previous: 0, revision: 3 }]);
  });

  it('need another voice that is clearly likelier', () => {
    const turns = told();
    const alike = found({ 0: [1, 0.35], 1: [1, 0.3] });
    for (let n = 0; n < 5; n += 1) expect(turns.look(alike, 5_000, false)).toEqual([]);
    expect(turns.look(alike, 5_000, true)).toEqual([]);
  });

  it('follow a voice that turned out to be another one, also of a turn that is too short to compare', () => {
    const turns = told();
    turns.add(1, turn(2, 3_000, 3_400), undefined);
    const joined = found({ 0: [1, 0] }, { 2: 0 });
    expect(turns.look(joined, 5_000, false)).toEqual([]);
    expect(turns.look(joined, 5_000, false)).toMatchObject([{ id: 1, speaker: 0, previous: 2 }]);
  });

  it('take the turn from somebody who said nothing else: a laugh or a shout is no person', () => {
    const laughs = () => {
      const turns = told();
      turns.add(1, turn(1, 3_000, 4_000), sounds([0, 1], 1));
      return turns;
    };
    const [laugh, person] = [1, 2].map((seconds) => found({ 0: [1, 0], 1: [0, 1] }, {}, { 1: seconds }));
    const looks = (turns: ToldTurns, voices: typeof AS_TOLD, nowMs: number) =>
      [1, 2].flatMap(() => turns.look(voices, nowMs, false)).map(({ id, speaker }) => [id, speaker]);
    expect(looks(laughs(), laugh!, 18_000)).toEqual([]);
    expect(looks(laughs(), laugh!, 20_000)).toEqual([[1, 0]]);
    expect(looks(laughs(), person!, 20_000)).toEqual([]);
    expect(laughs().look(laugh!, 5_000, true)).toMatchObject([{ id: 1, speaker: 0 }]);
    const goesOn = laughs();
    looks(goesOn, laugh!, 20_000);
    const again = [1, 2, 3].flatMap(() => goesOn.look(person!, 30_000, false));
    expect(again, 'goes on, and is a person').toMatchObject([{ id: 1, speaker: 1, revision: 2 }]);
    const alone = new ToldTurns(metadata);
    alone.add(0, turn(0, 0, 1_000), sounds([1, 0], 1));
    expect(alone.look(found({ 0: [1, 0] }, {}, { 0: 1 }), 1_000, true)).toEqual([]);
  });

  it('never give one speaker two turns at once', () => {
    const turns = told();
    turns.add(1, turn(1, 2_000, 2_800), undefined);
    const joined = found({ 0: [1, 0] }, { 1: 0 });
    expect(turns.look(joined, 5_000, true)).toEqual([]);
  });

  it('end 180 s after the turn, and keep the newest 256 turns', () => {
    const late = told();
    expect(late.look(SWAPPED, 3_000 + REVISABLE_MS, true)).toEqual([]);
    expect(late.look(SWAPPED, 0, true)).toEqual([]);
    const many = new ToldTurns(metadata);
    for (let id = 0; id < 300; id += 1) many.add(id, turn(0, id * 600, id * 600 + 500), sounds([1, 0]));
    expect(many.look(SWAPPED, 180_000, true).map(({ id }) => id)[0]).toBe(44);
  });
});
