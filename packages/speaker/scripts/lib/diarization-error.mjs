/**
 * Diarization error rate: missed speech, false alarms and confused speakers relative to all speech, including
 * overlaps, with the best one-to-one mapping of speakers (NIST Rich Transcription 2009 evaluation plan,
 * section 6.1).
 */
const STEP_MS = 10;

/** The speakers in every step of 10 ms, as a bit set. */
function timeline(turns, steps) {
  const active = new Uint32Array(steps);
  for (const { speaker, startMs, endMs } of turns)
    for (let n = Math.round(startMs / STEP_MS); n < Math.min(steps, Math.round(endMs / STEP_MS)); n += 1)
      active[n] |= 1 << speaker;
  return active;
}

const bits = (value) => {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};

/** The mapping of found to true speakers with the most common time. It tries all mappings, because there are few. */
function bestMapping(common, found, trueCount) {
  let [best, mapping] = [-1, []];
  const visit = (speaker, taken, sum, chosen) => {
    if (speaker === found) {
      if (sum > best) [best, mapping] = [sum, chosen];
      return;
    }
    visit(speaker + 1, taken, sum, [...chosen, -1]);
    for (let other = 0; other < trueCount; other += 1)
      if (!(taken & (1 << other)))
        visit(speaker + 1, taken | (1 << other), sum + common[speaker][other], [...chosen, other]);
  };
  visit(0, 0, 0, []);
  return mapping;
}

/** The milliseconds of each kind of error and of speech. `collarMs` on either side of true changes is not scored. */
export function diarizationError(truth, found, durationMs, collarMs) {
  const steps = Math.ceil(durationMs / STEP_MS);
  const [right, guess] = [timeline(truth, steps), timeline(found, steps)];
  const scored = new Uint8Array(steps).fill(1);
  if (collarMs > 0)
    for (const { startMs, endMs } of truth)
      for (const edge of [startMs, endMs])
        scored.fill(
          0,
          Math.max(0, Math.round((edge - collarMs) / STEP_MS)),
          Math.min(steps, Math.round((edge + collarMs) / STEP_MS)),
        );
  const count = (turns) => turns.reduce((most, { speaker }) => Math.max(most, speaker + 1), 0);
  const [trueCount, foundCount] = [count(truth), count(found)];
  const common = Array.from({ length: foundCount }, () => new Array(trueCount).fill(0));
  for (let n = 0; n < steps; n += 1)
    for (let a = 0; a < foundCount; a += 1)
      if (guess[n] & (1 << a))
        for (let b = 0; b < trueCount; b += 1) if (right[n] & (1 << b)) common[a][b] += 1;
  const mapping = bestMapping(common, foundCount, trueCount);
  let [missed, falseAlarm, confused, speech] = [0, 0, 0, 0];
  for (let n = 0; n < steps; n += 1) {
    if (scored[n] === 0) continue;
    const [own, said] = [bits(right[n]), bits(guess[n])];
    let matched = 0;
    for (let a = 0; a < foundCount; a += 1)
      if (guess[n] & (1 << a) && mapping[a] >= 0 && right[n] & (1 << mapping[a])) matched += 1;
    speech += own;
    missed += Math.max(0, own - said);
    falseAlarm += Math.max(0, said - own);
    confused += Math.min(own, said) - matched;
  }
  return [missed, falseAlarm, confused, speech].map((value) => value * STEP_MS);
}

/** The sums of errors over conversations as a percentage of all speech. */
export function totalError(rows) {
  const sums = rows.reduce((total, row) => total.map((value, n) => value + row[n]), [0, 0, 0, 0]);
  const [missed, falseAlarm, confused] = sums.slice(0, 3).map((value) => (100 * value) / sums[3]);
  return { rate: missed + falseAlarm + confused, missed, falseAlarm, confused };
}
