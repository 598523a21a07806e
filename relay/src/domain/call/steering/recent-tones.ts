import type { Directive } from '@undertone/protocol';

/** A client that joins late sees the last minute, with one point per second: enough for a curve. */
const REACH_MS = 60_000;
const STEP_MS = 1_000;

/** Empty fields that all past directives share. Their values mattered only at that moment. */
const PAST = {
  emotionProbabilities: {},
  signals: {},
  metrics: {},
  latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
} as const;

/**
 * How each channel sounded in the last minute, with one point per second, for clients that join late. It is not part of the
 * checkpoint, because the next minute replaces it.
 */
export class RecentTones {
  private readonly kept = new Map<number, Directive[]>();
  /** The newest directive with speech of each channel, complete. */
  private readonly spoken = new Map<number, Directive>();

  add(directive: Directive): void {
    if (!directive.speech) return;
    const { channel, audioEndMs } = directive;
    this.spoken.set(channel, directive);
    if (directive.valence === undefined || directive.arousal === undefined) return;
    const moments = this.kept.get(channel);
    if (moments === undefined) {
      this.kept.set(channel, [past(directive)]);
      return;
    }
    const last = moments.at(-1);
    if (last !== undefined && audioEndMs - last.audioEndMs < STEP_MS) return;
    const first = moments.findIndex((moment) => moment.audioEndMs > audioEndMs - REACH_MS);
    moments.splice(0, first < 0 ? moments.length : first);
    moments.push(past(directive));
  }

  /** Deletes what is kept about a speaker whose emotion must not be read. */
  forgetSpeaker(speakerId: string): void {
    for (const [channel, moments] of this.kept) {
      this.kept.set(
        channel,
        moments.filter((moment) => moment.speakerId !== speakerId),
      );
    }
    for (const [channel, directive] of this.spoken) {
      if (directive.speakerId === speakerId) this.spoken.delete(channel);
    }
  }

  /** The directives of a channel's last minute before its newest one, oldest first. Only the last one is complete. */
  before(channel: number, newest: Directive | undefined): readonly Directive[] {
    const spoken = this.spoken.get(channel);
    const whole = spoken === undefined || spoken === newest ? [] : [spoken];
    const endMs = spoken?.audioEndMs ?? Infinity;
    const moments = this.kept.get(channel) ?? [];
    return [...moments.filter(({ audioEndMs }) => audioEndMs < endMs), ...whole];
  }

  /** The channels for which something is kept. */
  channels(): readonly number[] {
    return [...new Set([...this.kept.keys(), ...this.spoken.keys()])];
  }
}

const past = (directive: Directive): Directive => ({
  emotionProbabilities: PAST.emotionProbabilities,
  signals: PAST.signals,
  metrics: PAST.metrics,
  latency: PAST.latency,
  quality: { doubts: [] },
  directiveId: directive.directiveId,
  revision: directive.revision,
  provenance: directive.provenance,
  speakerId: directive.speakerId,
  channel: directive.channel,
  audioStartMs: directive.audioStartMs,
  audioEndMs: directive.audioEndMs,
  emotion: directive.emotion,
  confidence: directive.confidence,
  valence: directive.valence,
  arousal: directive.arousal,
  speech: true,
});
