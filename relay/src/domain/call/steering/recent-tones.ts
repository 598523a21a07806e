import type { Directive } from '@undertone/protocol';

/** How far back a newcomer sees how a voice sounded, and how far apart: what a minute's curve needs. */
const REACH_MS = 60_000;
const STEP_MS = 1_000;

/** What a directive says of a moment that is past, shared by all of them: the rest was for its moment. */
const PAST = {
  emotionProbabilities: {},
  signals: {},
  metrics: {},
  latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
} as const;

/**
 * How each channel sounded in the last minute, once a second: for those who join late. It is no part of the checkpoint; the
 * next minute makes it anew.
 */
export class RecentTones {
  private readonly kept = new Map<number, Directive[]>();
  /** The newest with speech in it, whole. */
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

  /** A voice that is not to be read: nothing is told of how it sounded. */
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

  /** What was said of a channel's last minute before its newest directive, oldest first; the last one is whole. */
  before(channel: number, newest: Directive | undefined): readonly Directive[] {
    const spoken = this.spoken.get(channel);
    const whole = spoken === undefined || spoken === newest ? [] : [spoken];
    const endMs = spoken?.audioEndMs ?? Infinity;
    const moments = this.kept.get(channel) ?? [];
    return [...moments.filter(({ audioEndMs }) => audioEndMs < endMs), ...whole];
  }

  /** The channels of which something is kept. */
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
