import type { EndedInfo } from '@undertone/client';

/**
 * A few facts about a finished call; empty when there is no summary from the relay. How the customer sounded is in the panel's picture:
 * the relay's labels of single turns beside it would tell it in other words.
 */
export const summaryFacts = ({ summary }: EndedInfo): readonly (readonly [string, string])[] =>
  summary === undefined
    ? []
    : [
        ['Length', `${Math.round(summary.durationS)} s`],
        ['Utterances', String(summary.utteranceCount)],
      ];
