import type { Directive } from '@undertone/protocol';
import { ToneTrack } from './tone-track.js';

/** A client that joins late sees the last minute at the pace of the results, so that its mood is that of a client that was there. */
const REACH_MS = 60_000;
const STEP_MS = 500;

/**
 * How each channel sounded in the last minute, with two points per second, for clients that join late. It is not part of the
 * checkpoint, because the next minute replaces it.
 */
export class RecentTones {
  private readonly kept = new Map<number, ToneTrack>();
  /** The newest directive with speech of each channel, complete. */
  private readonly spoken = new Map<number, Directive>();
  /** Where the speech began that the next point of each channel stands for. */
  private readonly begun = new Map<number, number>();

  add(directive: Directive): void {
    if (!directive.speech) return;
    const { channel, audioEndMs } = directive;
    const before = this.spoken.get(channel);
    if (before === undefined || directive.audioStartMs > before.audioEndMs)
      this.begun.set(channel, directive.audioStartMs);
    this.spoken.set(channel, directive);
    if (directive.valence === undefined || directive.arousal === undefined) return;
    const track = this.trackOf(channel);
    if (audioEndMs - track.endMs < STEP_MS) return;
    track.dropThrough(audioEndMs - REACH_MS);
    // A point also stands for the speech since the one before it, as a viewer counts it.
    track.add(directive, this.begun.get(channel));
    this.begun.set(channel, audioEndMs);
  }

  /** Deletes what is kept about a speaker whose emotion must not be read. */
  forgetSpeaker(speakerId: string): void {
    for (const track of this.kept.values()) track.forgetSpeaker(speakerId);
    for (const [channel, directive] of this.spoken) {
      if (directive.speakerId === speakerId) this.spoken.delete(channel);
    }
  }

  /** The directives of a channel's last minute before its newest one, oldest first. Only the last one is complete. */
  before(channel: number, newest: Directive | undefined): readonly Directive[] {
    const spoken = this.spoken.get(channel);
    const whole = spoken === undefined || spoken === newest ? [] : [spoken];
    const endMs = spoken?.audioEndMs ?? Infinity;
    const moments = this.kept.get(channel)?.directives() ?? [];
    return [...moments.filter(({ audioEndMs }) => audioEndMs < endMs), ...whole];
  }

  /** The channels for which something is kept. */
  channels(): readonly number[] {
    return [...new Set([...this.kept.keys(), ...this.spoken.keys()])];
  }

  private trackOf(channel: number): ToneTrack {
    const known = this.kept.get(channel);
    if (known !== undefined) return known;
    const fresh = new ToneTrack(channel);
    this.kept.set(channel, fresh);
    return fresh;
  }
}
