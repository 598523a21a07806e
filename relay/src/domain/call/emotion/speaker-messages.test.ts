import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '../analysis-result.js';
import { CallAnalysis } from '../call-analysis.js';
import { aConfig, aResult, countingIds, ScriptedCall } from '../testing/scripted-call.js';

describe('[RT81] vocal events of a call', () => {
  const laugh = (startMs: number): AnalysisResult =>
    aResult({
      startMs,
      speechMs: 250,
      over: { notSpeech: { evidenceMs: 1_000 }, vocalSound: { kind: 'laugh', probability: 0.7 } },
    });

  it('are sent when they are over, and give their turn no emotion', () => {
    const call = new ScriptedCall();
    for (const startMs of [0, 250, 500]) call.said.push(...call.conversation.advance(laugh(startMs)));
    expect(call.of('vocal_event')).toEqual([]);
    call.said.push(...call.conversation.advance(aResult({ startMs: 750 })));
    expect(call.of('vocal_event')).toEqual([
      {
        speakerId: 'caller',
        channel: 0,
        event: 'laugh',
        startMs: 0,
        endMs: 750,
        probability: expect.closeTo(0.7, 9) as number,
      },
    ]);
    const { summary } = call.end();
    expect(summary.emotionTrajectory).toEqual([]);
  });

  it('are also sent at the end of the call, and only with the emotion feature', () => {
    for (const [features, expected] of [
      [['emotion'], 1],
      [['prosody'], 0],
    ] as const) {
      const { conversation } = new ScriptedCall(aConfig({ features: [...features] }));
      for (const startMs of [0, 250]) conversation.advance(laugh(startMs));
      const told = conversation.end().filter(({ kind }) => kind === 'vocal_event');
      expect(told).toHaveLength(expected);
    }
  });

  it('continue after a restart', () => {
    const call = new ScriptedCall();
    for (const startMs of [0, 250]) call.conversation.advance(laugh(startMs));
    const restored = CallAnalysis.restore(call.conversation.snapshot(), countingIds());
    const said = [...restored.advance(laugh(500)), ...restored.advance(aResult({ startMs: 750 }))];
    expect(said.find(({ kind }) => kind === 'vocal_event')?.value).toMatchObject({ startMs: 0, endMs: 750 });
  });
});
