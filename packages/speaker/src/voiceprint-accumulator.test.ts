import { describe, expect, it } from 'vitest';
import { scriptedFrames } from './testing/scripted-frames.js';
import { testMetadata } from './testing/test-metadata.js';
import { createVoiceprintAccumulator, LEAST_SPEECH_SECONDS } from './voiceprint-accumulator.js';

// 50 ms each: two voices one after the other, with a pause between them.
const CALL = scriptedFrames(
  [
    { speakers: [0], frames: 20 },
    { speakers: [], frames: 20 },
    { speakers: [1], frames: 20 },
  ],
  0,
);

describe('a voiceprint', () => {
  it('is of the frames that it was given, whoever else speaks in the recording', () => {
    const [first, second, both] = [0, 1, 2].map(() => createVoiceprintAccumulator(testMetadata()));
    first!.add(CALL, 0, 30);
    second!.add(CALL, 30);
    both!.add(CALL);
    const [one, other] = [first!.voiceprint()!.embedding, second!.voiceprint()!.embedding];
    expect([one[0]! > 0.99, one[1]! < 0.01]).toEqual([true, true]);
    expect([other[0]! < 0.01, other[1]! > 0.99]).toEqual([true, true]);
    expect([first!.speechSeconds, second!.speechSeconds, both!.speechSeconds]).toEqual([1, 1, 2]);
  });

  it('takes no frame before the first and none after the last', () => {
    const accumulator = createVoiceprintAccumulator(testMetadata());
    accumulator.add(CALL, -5, 1_000);
    expect(accumulator.speechSeconds).toBe(2);
  });

  it('is not made of less than half a second of speech, however long the pauses are', () => {
    const accumulator = createVoiceprintAccumulator(testMetadata());
    accumulator.add(CALL, 11, 40);
    expect(accumulator.speechSeconds).toBeLessThan(LEAST_SPEECH_SECONDS);
    expect(accumulator.voiceprint()).toBeUndefined();
    accumulator.add(CALL, 10, 11);
    expect(accumulator.voiceprint()).toMatchObject({ space: 'test-1', speechSeconds: LEAST_SPEECH_SECONDS });
  });
});
