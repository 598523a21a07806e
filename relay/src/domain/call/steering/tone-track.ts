import type { Directive } from '@undertone/protocol';

/** What a point has in numbers: revision, start, end, confidence, valence, arousal, escalation. Absent ones are NaN. */
const NUMBERS = 7;
const END = 2;
const FIRST_POINTS = 16;

/** Empty fields that all points share. Their values mattered only at that moment. */
const PAST = {
  emotionProbabilities: {},
  metrics: {},
  latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
  quality: { doubts: [] },
  signals: {},
} satisfies Partial<Directive>;

/**
 * Moments of one channel, oldest first, with what a viewer's curve and mood follow from. A relay keeps a hundred for each of
 * its streams: as objects they were a fifth of what the garbage collector visits, so their numbers lie in one array outside of the heap.
 */
export class ToneTrack {
  private numbers = new Float64Array(FIRST_POINTS * NUMBERS);
  private readonly ids: string[] = [];
  private readonly provenances: Directive['provenance'][] = [];
  private readonly speakerIds: string[] = [];
  private readonly emotions: Directive['emotion'][] = [];
  private readonly modes: Directive['modulationMode'][] = [];

  constructor(private readonly channel: number) {}

  /** Where the newest point ends on the audio clock. */
  get endMs(): number {
    return this.ids.length === 0 ? -Infinity : this.endOf(this.ids.length - 1);
  }

  /** Adds a moment that is newer than all others. */
  add(directive: Directive, audioStartMs = directive.audioStartMs): void {
    const { revision, audioEndMs, confidence, valence, arousal, signals } = directive;
    const at = this.ids.length * NUMBERS;
    if (at === this.numbers.length) this.grow();
    const told = [revision, audioStartMs, audioEndMs, confidence, valence, arousal, signals['escalation']];
    told.forEach((value, index) => (this.numbers[at + index] = value ?? Number.NaN));
    this.ids.push(directive.directiveId);
    this.provenances.push(directive.provenance);
    this.speakerIds.push(directive.speakerId);
    this.emotions.push(directive.emotion);
    this.modes.push(directive.modulationMode);
  }

  /** Drops what ended at a moment or before. */
  dropThrough(audioMs: number): void {
    let count = 0;
    while (count < this.ids.length && this.endOf(count) <= audioMs) count += 1;
    if (count === 0) return;
    this.numbers.copyWithin(0, count * NUMBERS, this.ids.length * NUMBERS);
    for (const column of [this.ids, this.provenances, this.speakerIds, this.emotions, this.modes])
      column.splice(0, count);
  }

  /** Drops every point of a speaker. */
  forgetSpeaker(speakerId: string): void {
    const others = this.directives().filter((directive) => directive.speakerId !== speakerId);
    this.dropThrough(Infinity);
    for (const directive of others) this.add(directive);
  }

  /** The points as directives. */
  directives(): Directive[] {
    return this.ids.map((directiveId, index) => {
      const from = index * NUMBERS;
      const [revision = 1, audioStartMs = 0, audioEndMs = 0, ...values] = this.numbers.subarray(
        from,
        from + NUMBERS,
      );
      const [confidence, valence, arousal, escalation] = values.map((value) =>
        Number.isNaN(value) ? undefined : value,
      );
      return {
        ...PAST,
        signals: escalation === undefined ? PAST.signals : { escalation },
        directiveId,
        revision,
        provenance: this.provenances[index] ?? 'server',
        speakerId: this.speakerIds[index] ?? '',
        channel: this.channel,
        audioStartMs,
        audioEndMs,
        emotion: this.emotions[index],
        confidence,
        valence,
        arousal,
        modulationMode: this.modes[index],
        speech: true,
      };
    });
  }

  private endOf(index: number): number {
    return this.numbers[index * NUMBERS + END] ?? -Infinity;
  }

  private grow(): void {
    const more = new Float64Array(this.numbers.length * 2);
    more.set(this.numbers);
    this.numbers = more;
  }
}
