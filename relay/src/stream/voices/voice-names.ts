import type { SessionConfig } from '../../domain/live/session-config.js';

/** The names of the voices of each channel. Within the session, each name belongs to one voice only. */
export class VoiceNames {
  private readonly channels: () => SessionConfig['channels'];
  /** The highest number reported on each channel. */
  private readonly highest: number[];
  /** The numbers from which the current diarizers count. */
  private before: readonly number[];

  /** @param told the highest numbers that another process reported for the same session */
  constructor(channels: () => SessionConfig['channels'], told: readonly number[] | undefined) {
    this.channels = channels;
    this.highest = channels().map((_, channel) => told?.[channel] ?? 0);
    this.before = [...this.highest];
  }

  /**
   * A new diarizer counts from its own first voice. Names that were reported are not reused for another
   * voice.
   */
  startOver(): void {
    this.before = [...this.highest];
  }

  /** The channel's own id when it has only one voice. */
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
