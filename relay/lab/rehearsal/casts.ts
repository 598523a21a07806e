import type { Cast } from './call-plan.js';

/** The number of a speaker's fold model; -1 for speakers in no fold. */
export type FoldOf = (speaker: string) => number;

/**
 * Each speaker once as a caller, with an agent who is also unknown to the same fold model. The agent is from the same
 * corpus if possible, so that both speak one language. Speakers without a partner are left out.
 */
export const castsOf = (
  speakers: readonly string[],
  corpusOf: (speaker: string) => string,
  foldOf: FoldOf,
  seed: number,
): { cast: Cast; fold: number }[] =>
  speakers.flatMap((caller, i) => {
    const fold = foldOf(caller);
    const others = speakers.filter((other) => other !== caller && foldOf(other) === fold);
    const same = others.filter((other) => corpusOf(other) === corpusOf(caller));
    const agents = same.length > 0 ? same : others;
    const agent = agents[(seed + i) % Math.max(1, agents.length)];
    return agent === undefined ? [] : [{ cast: { caller, agent }, fold }];
  });
