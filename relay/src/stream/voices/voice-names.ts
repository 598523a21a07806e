import type { SessionConfig } from '../../domain/live/session-config.js';

/** What the voices of each channel are called, each name for one voice of the session only. */
export class VoiceNames {
  private readonly channels: () => SessionConfig['channels'];
  /** The highest number told on each channel. */
  private readonly highest: number[];
  /** What the diarizers that listen now count from. */
  private before: readonly number[];

  /** @param told the highest numbers that another process told of the same session */
  constructor(channels: () => SessionConfig['channels'], told: readonly number[] | undefined) {
    this.channels = channels;
    this.highest = channels().map((_, channel) => told?.[channel] ?? 0);
    this.before = [...this.highest];
  }

  /** A diarizer begins with its own first voice: names that were told are not told again for another. */
  startOver(): void {
    this.before = [...this.highest];
  }

  /** The channel's own id where it has one voice only. */
  of(channel: number, speaker: number): string {
    const { id, mixed } = this.channels()[channel] ?? { id: '' };
    if (mixed !== true) return id;
    const number = (this.before[channel] ?? 0) + speaker + 1;
    this.highest[channel] = Math.max(this.highest[channel] ?? 0, number);
    return `${id}_s${number}`;
  }

  get anyTold(): boolean {
    return this.highest.some((number) => number > 0);
  }

  /** For a checkpoint. */
  told(): readonly number[] {
    return [...this.highest];
  }
}
