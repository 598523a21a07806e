import { describe, expect, it } from 'vitest';
import { scriptedFrames, type ScriptedTurn } from './testing/scripted-frames.js';
import { testMetadata } from './testing/test-metadata.js';
import { diarize, scoreVoiceprints } from './index.js';

const metadata = testMetadata();
const say = (speaker: number, frames: number): ScriptedTurn => ({ speakers: [speaker], frames });
const pause = (frames: number): ScriptedTurn => ({ speakers: [], frames });

/** A conversation of turns with pauses between them, and its true turns. */
const conversation = (order: readonly number[]) => {
  const script = order.flatMap((speaker, n) => [say(speaker, 40 + 7 * (n % 3)), pause(10)]);
  let at = 0;
  const truth = order.map((speaker, n) => {
    const startMs = at * 50;
    at += 40 + 7 * (n % 3);
    const turn = { speaker, startMs, endMs: at * 50 };
    at += 10;
    return turn;
  });
  return { frames: scriptedFrames(script), truth };
};

describe('the diarization of a recording', () => {
  it('finds the turns of two speakers within 200 ms, numbered by first appearance', () => {
    const { frames, truth } = conversation([2, 0, 2, 0, 0, 2]);
    const { turns, speakers, overlaps } = diarize(metadata, frames);
    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0, 1, 1, 0]);
    for (const [n, turn] of turns.entries()) {
      expect(Math.abs(turn.startMs - (truth[n]?.startMs ?? NaN))).toBeLessThanOrEqual(200);
      expect(Math.abs(turn.endMs - (truth[n]?.endMs ?? NaN))).toBeLessThanOrEqual(200);
      expect(turn.confidence).toBeGreaterThan(0.8);
    }
    expect(speakers.map(({ speaker }) => speaker)).toEqual([0, 1]);
    expect(overlaps).toEqual([]);
  });

  it('finds the number of speakers when it is not given', () => {
    for (const order of [[0], [1, 3], [0, 1, 2], [3, 2, 1, 0, 3]])
      expect(diarize(metadata, conversation(order).frames).speakers).toHaveLength(new Set(order).size);
  });

  it('joins the last two voices only above `singleAbove`, and more voices only above `mergeAbove`', () => {
    const eager = (changes: object) => testMetadata({ diarization: { ...metadata.diarization, ...changes } });
    const [two, three] = [conversation([0, 1, 0, 1]).frames, conversation([0, 1, 2]).frames];
    expect(diarize(eager({ singleAbove: -50 }), two).speakers).toHaveLength(1);
    expect(diarize(eager({ singleAbove: -50 }), three).speakers).toHaveLength(3);
    expect(diarize(eager({ mergeAbove: -50 }), three).speakers).toHaveLength(2);
  });

  it('finds exactly the given number of speakers, and at most `maxSpeakers`', () => {
    const { frames } = conversation([0, 1, 2, 0, 1, 2]);
    expect(diarize(metadata, frames, { speakers: 2 }).speakers).toHaveLength(2);
    expect(diarize(metadata, frames, { speakers: 1 }).speakers).toHaveLength(1);
    expect(diarize(metadata, frames, { maxSpeakers: 2 }).speakers).toHaveLength(2);
  });

  it('makes nobody of a laugh or a shout, unless the number says so', () => {
    const script = (third: number) =>
      scriptedFrames([0, 1, 2, 0, 1].flatMap((who) => [say(who, who === 2 ? third : 80), pause(10)]));
    expect(diarize(metadata, script(28)).speakers).toHaveLength(2);
    expect(diarize(metadata, script(28), { speakers: 3 }).speakers).toHaveLength(3);
    expect(diarize(metadata, script(50)).speakers).toHaveLength(3);
  });

  it('changes the speaker inside a continuous stretch of speech', () => {
    const { turns } = diarize(metadata, scriptedFrames([say(0, 60), say(1, 50)]));
    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1]);
    expect(Math.abs((turns[1]?.startMs ?? 0) - 3_000)).toBeLessThanOrEqual(250);
  });

  it('gives an overlap to both speakers, reports where it is, and counts it for both', () => {
    const both: ScriptedTurn = { speakers: [0, 1], frames: 20 };
    const found = diarize(metadata, scriptedFrames([say(0, 60), both, say(1, 60)]));
    expect(found.overlaps).toEqual([{ startMs: 3_000, endMs: 4_000 }]);
    expect(found.turns.map(({ speaker, overlap }) => ({ speaker, overlap }))).toEqual([
      { speaker: 0, overlap: true },
      { speaker: 1, overlap: true },
    ]);
    const talk = found.speakers.reduce((sum, { talkMs }) => sum + talkMs, 0);
    expect(talk).toBe(140 * 50 + 20 * 50 - 20 * 50 + 1_000);
  });

  it('gives each speaker a voiceprint that the same voice matches and others do not', () => {
    const [first, second] = [conversation([0, 1]), conversation([1, 0])].map(
      ({ frames }) => diarize(metadata, frames).speakers,
    );
    const voiceprint = (list: typeof first, n: number) => {
      const found = list?.[n]?.voiceprint;
      if (found === undefined) throw new Error('no voiceprint');
      return found;
    };
    const same = scoreVoiceprints(metadata, voiceprint(first, 0), voiceprint(second, 1));
    const other = scoreVoiceprints(metadata, voiceprint(first, 0), voiceprint(second, 0));
    expect(same.probability).toBeGreaterThan(0.9);
    expect(other.probability).toBeLessThan(0.1);
  });

  it('uses the given voice activity', () => {
    const { frames } = conversation([0, 1]);
    const { turns } = diarize(metadata, frames, { speech: [{ startMs: 500, endMs: 1_500 }] });
    expect(turns).toMatchObject([{ speaker: 0, startMs: 500, endMs: 1_500 }]);
  });

  it('finds nobody in silence and in an empty recording', () => {
    for (const script of [[], [pause(100)]])
      expect(diarize(metadata, scriptedFrames(script))).toEqual({ turns: [], speakers: [], overlaps: [] });
  });

  it('clusters an hour of frames in seconds, with the same voices', () => {
    const order = Array.from({ length: 720 }, (_, n) => (n * 7) % 3);
    const script = order.flatMap((speaker) => [say(speaker, 90), pause(10)]);
    const found = diarize(metadata, scriptedFrames(script));
    expect(found.speakers).toHaveLength(3);
    expect(found.turns).toHaveLength(720);
  });

  it('refuses invalid options', () => {
    const { frames } = conversation([0]);
    const backwards = [
      { startMs: 500, endMs: 900 },
      { startMs: 0, endMs: 100 },
    ];
    for (const options of [{ speakers: 0 }, { maxSpeakers: 17 }, { speakers: 1.5 }, { speech: backwards }])
      expect(() => diarize(metadata, frames, options)).toThrow(
        expect.objectContaining({ code: 'bad_option' }),
      );
  });
});
