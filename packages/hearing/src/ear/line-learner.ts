import type { TunedModel } from '@undertone/fine-tune';
import { Baseline, type Judgement, packBaseline, unpackBaseline } from '@undertone/model';
import type { LineKnowledge } from './line-knowledge.js';
import type { EarReaders } from './readers.js';

/** Speech, s, after which the relay is told again what was learned: a snapshot costs as much as half a second of speech. */
const TOLD_EVERY_S = 15;

/** What one channel of a stream learns about its line and voices while it is heard: a baseline for each reader. */
export class LineLearner {
  readonly live: Baseline;
  readonly full: Baseline | undefined;
  /** The same line in a tuned model's eyes. It is not told: a later call learns the base model's line, and begins with that. */
  readonly tuned: { readonly live: Baseline | undefined; readonly full: Baseline | undefined };
  private toldSeconds: number;
  /** What the live reader has not been compared by yet. */
  private waiting: (() => void)[] = [];

  /**
   * @param known from an earlier worker or call; without it nothing is known
   * @param model a customer's own
   */
  constructor(
    { live, full }: EarReaders,
    known?: LineKnowledge,
    readonly model?: TunedModel,
  ) {
    const knownLive = known && unpackBaseline(known.live);
    const knownFull = known?.full && unpackBaseline(known.full);
    this.live = new Baseline(live.classifier, live.metadata.classes.length, knownLive);
    this.full = full && new Baseline(full.classifier, full.metadata.classes.length, knownFull);
    this.tuned = {
      live: model?.baseline('live', live.classifier, knownLive),
      full: full && model?.baseline('full', full.classifier, knownFull),
    };
    this.toldSeconds = this.heardSeconds;
  }

  /**
   * Takes what both readers told of an utterance. The live one is compared as the next utterance ends: when the full one finds
   * time to read must not decide what is told meanwhile.
   */
  compare(live: Judgement, full: Judgement): void {
    this.full?.compare(full, live.probabilities);
    // Not all of the two judgements: they would be kept until then.
    const { probabilities, confidence } = live;
    const { probabilities: other } = full;
    this.waiting.push(() => this.live.compare({ probabilities, confidence }, other));
  }

  /** An utterance has ended. */
  compareWaiting(): void {
    for (const compare of this.waiting.splice(0)) compare();
  }

  /**
   * What is known, if enough was learned since it was told last; a worker that dies takes the rest with it.
   * @param final tells what was learned in any case
   */
  news(final: boolean): LineKnowledge | undefined {
    const since = this.heardSeconds - this.toldSeconds;
    if (since <= 0 || (!final && since < TOLD_EVERY_S)) return undefined;
    this.toldSeconds = this.heardSeconds;
    if (final) this.compareWaiting();
    return this.snapshot();
  }

  snapshot(): LineKnowledge {
    const full = this.full && packBaseline(this.full.snapshot());
    return { live: packBaseline(this.live.snapshot()), ...(full !== undefined && { full }) };
  }

  private get heardSeconds(): number {
    return this.live.lineSeconds;
  }
}
