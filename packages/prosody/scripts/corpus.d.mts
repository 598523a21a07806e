export interface Recording {
  path: string;
  corpus: string;
  samples: Float32Array;
}
export function haveCorpus(): boolean;
export function readCorpus(perCorpus: number, corpora: readonly string[]): Recording[];
