/** Laughs, shouts and the like, put into conversations: they are no person, and must not become one. */
import { RATE_HZ, seededRandom } from './speech.mjs';

/** How much louder than the conversation a burst is. */
const LOUDER = 1.5;
const PAUSE_SECONDS = 0.2;

const rms = (samples) => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

/**
 * The same conversation with one burst in its middle. Nobody here is recorded both speaking and laughing, so it is a
 * stranger's, which is harder than one's own.
 */
function withBurst(samples, burst) {
  const gain = (LOUDER * rms(samples)) / Math.max(1e-6, rms(burst));
  const half = Math.floor(samples.length / 2);
  const pause = new Float32Array(PAUSE_SECONDS * RATE_HZ);
  const loud = burst.map((value) => Math.max(-1, Math.min(1, gain * value)));
  const parts = [samples.subarray(0, half), pause, loud, pause, samples.subarray(half)];
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * @param conversations with `samples`
 * @param clips of which those of vocal bursts are used, seeded
 * @returns the frames of each conversation with a burst; none when there are no bursts
 */
export async function hearBursts(model, conversations, clips, seed = 5) {
  const bursts = clips.filter(({ corpus }) => corpus === 'emogator');
  const random = seededRandom(seed);
  const heard = [];
  for (const { samples } of bursts.length === 0 ? [] : conversations) {
    const burst = bursts[Math.floor(random() * bursts.length)].samples();
    heard.push({ frames: await model.analyze(withBurst(samples, burst)) });
  }
  return heard;
}
