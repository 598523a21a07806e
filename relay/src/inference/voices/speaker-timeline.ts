import { type OnlineDiarizerEvent, REVISABLE_MS } from '@undertone/speaker';

interface Stretch {
  /** The diarizer's number of the turn. */
  readonly id: number;
  /** As it is thought now. */
  speaker: number;
  readonly startMs: number;
  /** Infinity while it continues. */
  endMs: number;
}

/**
 * How long decided turns are kept. Results ask only about the last seconds; a revision may be of an older turn,
 * and asks who speaks beside it.
 */
const KEPT_MS = REVISABLE_MS + 60_000;

/** Who speaks when on one mixed channel, as far as it is decided and as it is thought now. */
export class SpeakerTimeline {
  private stretches: Stretch[] = [];
  /** Who spoke last. The silence after it belongs to that voice. */
  private latest: number | undefined;

  take(event: OnlineDiarizerEvent): void {
    switch (event.type) {
      case 'speaker':
        return;
      case 'turn_start':
        this.stretches.push({ id: event.id, speaker: event.speaker, startMs: event.atMs, endMs: Infinity });
        return;
      case 'turn_end': {
        const { endMs } = event.turn;
        const open = this.stretches.find(({ id }) => id === event.id);
        if (open !== undefined) open.endMs = endMs;
        this.stretches = this.stretches.filter((each) => each.endMs > endMs - KEPT_MS);
        return;
      }
      case 'turn_revised': {
        const told = this.stretches.find(({ id }) => id === event.id);
        if (told !== undefined) told.speaker = event.speaker;
        return;
      }
    }
  }

  /** The voices within a span, the one that speaks longest first. */
  within(startMs: number, endMs: number): readonly number[] {
    const spokenMs = new Map<number, number>();
    for (const stretch of this.stretches) {
      const ms = Math.min(stretch.endMs, endMs) - Math.max(stretch.startMs, startMs);
      if (ms > 0) spokenMs.set(stretch.speaker, (spokenMs.get(stretch.speaker) ?? 0) + ms);
    }
    return [...spokenMs].sort((a, b) => b[1] - a[1]).map(([speaker]) => speaker);
  }

  /** The voice of a span: the one that speaks longest in it, otherwise the previous one. */
  ownerOf(startMs: number, endMs: number): number | undefined {
    this.latest = this.within(startMs, endMs)[0] ?? this.latest;
    return this.latest;
  }

  /** The first moment after `ms` at which somebody begins or stops, up to `limitMs`. */
  nextChange(ms: number, limitMs: number): number {
    let next = limitMs;
    for (const { startMs, endMs } of this.stretches) {
      for (const at of [startMs, endMs]) if (at > ms && at < next) next = at;
    }
    return next;
  }

  /** When the voice began the speech that continues at `ms`. */
  startOf(speaker: number, ms: number): number | undefined {
    return this.stretches.find((each) => each.speaker === speaker && each.startMs <= ms && ms < each.endMs)
      ?.startMs;
  }
}
