import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from './analysis-result.js';
import { aResult, TONES } from './testing/scripted-call.js';
import { freshMonitor, watchAudio } from './audio-warnings.js';

const SILENT: Partial<AnalysisResult> = { levels: { rmsDb: -90, peakDb: -80 } };
const quality = (over: Partial<NonNullable<AnalysisResult['quality']>>): Partial<AnalysisResult> => ({
  quality: { snrDb: 30, clipping: 0, voicedMs: 100, narrowband: false, ...over },
});

/** Plays spans of 250 ms and returns the warnings, each with its time in seconds. */
const play = (parts: readonly { seconds: number; speech?: boolean; over?: Partial<AnalysisResult> }[]) => {
  let monitor = freshMonitor();
  let atMs = 0;
  const raised: [string, number][] = [];
  for (const { seconds, speech = false, over = {} } of parts) {
    for (let i = 0; i < seconds * 4; i++) {
      const result = aResult({ startMs: atMs, over, ...(speech ? { tone: TONES.neutral } : {}) });
      const step = watchAudio(monitor, result);
      monitor = step.monitor;
      atMs += 250;
      for (const { code } of step.warnings) raised.push([code, atMs / 1_000]);
    }
  }
  return raised;
};

describe('[RT35] warnings about the audio', () => {
  it('report after 5 s that a channel was never heard', () => {
    expect(play([{ seconds: 20, over: SILENT }])).toEqual([['audio_silent', 5]]);
  });

  it('report silence only after 30 s when there was speech before', () => {
    const raised = play([
      { seconds: 2, speech: true },
      { seconds: 40, over: SILENT },
    ]);
    expect(raised).toEqual([['audio_silent', 32]]);
  });

  it('are raised again only after the condition has ended', () => {
    const raised = play([{ seconds: 6, over: SILENT }, { seconds: 1 }, { seconds: 6, over: SILENT }]);
    expect(raised).toEqual([
      ['audio_silent', 5],
      ['audio_silent', 12],
    ]);
  });

  it('do not count a gap as silence', () => {
    const gap: Partial<AnalysisResult> = { span: 'gap' };
    expect(
      play([
        { seconds: 4, over: SILENT },
        { seconds: 0.25, over: gap },
        { seconds: 4, over: SILENT },
      ]),
    ).toEqual([]);
  });

  it('report that the input clips, with hysteresis between the two limits', () => {
    const raised = play([
      { seconds: 3, speech: true, over: quality({ clipping: 0.01 }) },
      { seconds: 5, speech: true, over: quality({ clipping: 0.003 }) },
      { seconds: 3, speech: true, over: quality({ clipping: 0.01 }) },
      { seconds: 3, speech: true, over: quality({ clipping: 0 }) },
      { seconds: 3, speech: true, over: quality({ clipping: 0.01 }) },
    ]);
    expect(raised).toEqual([
      ['audio_clipping', 2],
      ['audio_clipping', 16],
    ]);
  });

  it('report a low SNR only during speech', () => {
    expect(play([{ seconds: 4, speech: true, over: quality({ snrDb: 6 }) }])).toEqual([['low_snr', 2]]);
    expect(play([{ seconds: 4, over: quality({ snrDb: 6 }) }])).toEqual([]);
  });

  it('report telephone bandwidth once', () => {
    expect(play([{ seconds: 60, speech: true, over: quality({ narrowband: true }) }])).toEqual([
      ['narrowband_input', 2],
    ]);
  });

  it('do not take a ring tone for telephone bandwidth', () => {
    const ring = { ...quality({ narrowband: true }), notSpeech: { evidenceMs: 500 } };
    expect(play([{ seconds: 10, speech: true, over: ring }])).toEqual([]);
  });

  it('include the channel, the time and the measured value', () => {
    let monitor = freshMonitor();
    const warnings = Array.from({ length: 20 }, (_, i) => {
      const step = watchAudio(monitor, aResult({ channel: 1, startMs: i * 250, over: SILENT }));
      monitor = step.monitor;
      return step.warnings;
    }).flat();
    expect(warnings[0]).toMatchObject({ detail: { channel: '1', at_ms: '5000', rms_db: '-90.0' } });
  });
});
