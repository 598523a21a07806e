/**
 * Finds the most likely sequence of speakers over consecutive steps: Viterbi's algorithm with one cost for
 * every change (Viterbi 1967; as in the hidden Markov model of Díez et al. 2018, "Speaker Diarization based
 * on Bayesian HMM with Eigenvoice Priors", section 2, whose chain has the same shape).
 *
 * @param scores [steps, speakers] log-likelihoods up to a constant
 * @returns the speaker of every step
 */
export const likeliestPath = (scores: readonly (readonly number[])[], changeCost: number): number[] => {
  const speakers = scores[0]?.length ?? 0;
  let best: number[] = new Array<number>(speakers).fill(0);
  const from: number[][] = [];
  for (const step of scores) {
    const leader = best.reduce((top, value, n) => (value > (best[top] ?? 0) ? n : top), 0);
    const change = (best[leader] ?? 0) - changeCost;
    const sources = best.map((value, n) => (value >= change ? n : leader));
    from.push(sources);
    best = best.map((value, n) => Math.max(value, change) + (step[n] ?? 0));
  }
  const path = new Array<number>(scores.length).fill(0);
  let speaker = best.reduce((top, value, n) => (value > (best[top] ?? 0) ? n : top), 0);
  for (let step = scores.length - 1; step >= 0; step -= 1) {
    path[step] = speaker;
    speaker = from[step]?.[speaker] ?? 0;
  }
  return path;
};
