import { Baseline } from '@undertone/model';
import type { LineKnowledge } from '../../domain/lines/line-knowledge.js';
import type { EarReaders } from './readers.js';

/** What is learned about one stream's line and voices while it is heard: a baseline for each reader. */
export class LineLearner {
  readonly live: Baseline;
  readonly full: Baseline | undefined;

  /** @param known from an earlier worker or call; without it nothing is known */
  constructor({ live, full }: EarReaders, known?: LineKnowledge) {
    this.live = new Baseline(live.classifier, live.metadata.classes.length, known?.live);
    this.full = full && new Baseline(full.classifier, full.metadata.classes.length, known?.full);
  }

  snapshot(): LineKnowledge {
    const full = this.full?.snapshot();
    return { live: this.live.snapshot(), ...(full !== undefined && { full }) };
  }
}
