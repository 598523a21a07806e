import { describe, expect, it } from 'vitest';
import { scriptedFrames, type ScriptedTurn } from './testing/scripted-frames.js';
import { testMetadata } from './testing/test-metadata.js';
import {
  createOnlineDiarizer,
  type OnlineDiarizerEvent,
  type OnlineDiarizerOptions,
  type SpeakerFrames,
} from './index.js';

const metadata = testMetadata();
const say = (speaker: number, frames: number): ScriptedTurn => ({ speakers: [speaker], frames });
const pause = (frames: number): ScriptedTurn => ({ speakers: [], frames });

/** Cuts the frames into chunks, as a stream delivers them. */
const chunks = (frames: SpeakerFrames, length: number): SpeakerFrames[] =>
  Array.from({ length: Math.ceil(frames.count / length) }, (_, n) => {
    const [from, to] = [n * length, Math.min(frames.count, (n + 1) * length)];
    return {
      startMs: from * 50,
      count: to - from,
      features: frames.features.slice(from * 4, to * 4),
      weights: frames.weights.slice(from * 2, to * 2),
      activity: frames.activity.slice(from * 2, to * 2),
    };
  });

const listen = (script: readonly ScriptedTurn[], chunk = 10, options?: OnlineDiarizerOptions) => {
  const diarizer = createOnlineDiarizer(metadata, options);
  const events: OnlineDiarizerEvent[] = [];
  for (const piece of chunks(scriptedFrames(script), chunk)) events.push(...diarizer.push(piece));
  events.push(...diarizer.end());
  const turns = events.flatMap((event) => (event.type === 'turn_end' ? [event.turn] : []));
  return { events, turns, speakers: diarizer.speakers() };
};

const CALL = [say(1, 60), pause(15), say(3, 60), pause(15), say(1, 60), say(3, 60)];

describe('the diarization of a live, mixed stream', () => {
  it('separates two speakers and reuses their numbers', () => {
    const { turns, speakers } = listen(CALL);
    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0, 1]);
    expect(speakers.map(({ speaker }) => speaker)).toEqual([0, 1]);
    for (const { voiceprint } of speakers) expect(voiceprint?.speechSeconds).toBeGreaterThan(2);
  });

  it('announces a speaker before the first turn, and ends every turn that started', () => {
    const { events } = listen(CALL);
    const open = new Map<number, number>();
    const named = new Set<number>();
    for (const event of events) {
      if (event.type === 'speaker') named.add(event.speaker);
      if (event.type === 'turn_start') {
        expect(named.has(event.speaker)).toBe(true);
        expect(open.has(event.speaker)).toBe(false);
        open.set(event.speaker, event.atMs);
      }
      if (event.type === 'turn_end') {
        expect(open.get(event.turn.speaker)).toBe(event.turn.startMs);
        open.delete(event.turn.speaker);
      }
    }
    expect(open.size).toBe(0);
  });

  it('starts and ends turns at the frame at which speech starts and ends', () => {
    const { turns, speakers } = listen([pause(7), say(1, 63), pause(21), say(3, 62), pause(9)]);
    expect(turns.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [350, 3_500],
      [4_550, 7_650],
    ]);
    expect(speakers.map(({ talkMs }) => talkMs)).toEqual([3_150, 3_100]);
  });

  it('gives the same turns however the stream is cut', () => {
    const whole = listen(CALL, 1_000).turns;
    for (const length of [1, 5, 7, 40]) expect(listen(CALL, length).turns).toEqual(whole);
  });

  it('decides within its latency and one step; a new voice is checked twice more before it is announced', () => {
    const diarizer = createOnlineDiarizer(metadata, { latencyMs: 1_000 });
    const known = new Set<number>();
    const waits: { isNew: boolean; waitedMs: number }[] = [];
    let heardMs = 0;
    for (const piece of chunks(scriptedFrames(CALL), 1)) {
      heardMs += 50;
      for (const event of diarizer.push(piece)) {
        if (event.type !== 'turn_start') continue;
        waits.push({ isNew: !known.has(event.speaker), waitedMs: heardMs - event.atMs });
        known.add(event.speaker);
      }
    }
    const of = (isNew: boolean) =>
      waits.filter((wait) => wait.isNew === isNew).map(({ waitedMs }) => waitedMs);
    expect([of(true).length, of(false).length]).toEqual([2, 2]);
    for (const waitedMs of of(true)) expect(waitedMs).toBe(1_000 + 3 * 250);
    for (const waitedMs of of(false)) expect(waitedMs).toBeLessThanOrEqual(1_000 + 250);
  });

  it('gives a turn to both speakers when two speak at once', () => {
    const { turns } = listen([...CALL, { speakers: [1, 3], frames: 30 }, say(1, 40)]);
    const overlapping = turns.filter(({ overlap }) => overlap);
    expect(new Set(overlapping.map(({ speaker }) => speaker))).toEqual(new Set([0, 1]));
  });

  it('opens at most `maxSpeakers` voices', () => {
    expect(listen([say(0, 60), say(1, 60), say(2, 60)], 10, { maxSpeakers: 2 }).speakers).toHaveLength(2);
  });

  it('keeps bounded memory and finds nobody in an hour of silence', () => {
    expect(listen([pause(72_000)], 200)).toEqual({ events: [], turns: [], speakers: [] });
  });

  it('refuses a gap in the stream and invalid options', () => {
    const diarizer = createOnlineDiarizer(metadata);
    const [first, , third] = chunks(scriptedFrames(CALL), 10);
    if (first === undefined || third === undefined) throw new Error('too short');
    diarizer.push(first);
    expect(() => diarizer.push(third)).toThrow(expect.objectContaining({ code: 'bad_option' }));
    for (const options of [{ maxSpeakers: 0 }, { latencyMs: 100 }, { latencyMs: NaN }])
      expect(() => createOnlineDiarizer(metadata, options)).toThrow(
        expect.objectContaining({ code: 'bad_option' }),
      );
  });
});
