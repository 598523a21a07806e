import type { EndedInfo } from '@undertone/client';

/**
 * A few facts about a finished call; empty when there is no summary from the relay. How the customer sounded is in the panel's picture:
 * the relay's labels of single turns beside it would tell it in other words. How long it was is on the timer: the analysis begins before the
 * first word, so its own length would be another.
 */
export const summaryFacts = ({ summary }: EndedInfo): readonly (readonly [string, string])[] =>
  summary === undefined ? [] : [['Utterances', String(summary.utteranceCount)]];
