import type { ServerBody } from '@undertone/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from './analysis-result.js';
import { CallAnalysis } from './call-analysis.js';
import { aConfig, aResult, countingIds, TONES, type Tone } from './testing/scripted-call.js';
import { CUES } from './thresholds.js';

const CONFIG = aConfig({
  channels: [
    { id: 'caller', subject: 'customer' },
    { id: 'agent', subject: 'agent' },
  ],
  agentAnalysis: true,
  vadMode: 'both',
});

type Step =
  | { kind: 'span'; channel: number; spans: number; tone: Tone | undefined; fault: boolean }
  /** Calm, then angry: this leads to cues. */
  | { kind: 'flare'; channel: number }
  | { kind: 'gap'; channel: number }
  | { kind: 'vad'; channel: number; event: 'start' | 'end' | 'misfire' }
  | { kind: 'text' }
  | { kind: 'feedback'; action: 'dismissed' | 'not_useful' | 'snoozed' | 'accepted' }
  | { kind: 'force' };

const channel = fc.integer({ min: 0, max: 1 });
const tone: fc.Arbitrary<Tone | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Tone>(...Object.values(TONES)) },
  { weight: 2, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record({
      label: fc.constantFrom('angry' as const, 'sad' as const, 'amused' as const),
      confidence: fc.double({ min: 0.1, max: 1, noNaN: true }),
      valence: fc.double({ min: -1, max: 1, noNaN: true }),
      arousal: fc.double({ min: -1, max: 1, noNaN: true }),
      dominance: fc.double({ min: -1, max: 1, noNaN: true }),
    }),
  },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('span' as const),
      channel,
      spans: fc.integer({ min: 1, max: 30 }),
      tone,
      fault: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flare' as const), channel }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gap' as const), channel }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('vad' as const),
      channel,
      event: fc.constantFrom('start' as const, 'end' as const, 'misfire' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'text' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('feedback' as const),
      action: fc.constantFrom('dismissed', 'not_useful', 'snoozed', 'accepted'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'force' as const }) },
);
const script = fc.array(step, { minLength: 1, maxLength: 40 });
/** Enough runs to reach each rule's limit in a few seconds. A failure prints its seed. */
const RUNS = { numRuns: 40 };

/** Plays a script; with `restoreAt`, the conversation is snapshotted and restored before that step. */
const play = (steps: readonly Step[], restoreAt?: number): { said: ServerBody[]; end: string } => {
  const dependencies = countingIds();
  let conversation = CallAnalysis.create(CONFIG, dependencies);
  const positions = [0, 0];
  const said: ServerBody[] = [];
  const hear = (result: AnalysisResult) => {
    positions[result.channel] = result.endMs;
    said.push(...conversation.advance(result));
  };
  steps.forEach((each, index) => {
    if (index === restoreAt) {
      const json = JSON.parse(JSON.stringify(conversation.snapshot())) as unknown;
      conversation = CallAnalysis.restore(json, dependencies);
    }
    switch (each.kind) {
      case 'span':
        for (let i = 0; i < each.spans; i++) {
          const fault = each.fault && i === 0 ? { modelFault: 'threw' as const } : {};
          const options = { channel: each.channel, startMs: positions[each.channel]!, over: fault };
          hear(aResult(each.tone === undefined ? options : { ...options, tone: each.tone }));
        }
        break;
      case 'flare':
        for (let i = 0; i < 60; i++) {
          const tone = i < 44 ? TONES.calm : TONES.angry;
          hear(aResult({ channel: each.channel, startMs: positions[each.channel]!, tone }));
        }
        break;
      case 'gap':
        hear(
          aResult({
            channel: each.channel,
            startMs: positions[each.channel]!,
            durationMs: 3_000,
            over: { span: 'gap' },
          }),
        );
        break;
      case 'vad':
        said.push(
          ...conversation.vadEvent({
            channel: each.channel,
            kind: each.event,
            atMs: positions[each.channel]!,
          }),
        );
        break;
      case 'text': {
        const endMs = positions[0]!;
        said.push(
          ...conversation.transcript({
            itemId: `i${index}`,
            text: 'word',
            startMs: endMs,
            endMs,
            isFinal: true,
          }),
        );
        break;
      }
      case 'feedback': {
        const cue = said
          .flatMap((body) => (body.kind === 'agent_steering' && body.value.cue ? [body.value] : []))
          .at(-1);
        if (cue) conversation.feedback(cue.cueId, each.action);
        break;
      }
      case 'force':
        said.push(...conversation.forceEndTurn());
        break;
    }
  });
  return { said, end: JSON.stringify({ messages: conversation.end(), summary: conversation.summary() }) };
};

describe('in any call', () => {
  it('[RT33] there are never more cues than the budget allows', () => {
    let sometimes = 0;
    fc.assert(
      fc.property(script, (steps) => {
        const cues = play(steps).said.flatMap((body) =>
          body.kind === 'agent_steering' && body.value.cue ? [body.value.timestampMs] : [],
        );
        if (cues.length >= 2) sometimes++;
        for (const [i, atMs] of cues.entries()) {
          if (i >= 1) expect(atMs - cues[i - 1]!).toBeGreaterThanOrEqual(CUES.apartMs);
          if (i >= CUES.perWindow)
            expect(atMs - cues[i - CUES.perWindow]!).toBeGreaterThanOrEqual(CUES.windowMs);
        }
      }),
      { ...RUNS, examples: [[Array<Step>(6).fill({ kind: 'flare', channel: 0 })]] },
    );
    // Scripts that never lead to two cues would prove nothing.
    expect(sometimes).toBeGreaterThan(0);
  });

  it('[RT28] probabilities sum to 1 and every number is finite and within its scale', () => {
    fc.assert(
      fc.property(script, (steps) => {
        for (const body of play(steps).said) {
          if (body.kind !== 'directive') continue;
          const {
            emotionProbabilities,
            signals,
            valence = 0,
            arousal = 0,
            dominance = 0,
            confidence = 0,
          } = body.value;
          const probabilities = Object.values(emotionProbabilities);
          const total = probabilities.reduce((sum, p) => sum + p, 0);
          if (probabilities.length > 0) expect(Math.abs(total - 1)).toBeLessThan(1e-6);
          for (const value of [...probabilities, ...Object.values(signals), confidence]) {
            expect(value >= 0 && value <= 1).toBe(true);
          }
          for (const value of [valence, arousal, dominance]) expect(Math.abs(value)).toBeLessThanOrEqual(1);
        }
      }),
      RUNS,
    );
  });

  it('[RT30] every turn starts once, ends once, and not before it started', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const { said, end } = play(steps);
        const { messages } = JSON.parse(end) as { messages: ServerBody[] };
        const open = new Map<string, number>();
        for (const body of [...said, ...messages]) {
          if (body.kind === 'turn.start') {
            expect(open.has(body.value.turnId)).toBe(false);
            open.set(body.value.turnId, body.value.startMs);
          }
          if (body.kind === 'turn.end') {
            expect(open.get(body.value.turnId)).toBe(body.value.startMs);
            expect(body.value.endMs).toBeGreaterThanOrEqual(body.value.startMs);
            open.delete(body.value.turnId);
          }
        }
        expect(open.size).toBe(0);
      }),
      RUNS,
    );
  });

  it('[RT44] a snapshot restored at any point gives the same output as no restart', () => {
    fc.assert(
      fc.property(script, fc.nat(), (steps, at) => {
        expect(play(steps, at % steps.length)).toEqual(play(steps));
      }),
      RUNS,
    );
  });

  it('[RT44] a snapshot can be restored after every result, whatever the length of its speech', () => {
    const share = fc.double({ min: 0.001, max: 1, noNaN: true });
    const hundredths = fc.double({ min: -1, max: 1, noNaN: true });
    const span = fc.record({ channel, durationMs: fc.integer({ min: 1, max: 260 }), share, hundredths });
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 30 }), (spans) => {
        const conversation = CallAnalysis.create(CONFIG, countingIds());
        const positions = [0, 0];
        for (const { channel, durationMs, share, hundredths } of spans) {
          const startMs = positions[channel]!;
          const tone = { ...TONES.calm, confidence: Math.abs(hundredths), valence: hundredths };
          conversation.advance(aResult({ channel, startMs, durationMs, tone, speechMs: durationMs * share }));
          positions[channel] = startMs + durationMs;
          const json = JSON.parse(JSON.stringify(conversation.snapshot())) as unknown;
          expect(CallAnalysis.restore(json, countingIds()).snapshot()).toEqual(conversation.snapshot());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('[RT31] tone shifts of a speaker are committed and resolved alternately', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const shifted = new Map<string, boolean>();
        for (const body of play(steps).said) {
          if (body.kind !== 'tone_shift') continue;
          expect(body.value.resolved).toBe(shifted.get(body.value.speakerId) ?? false);
          shifted.set(body.value.speakerId, !body.value.resolved);
        }
      }),
      RUNS,
    );
  });
});
