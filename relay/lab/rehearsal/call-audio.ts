import type { CallPlan, PlannedLine } from './call-plan.js';
import type { Clip } from './clip.js';

export const CALL_AUDIO = {
  sampleRateHz: 16_000,
  /** Silence between two lines, and between two sentences of a line, ms. */
  betweenLinesMs: 900,
  betweenSentencesMs: 150,
  /**
   * No line is more than this below the loudest line of its speaker, dB. Automatic gain does the same in a telephone call.
   * Acted corpora have 40 dB between a shout and a murmur, so the murmur would be lost in any room.
   */
  dynamicsDb: 20,
  /** An agent's line gets a slot of this length and is cut to it, so that the timing never depends on the agent. */
  agentSlotMs: 3_000,
} as const;

export interface PlacedLine extends PlannedLine {
  channel: 0 | 1;
  startMs: number;
  endMs: number;
}

/** A call recorded by two microphones: the caller on channel 0, the agent on channel 1. */
export interface CallAudio {
  channels: readonly [Float32Array, Float32Array];
  lines: readonly PlacedLine[];
  durationMs: number;
}

const samplesIn = (ms: number) => Math.round((ms * CALL_AUDIO.sampleRateHz) / 1000);

/** Places the lines of a call in time, each on its speaker's channel. @param read decodes a clip to 16 kHz */
export const layOut = async (
  { lines }: CallPlan,
  read: (clip: Clip) => Promise<Float32Array>,
): Promise<CallAudio> => {
  const spoken = await Promise.all(lines.map((line) => join(line, read)));
  const loudest = {
    caller: Math.max(...spoken.map((sound, i) => (lines[i]?.role === 'caller' ? levelOf(sound) : 0))),
    agent: Math.max(...spoken.map((sound, i) => (lines[i]?.role === 'agent' ? levelOf(sound) : 0))),
  };
  const placed: PlacedLine[] = [];
  const sounds: { channel: 0 | 1; from: number; sound: Float32Array }[] = [];
  let at = samplesIn(CALL_AUDIO.betweenLinesMs);
  lines.forEach((line, i) => {
    const caller = line.role === 'caller';
    const whole = lift(spoken[i] ?? new Float32Array(0), loudest[line.role]);
    const length = caller ? whole.length : samplesIn(CALL_AUDIO.agentSlotMs);
    const sound = whole.subarray(0, length);
    const toMs = (sample: number) => (1000 * sample) / CALL_AUDIO.sampleRateHz;
    const channel = caller ? 0 : 1;
    placed.push({ ...line, channel, startMs: toMs(at), endMs: toMs(at + sound.length) });
    sounds.push({ channel, from: at, sound });
    at += length + samplesIn(CALL_AUDIO.betweenLinesMs);
  });
  const channels: [Float32Array, Float32Array] = [new Float32Array(at), new Float32Array(at)];
  for (const { channel, from, sound } of sounds) channels[channel].set(sound, from);
  return { channels, lines: placed, durationMs: (1000 * at) / CALL_AUDIO.sampleRateHz };
};

const join = async (
  { clips }: PlannedLine,
  read: (clip: Clip) => Promise<Float32Array>,
): Promise<Float32Array> => {
  const sounds = await Promise.all(clips.map(read));
  const pause = samplesIn(CALL_AUDIO.betweenSentencesMs);
  const line = new Float32Array(
    sounds.reduce((total, { length }) => total + length, 0) + pause * Math.max(0, sounds.length - 1),
  );
  let at = 0;
  for (const sound of sounds) {
    line.set(sound, at);
    at += sound.length + pause;
  }
  return line;
};

/** Root mean square. */
const levelOf = (sound: Float32Array): number =>
  Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, sound.length));

const lift = (sound: Float32Array, loudest: number): Float32Array => {
  const level = levelOf(sound);
  const least = loudest * 10 ** (-CALL_AUDIO.dynamicsDb / 20);
  if (level === 0 || level >= least) return sound;
  const gain = least / level;
  return sound.map((sample) => Math.max(-1, Math.min(1, sample * gain)));
};
