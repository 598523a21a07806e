export interface ReadClip {
  readonly corpus: string;
  readonly speaker: string;
  readonly label: string;
  readonly gender: string;
  readonly language: string;
  readonly fold?: number;
  readonly readings: readonly { readonly logits: readonly number[]; readonly domain?: readonly number[] }[];
}
export interface GroupScore {
  readonly corpus: string;
  readonly group: string;
  readonly speakers: number;
  readonly clips: number;
  readonly uar: number;
  readonly interval: [number, number];
}
export interface FourClassScore {
  readonly corpus: string;
  readonly classes: string[];
  readonly clips: number;
  readonly uar: number;
  readonly interval: [number, number];
}
export function byGroup(
  rows: readonly ReadClip[],
  names: readonly string[],
  key: 'gender' | 'language' | 'fold' | 'speaker',
): GroupScore[];
export function fourClasses(rows: readonly ReadClip[], names: readonly string[]): FourClassScore[];
