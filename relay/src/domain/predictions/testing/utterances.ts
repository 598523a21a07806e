import * as fc from 'fast-check';
import type { ObservedUtterance, UtteranceTone } from '../utterance.js';

export const CALM: UtteranceTone = { valence: 0.3, arousal: -0.1, escalation: 0.08 };
export const EVEN: UtteranceTone = { valence: 0, arousal: 0, escalation: 0.15 };
export const ANGRY: UtteranceTone = { valence: -0.6, arousal: 0.6, escalation: 0.85 };
export const SAD: UtteranceTone = { valence: -0.5, arousal: -0.4, escalation: 0.25 };

/** One caller with an utterance of 3 s every 6 s, in these tones. */
export const callerOnly = (...tones: UtteranceTone[]): ObservedUtterance[] =>
  tones.map((tone, i) => ({
    speakerId: 'caller',
    role: 'caller',
    startMs: 6_000 * i,
    endMs: 6_000 * i + 3_000,
    tone,
  }));

const dimension = fc.double({ min: -1, max: 1, noNaN: true });

/** Conversations of up to four people, in order of the starts. Utterances may overlap, and some have no tone. */
export const conversations: fc.Arbitrary<ObservedUtterance[]> = fc
  .array(
    fc.record({
      speaker: fc.constantFrom('caller_1', 'caller_2', 'agent_1', 'agent_2'),
      gapMs: fc.integer({ min: 0, max: 20_000 }),
      lengthMs: fc.integer({ min: 100, max: 15_000 }),
      tone: fc.option(
        fc.record({
          valence: dimension,
          arousal: dimension,
          escalation: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { nil: undefined },
      ),
    }),
    { maxLength: 40 },
  )
  .map((parts) => {
    let startMs = 0;
    return parts.map(({ speaker, gapMs, lengthMs, tone }) => {
      startMs += gapMs + 1;
      return {
        speakerId: speaker,
        role: speaker.startsWith('agent') ? 'agent' : 'caller',
        startMs,
        endMs: startMs + lengthMs,
        ...(tone === undefined ? {} : { tone }),
      };
    });
  });
