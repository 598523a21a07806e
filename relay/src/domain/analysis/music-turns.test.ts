import { describe, expect, it } from 'vitest';
import type { OverallEmotion } from '../recordings/overall-emotion.js';
import { withoutMusic, withoutTurns } from './music-turns.js';

const emotion = {} as OverallEmotion;
const turn = (speaker: string, startMs: number, endMs: number) => ({ speaker, startMs, endMs });
const music = turn('speaker_1', 0, 8_000);
const greeting = turn('speaker_1', 9_000, 11_000);
const answer = turn('speaker_2', 10_500, 12_000);
const word = turn('speaker_2', 9_500, 9_700);
const laugh = turn('speaker_2', 13_000, 14_000);

describe('turns of music', () => {
  it('are nobody’s; those of a voice, of a laugh and of a word within a turn stay', () => {
    const judged = [
      { turn: music, hasVoice: false },
      { turn: greeting, hasVoice: true },
      { turn: word, hasVoice: false },
      { turn: answer, hasVoice: true },
      { turn: laugh, hasVoice: true },
    ];
    const ofWhole = [
      { startMs: 500, endMs: 7_000 },
      { startMs: 9_100, endMs: 12_000, emotion },
    ];
    expect(withoutMusic(judged, ofWhole)).toEqual([greeting, word, answer, laugh]);
    expect(withoutMusic([{ turn: music, hasVoice: false }], [])).toEqual([]);
  });

  it('count for nobody’s talk, and whoever had no other is no speaker', () => {
    const speakers = [
      { key: 'speaker_1', talkMs: 10_000 },
      { key: 'speaker_2', talkMs: 1_700 },
    ];
    const overlaps = [
      { startMs: 6_000, endMs: 6_400 },
      { startMs: 10_500, endMs: 11_000 },
    ];
    expect(withoutTurns({ speakers, overlaps }, [music])).toEqual({
      speakers: [
        { key: 'speaker_1', talkMs: 2_000 },
        { key: 'speaker_2', talkMs: 1_700 },
      ],
      overlaps: [overlaps[1]],
    });
    expect(withoutTurns({ speakers, overlaps }, [answer, word]).speakers).toEqual([speakers[0]]);
    expect(withoutTurns({ speakers, overlaps }, [])).toEqual({ speakers, overlaps });
  });
});
