/** Puts a contact's two tracks on one audio clock: each sample once, as sound or as a gap. */
export interface ClockSink {
  audio(channel: number, firstSample: number, pcm: Uint8Array, sampleCount: number): void;
  gap(channel: number, firstSample: number, sampleCount: number, reason: 'offline' | 'suspended'): void;
}

export const RATE_HZ = 8_000;
/** Times are whole milliseconds, and a block may come a little early or late; below this nothing is missing. */
const JITTER_SAMPLES = RATE_HZ / 50;

export class ContactClock {
  private readonly next = new Map<number, number>();
  private originMs: number | undefined;

  constructor(private readonly sink: ClockSink) {}

  /** How much of the contact has passed, ms. */
  get passedMs(): number {
    return (Math.max(0, ...this.next.values()) * 1_000) / RATE_HZ;
  }

  /** A block of a track. Fragments that never came are a gap before it; what comes too late is left out, since its place is declared already. */
  sound(channel: number, timeMs: number, pcm: Uint8Array): void {
    this.originMs ??= timeMs;
    const next = this.next.get(channel) ?? 0;
    const at = Math.round(((timeMs - this.originMs) * RATE_HZ) / 1_000);
    let first = next;
    if (at > next + JITTER_SAMPLES) {
      // The other party's first sound is later: it was not there yet.
      this.sink.gap(channel, next, at - next, this.next.has(channel) ? 'offline' : 'suspended');
      first = at;
    }
    const late = at < next - JITTER_SAMPLES ? next - at : 0;
    const count = Math.floor(pcm.length / 2) - late;
    if (count <= 0) return;
    this.sink.audio(channel, first, pcm.subarray(2 * late, 2 * (late + count)), count);
    this.next.set(channel, first + count);
  }
}
