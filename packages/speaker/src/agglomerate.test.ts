import { describe, expect, it } from 'vitest';
import { agglomerate } from './agglomerate.js';

/** A unit vector in the plane: the cosine of two is that of the angle between them. */
const at = (degrees: number): Float32Array =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));
const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);

describe('agglomerate', () => {
  it('numbers the clusters in the order in which they appear', () => {
    const directions = [at(90), at(0), at(91), at(1)];
    expect(agglomerate(directions, { joinAbove: 0.9, mostClusters: 9 })).toEqual([0, 1, 0, 1]);
    expect(agglomerate([], { joinAbove: 0.9, mostClusters: 9 })).toEqual([]);
    expect(agglomerate([at(7)], { joinAbove: 0.9, mostClusters: 9 })).toEqual([0]);
  });

  it('compares clusters by the mean over all pairs, not by their nearest or their furthest', () => {
    const directions = [at(0), at(10), at(50)];
    const mean = (cosine(40) + cosine(50)) / 2;
    expect(agglomerate(directions, { joinAbove: mean - 0.001, mostClusters: 9 })).toEqual([0, 0, 0]);
    expect(agglomerate(directions, { joinAbove: mean + 0.001, mostClusters: 9 })).toEqual([0, 0, 1]);
  });

  it('counts every member of a cluster in that mean', () => {
    const directions = [at(0), at(1), at(2), at(50)];
    const mean = (cosine(50) + cosine(49) + cosine(48)) / 3;
    expect(agglomerate(directions, { joinAbove: mean - 0.0005, mostClusters: 9 })).toEqual([0, 0, 0, 0]);
    expect(agglomerate(directions, { joinAbove: mean + 0.0005, mostClusters: 9 })).toEqual([0, 0, 0, 1]);
  });

  it('joins what is unlike until few enough are left, and nothing below the least number', () => {
    const directions = [at(0), at(30), at(90), at(180)];
    expect(agglomerate(directions, { joinAbove: 1, mostClusters: 2 })).toEqual([0, 0, 0, 1]);
    const alike = [at(0), at(0.1), at(0.5), at(0.6)];
    expect(agglomerate(alike, { joinAbove: 0, mostClusters: 9, leastClusters: 2 })).toEqual([0, 0, 1, 1]);
  });

  it('finds the same in more items than it compares pair by pair', () => {
    const directions = Array.from({ length: 1_300 }, (_, n) => at([0, 60, 150][n % 3]! + (n % 7)));
    const labels = agglomerate(directions, { joinAbove: 0.8, mostClusters: 9 });
    expect(labels).toEqual(directions.map((_, n) => n % 3));
  });

  it('joins within a part of a long list only what is surely alike', () => {
    // 40° alone would be near enough to 0°; what comes in the next part shows that it belongs to 50°.
    const directions = Array.from({ length: 900 }, (_, n) => at([0, 40, 50][Math.floor(n / 300)]!));
    const labels = agglomerate(directions, { joinAbove: 0.75, mostClusters: 9 });
    expect([labels[0], labels[300], labels[600]]).toEqual([0, 1, 1]);
  });

  it('weighs the parts of a long list by their items', () => {
    // 600 items fill the first part; the 40 of the last one are alike to a tenth of them only.
    const directions = [
      ...Array.from({ length: 540 }, () => at(0)),
      ...Array.from({ length: 60 }, () => at(30)),
      ...Array.from({ length: 40 }, () => at(60)),
    ];
    const mean = (540 * cosine(60) + 60 * cosine(30)) / 600;
    const last = (joinAbove: number) => agglomerate(directions, { joinAbove, mostClusters: 9 }).at(-1);
    expect([last(mean - 0.01), last(mean + 0.01)]).toEqual([0, 1]);
  });
});
