import type { OnlineDiarizerEvent } from '@undertone/speaker';

interface Stretch {
  readonly speaker: number;
  readonly startMs: number;
  /** Infinity while it is going on. */
  endMs: number;
}

/** Decided turns that are kept: results ask about the last seconds only. */
const KEPT_MS = 60_000;

/** Who speaks when on one mixed channel, as far as it is decided. */
export class SpeakerTimeline {
  private stretches: Stretch[] = [];
  /** Who spoke last: silence after it still belongs to that voice. */
  private latest: number | undefined;

  take(event: OnlineDiarizerEvent): void {
    switch (event.type) {
      case 'speaker':
        return;
      case 'turn_start':
        this.stretches.push({ speaker: event.speaker, startMs: event.atMs, endMs: Infinity });
        return;
      case 'turn_end': {
        const { speaker, endMs } = event.turn;
        const open = this.stretches.find((each) => each.speaker === speaker && each.endMs === Infinity);
        if (open !== undefined) open.endMs = endMs;
        this.stretches = this.stretches.filter((each) => each.endMs > endMs - KEPT_MS);
        return;
      }
    }
  }

  /** The voices heard within a span, whoever is heard longest first. */
  within(startMs: number, endMs: number): readonly number[] {
    const heard = new Map<number, number>();
    for (const stretch of this.stretches) {
      const ms = Math.min(stretch.endMs, endMs) - Math.max(stretch.startMs, startMs);
      if (ms > 0) heard.set(stretch.speaker, (heard.get(stretch.speaker) ?? 0) + ms);
    }
    return [...heard].sort((a, b) => b[1] - a[1]).map(([speaker]) => speaker);
  }

  /** Whose a span is: of whoever is heard longest in it, else of whoever spoke before. */
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

  /** When a voice began with what it is saying at `ms`. */
  startOf(speaker: number, ms: number): number | undefined {
    return this.stretches.find((each) => each.speaker === speaker && each.startMs <= ms && ms < each.endMs)
      ?.startMs;
  }
}
