/** The minimum for a data set from which something can be learned and held out. */
export const REQUIREMENTS = { samples: 20, labels: 2, samplesPerLabel: 3 } as const;

/** What is missing, in words for the sender of the samples; empty when nothing is. */
export const missingFor = (labels: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const missing: string[] = [];
  if (labels.length < REQUIREMENTS.samples) {
    missing.push(`at least ${REQUIREMENTS.samples} samples are needed, there are ${labels.length}`);
  }
  if (counts.size < REQUIREMENTS.labels) {
    missing.push(`samples of at least ${REQUIREMENTS.labels} labels are needed, there are ${counts.size}`);
  }
  for (const [label, count] of counts) {
    if (count >= REQUIREMENTS.samplesPerLabel) continue;
    missing.push(`label ${label} needs at least ${REQUIREMENTS.samplesPerLabel} samples, it has ${count}`);
  }
  return missing;
};
