import type { Directive } from '@undertone/protocol';

/** A client that joins late sees the last minute at the pace of the results, so that its mood is that of a client that was there. */
const REACH_MS = 60_000;
const STEP_MS = 500;

/** Empty fields that all past directives share. Their values mattered only at that moment. */
const PAST = {
  emotionProbabilities: {},
  metrics: {},
  latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
  quality: { doubts: [] },
  signals: {},
} satisfies Partial<Directive>;

/**
 * How each channel sounded in the last minute, with two points per second, for clients that join late. It is not part of the
 * checkpoint, because the next minute replaces it.
 */
export class RecentTones {
  private readonly kept = new Map<number, Directive[]>();
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
    const moments = this.kept.get(channel);
    if (moments === undefined) {
      this.kept.set(channel, [this.point(directive)]);
      return;
    }
    const last = moments.at(-1);
    if (last !== undefined && audioEndMs - last.audioEndMs < STEP_MS) return;
    const first = moments.findIndex((moment) => moment.audioEndMs > audioEndMs - REACH_MS);
    moments.splice(0, first < 0 ? moments.length : first);
    moments.push(this.point(directive));
  }

  /** A directive that also stands for the speech since the one kept before, as a viewer counts it. */
  private point(directive: Directive): Directive {
    const { channel, audioStartMs, audioEndMs } = directive;
    const startMs = this.begun.get(channel) ?? audioStartMs;
    this.begun.set(channel, audioEndMs);
    return past(directive, startMs);
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

/** What a viewer's curve and mood follow from. */
const past = (directive: Directive, audioStartMs: number): Directive => ({
  emotionProbabilities: PAST.emotionProbabilities,
  signals: escalationOf(directive),
  metrics: PAST.metrics,
  latency: PAST.latency,
  quality: PAST.quality,
  directiveId: directive.directiveId,
  revision: directive.revision,
  provenance: directive.provenance,
  speakerId: directive.speakerId,
  channel: directive.channel,
  audioStartMs,
  audioEndMs: directive.audioEndMs,
  emotion: directive.emotion,
  confidence: directive.confidence,
  valence: directive.valence,
  arousal: directive.arousal,
  modulationMode: directive.modulationMode,
  speech: true,
});

const escalationOf = ({ signals: { escalation } }: Directive): Directive['signals'] =>
  escalation === undefined ? PAST.signals : { escalation };
