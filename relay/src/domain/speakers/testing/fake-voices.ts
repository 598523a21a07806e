import { Fault } from '../../fault.js';
import type { Diarization, HearOrder, VoiceComparison, VoiceEngine, Voiceprint } from '../voice-engine.js';

export const FAKE_SPACE = 'fake-1';

/** A voiceprint as an angle. The nearer two angles are, the more alike the voices. */
export const fakeVoiceprint = (degrees: number, speechSeconds = 10, space = FAKE_SPACE): Voiceprint => ({
  space,
  speechSeconds,
  embedding: Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)),
});

/** People by what was heard of each: the angle of the voice, and how long the person spoke. */
export const fakeDiarization = (
  people: readonly { readonly degrees: number; readonly seconds: number; readonly space?: string }[],
): Diarization => {
  let startMs = 0;
  return {
    overlaps: [],
    turns: people.map(({ seconds }, speaker) => {
      const turn = { speaker, startMs, endMs: startMs + 1000 * seconds, overlap: false, confidence: 1 };
      startMs = turn.endMs;
      return turn;
    }),
    speakers: people.map(({ degrees, seconds, space }, speaker) => ({
      speaker,
      talkMs: 1000 * seconds,
      voiceprint: fakeVoiceprint(degrees, seconds, space),
    })),
  };
};

const cosine = (a: Voiceprint, b: Voiceprint): number =>
  a.embedding.reduce((sum, value, n) => sum + value * (b.embedding[n] ?? 0), 0);

/** 10 for one voice, 0 at 25 degrees between two, −10 and below for others. */
const scoreOf = (a: Voiceprint, b: Voiceprint) => {
  const similarity = cosine(a, b);
  const logLikelihoodRatio = 10 * (1 - (Math.acos(Math.min(1, similarity)) * 180) / Math.PI / 25);
  return { similarity, logLikelihoodRatio, probability: 1 / (1 + Math.exp(-logLikelihoodRatio)) };
};

export const fakeComparison: VoiceComparison = {
  space: FAKE_SPACE,
  thresholds: {
    identify: 3,
    identifyGrowth: 1,
    verify: 0,
    voiceprintSpeech: 0.1,
    enrollSpeechSeconds: 5,
    resolveSpeechSeconds: 3,
  },
  score: scoreOf,
  identify: (voiceprint, known) => {
    const scored = known.map(({ id, voiceprint: other }) => ({ id, score: scoreOf(voiceprint, other) }));
    scored.sort((a, b) => b.score.logLikelihoodRatio - a.score.logLikelihoodRatio);
    const [best] = scored;
    const needed = 3 + Math.log(Math.max(1, known.length));
    return best !== undefined && best.score.logLikelihoodRatio >= needed ? best : undefined;
  },
  merge: (voiceprints) => {
    const seconds = voiceprints.reduce((sum, { speechSeconds }) => sum + speechSeconds, 0);
    const angle = voiceprints.reduce(
      (sum, { embedding, speechSeconds }) =>
        sum + (speechSeconds * Math.atan2(embedding[1] ?? 0, embedding[0] ?? 0) * 180) / Math.PI,
      0,
    );
    return fakeVoiceprint(angle / seconds, seconds);
  },
  encode: (profile) =>
    new Uint8Array(
      Float32Array.from(profile.flatMap(({ speechSeconds, embedding }) => [speechSeconds, ...embedding]))
        .buffer,
    ),
  decode: (bytes) => {
    const numbers = new Float32Array(Uint8Array.from(bytes).buffer);
    const print = (at: number): Voiceprint => ({
      space: FAKE_SPACE,
      speechSeconds: numbers[at] ?? 0,
      embedding: numbers.slice(at + 1, at + 3),
    });
    const [, ...rest] = Array.from({ length: numbers.length / 3 }, (_, n) => print(3 * n));
    return [print(0), ...rest];
  },
};

/** Returns what a test has set for the next recording. */
export class FakeVoices implements VoiceEngine {
  readonly heard: HearOrder[] = [];
  next: Diarization = fakeDiarization([{ degrees: 0, seconds: 10 }]);
  /**
   * The model in use. Change it to simulate a model other than the one that heard the voices. Undefined: the
   * model does not start.
   */
  space: string | undefined = FAKE_SPACE;

  comparison(): Promise<VoiceComparison> {
    const { space } = this;
    if (space === undefined) return Promise.reject(new Fault('model_unavailable', 'no model starts'));
    return Promise.resolve({ ...fakeComparison, space });
  }

  hear(order: HearOrder): Promise<Diarization> {
    this.heard.push(order);
    order.signal.throwIfAborted();
    return Promise.resolve(this.next);
  }
}
