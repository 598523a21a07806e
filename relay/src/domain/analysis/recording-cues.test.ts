import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '../call/analysis-result.js';
import {
  aConfig,
  aResult,
  countingIds,
  ScriptedCall,
  type Tone,
  TONES,
} from '../call/testing/scripted-call.js';
import { RecordingCues, type RecordingCuesOptions } from './recording-cues.js';

/** A voice that is calm for 20 s, gets angry for 8 s, and calms down. */
const PLAY = [
  [TONES.calm, 20_000],
  [TONES.angry, 8_000],
  [TONES.calm, 12_000],
] as const satisfies readonly (readonly [Tone, number])[];

const escalation = (channel = 0): AnalysisResult[] => play(PLAY, channel);

const play = (parts: readonly (readonly [Tone, number])[], channel = 0): AnalysisResult[] => {
  const results: AnalysisResult[] = [];
  for (const [tone, durationMs] of parts) {
    for (const endMs = results.length * 250 + durationMs; results.length * 250 < endMs;) {
      results.push(aResult({ channel, startMs: results.length * 250, tone }));
    }
  }
  return results;
};

const cuesOf = (results: readonly AnalysisResult[], over: Partial<RecordingCuesOptions> = {}) => {
  const heard = new RecordingCues({
    channels: 1,
    subject: 'customer',
    vertical: 'contact_center',
    features: ['emotion', 'prosody', 'vad', 'vertical'],
    language: 'en',
    agentAnalysis: false,
    ...countingIds(),
    ...over,
  });
  for (const result of results) heard.hear(result);
  heard.end();
  return heard.cues;
};

describe('the cues of a recording', () => {
  it('are those of a live call with the same audio, at the same moments', () => {
    const call = new ScriptedCall(aConfig());
    for (const [tone, durationMs] of PLAY) call.speak(tone, durationMs);
    const live = call.of('agent_steering').filter(({ cue }) => cue !== undefined);
    expect(live.length).toBeGreaterThan(0);
    expect(cuesOf(escalation()).map(({ atMs, mode, cue }) => [atMs, mode, cue])).toEqual(
      live.map(({ timestampMs, mode, cue }) => [timestampMs, mode, cue]),
    );
  });

  it('have their texts in the language that was asked for', () => {
    expect(cuesOf(escalation())[0]?.cue.title).toBe('The customer is getting upset');
    expect(cuesOf(escalation(), { language: 'de' })[0]?.cue.title).not.toBe('The customer is getting upset');
  });

  it('follow one clock over all channels, however their results arrive', () => {
    const quiet = escalation(0).map(({ startMs }) => aResult({ channel: 0, startMs }));
    const loud = escalation(1);
    const inTurn = cuesOf([...quiet, ...loud], { channels: 2 });
    const together = cuesOf(
      quiet.flatMap((result, index) => [result, loud[index] ?? result]),
      { channels: 2 },
    );
    expect(inTurn.map(({ atMs, channel }) => [atMs, channel])).toEqual(
      together.map(({ atMs, channel }) => [atMs, channel]),
    );
    expect(inTurn[0]).toMatchObject({ channel: 1, mode: 'caller_escalating' });
    expect(inTurn[0]?.atMs).toBeLessThan(23_000);
  });

  it('compare each person of a shared channel with themselves alone', () => {
    const results = play([
      [TONES.happy, 20_000],
      [TONES.sad, 12_000],
      [TONES.happy, 8_000],
    ]);
    const stretches = [
      { key: 'speaker_1', startMs: 0, endMs: 20_000 },
      { key: 'speaker_2', startMs: 20_000, endMs: 32_000 },
      { key: 'speaker_1', startMs: 32_000, endMs: 40_000 },
    ];
    expect(cuesOf(results).map(({ cue }) => cue.title)).toEqual(['The customer sounds disheartened']);
    expect(cuesOf(results, { stretches })).toEqual([]);
  });

  it('are none where agents may not be analyzed and the recording is an agent’s', () => {
    expect(cuesOf(escalation(), { subject: 'agent' })).toEqual([]);
    expect(cuesOf(escalation(), { subject: 'agent', agentAnalysis: true })[0]?.mode).toBe('agent_overheated');
  });
});
