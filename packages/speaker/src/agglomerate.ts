import { cosine } from './speaker-score.js';

/** The largest number of items that are compared pair by pair. A longer list is first clustered in parts. */
const MOST_PAIRWISE = 600;
/** Added to the threshold within a part, so that a wrong join there is unlikely. */
const PART_MARGIN = 0.15;

interface Item {
  readonly embedding: Float32Array;
  readonly size: number;
}

/** Options of the clustering. Its result is a label for each item, numbered from 0 in order of appearance. */
export interface ClusterOptions {
  /** Clusters with a mean cosine below this are not joined. */
  readonly joinAbove: number;
  /** The smallest number of clusters, however similar they are. Default 1. */
  readonly leastClusters?: number;
  /** The largest number of clusters. */
  readonly mostClusters: number;
}

/**
 * Agglomerative clustering with average linkage on cosines (Sokal & Michener 1958; the update is Lance &
 * Williams 1967, group average), as in the diarization of Sell et al. 2018, "Diarization is Hard", section
 * 3.3.
 */
export const agglomerate = (embeddings: readonly Float32Array[], options: ClusterOptions): number[] => {
  const labels = clusterItems(
    embeddings.map((embedding) => ({ embedding, size: 1 })),
    options,
  );
  return inOrderOfAppearance(labels);
};

/** Renumbers labels by first appearance. */
export const inOrderOfAppearance = (labels: readonly number[]): number[] => {
  const numbers = new Map<number, number>();
  return labels.map((label) => {
    const known = numbers.get(label) ?? numbers.size;
    numbers.set(label, known);
    return known;
  });
};

const clusterItems = (items: readonly Item[], options: ClusterOptions): number[] => {
  if (items.length <= MOST_PAIRWISE) return joinNearest(items, options);
  const owner: number[] = [];
  const parts: Item[] = [];
  for (let start = 0; start < items.length; start += MOST_PAIRWISE) {
    const slice = items.slice(start, start + MOST_PAIRWISE);
    const labels = joinNearest(slice, {
      joinAbove: options.joinAbove + PART_MARGIN,
      mostClusters: MOST_PAIRWISE / 4,
    });
    const base = parts.length;
    for (const label of labels) owner.push(base + label);
    for (let label = 0; label <= Math.max(...labels); label += 1)
      parts.push(mean(slice.filter((_, n) => labels[n] === label)));
  }
  const outer = clusterItems(parts, options);
  return owner.map((part) => outer[part] ?? 0);
};

const mean = (items: readonly Item[]): Item => {
  const sum = new Float32Array(items[0]?.embedding.length ?? 0);
  let size = 0;
  for (const item of items) {
    size += item.size;
    item.embedding.forEach((value, n) => (sum[n] = (sum[n] ?? 0) + value * item.size));
  }
  return { embedding: sum.map((value) => value / size), size };
};

const joinNearest = (
  items: readonly Item[],
  { joinAbove, leastClusters = 1, mostClusters }: ClusterOptions,
): number[] => {
  const count = items.length;
  const likeness = new Float64Array(count * count);
  for (const [a, item] of items.entries())
    for (let b = 0; b < a; b += 1) {
      const value = cosine(item.embedding, items[b]?.embedding ?? item.embedding);
      likeness[a * count + b] = value;
      likeness[b * count + a] = value;
    }
  const sizes = items.map(({ size }) => size);
  const labels = items.map((_, n) => n);
  const alive = new Set(labels);
  const nearest = new Int32Array(count).fill(-1);
  const at = (a: number, b: number): number => likeness[a * count + b] ?? -1;
  const findNearest = (a: number): void => {
    let best = -1;
    for (const b of alive) if (b !== a && (best < 0 || at(a, b) > at(a, best))) best = b;
    nearest[a] = best;
  };
  for (const a of alive) findNearest(a);
  while (alive.size > leastClusters) {
    let [keep, gone] = [-1, -1];
    for (const a of alive) {
      const b = nearest[a] ?? -1;
      if (keep < 0 || at(a, b) > at(keep, gone)) [keep, gone] = [a, b];
    }
    if (at(keep, gone) < joinAbove && alive.size <= mostClusters) break;
    const [keepSize, goneSize] = [sizes[keep] ?? 1, sizes[gone] ?? 1];
    alive.delete(gone);
    for (const other of alive) {
      if (other === keep) continue;
      const joined = (keepSize * at(keep, other) + goneSize * at(gone, other)) / (keepSize + goneSize);
      likeness[keep * count + other] = joined;
      likeness[other * count + keep] = joined;
    }
    sizes[keep] = keepSize + goneSize;
    for (const [n, label] of labels.entries()) if (label === gone) labels[n] = keep;
    for (const other of alive)
      if (other === keep || nearest[other] === keep || nearest[other] === gone) findNearest(other);
      // Average linkage never brings another cluster closer than its nearest one was, but they can tie.
      else if (at(other, keep) > at(other, nearest[other] ?? keep)) nearest[other] = keep;
  }
  return inOrderOfAppearance(labels);
};
