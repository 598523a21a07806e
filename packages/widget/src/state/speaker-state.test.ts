import type { Directive } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { directive, prosody } from '../../test/scripted-session.js';
import {
  HISTORY_MS,
  newSpeaker,
  prosodyOf,
  TRACE_MS,
  withDirective as withDirectiveAt,
  withProsody,
  type SpeakerState,
} from './speaker-state.js';

const withDirective = (state: SpeakerState, result: Directive): SpeakerState =>
  withDirectiveAt(state, result, result.audioEndMs);

const speaker = newSpeaker(0, 'customer', true);

describe('the state of a speaker', () => {
  it('keeps only the last minute, with about 600 points at most, for any length of call', () => {
    let state = speaker;
    for (let audioEndMs = 0; audioEndMs <= 300_000; audioEndMs += 40) {
      state = withDirective(state, directive({ audioEndMs }));
    }
    expect(state.history.length).toBeLessThanOrEqual(601);
    expect(state.history[0]?.timeMs).toBeGreaterThanOrEqual(300_000 - HISTORY_MS);
  });

  it('keeps the last emotion through silence while the clock advances', () => {
    const spoke = withDirective(speaker, directive({ audioEndMs: 1_000 }));
    const silent = withDirective(spoke, directive({ audioEndMs: 9_000, speech: false, emotion: undefined }));
    expect(silent.directive?.emotion).toBe('angry');
    expect(silent.nowMs).toBe(9_000);
    expect(silent.history).toHaveLength(1);
  });

  it('advances with the page’s own measurements when no results arrive', () => {
    const spoke = withDirective(speaker, directive({ audioEndMs: 1_000 }));
    expect(withProsody(spoke, prosody(1_900, 0)).nowMs).toBe(1_000);
    const alone = withProsody(spoke, prosody(HISTORY_MS + 2_000, 0));
    expect(alone).toMatchObject({ nowMs: HISTORY_MS + 2_000, history: [] });
  });

  it('replaces the point of an earlier revision with that of a revised directive', () => {
    let state = withDirective(speaker, directive({ audioEndMs: 1_000, valence: 0 }));
    state = withDirective(state, directive({ audioEndMs: 1_000, valence: 0.5, revision: 2 }));
    expect(state.history).toMatchObject([{ timeMs: 1_000, valence: 0.5, arousal: 0.6 }]);
  });

  it('keeps ten seconds of pitch and replaces what a resume sends again', () => {
    let state = speaker;
    for (let atMs = 0; atMs <= 60_000; atMs += 100) {
      state = withProsody(state, prosody(atMs, 1));
    }
    expect(state.trace).toHaveLength(TRACE_MS / 100);
    expect(withProsody(state, prosody(60_000, 1)).trace).toEqual(state.trace);
    expect(withProsody(state, prosody(59_000, 1)).trace.at(-1)?.timeMs).toBe(59_000);
  });

  it('has no pitch when there was little voice', () => {
    expect(withProsody(speaker, prosody(0, 0.2)).trace[0]?.f0Hz).toBe(0);
  });

  it('uses the measurements of the page until the relay sends its own', () => {
    const summary = {
      pitch: { mean: 180 },
      energy: { mean: null },
      rhythm: { speech_rate: 4, pause_rate: null, average_pause_duration: null },
      voice_quality: { jitter: null, shimmer: null, hnr: 15 },
    };
    const edge = withProsody(speaker, { ...prosody(0, 1), summary });
    expect(prosodyOf(edge)).toMatchObject({ pitch: { mean: 180 }, voiceQuality: { hnr: 15 } });
    expect(prosodyOf(withDirective(edge, directive()))?.pitch.mean).toBe(212);
  });
});
