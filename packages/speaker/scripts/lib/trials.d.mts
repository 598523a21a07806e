/** A clip from `listSpeech`. */
export interface Clip {
  readonly corpus: string;
  readonly speaker: string;
  readonly gender: string;
  readonly label: string;
  readonly text: string;
  readonly samples: () => Float32Array;
}
export interface Piece {
  readonly label: string;
  readonly text: string;
  readonly wave: Float32Array;
  /** One flag for each 50 ms: whether it is speech. */
  readonly speech: readonly boolean[];
}
export interface Voice {
  readonly corpus: string;
  readonly speaker: string;
  readonly gender: string;
}
export interface Speaker extends Voice {
  /** The pieces for enrollment and those for trials. */
  readonly sides: readonly [readonly Piece[], readonly Piece[]];
}
export interface Segment extends Voice {
  readonly side: 0 | 1;
  readonly samples: Float32Array;
}
export interface Trial {
  readonly corpus: string;
  readonly enroll: string;
  readonly trial: string;
  readonly same: boolean;
  readonly score: number;
}
export type Impostors = 'anybody' | 'own gender';
export const IMPOSTORS: Readonly<Record<Impostors, (voice: Voice) => string>>;
export const NEUTRAL: readonly string[];
export function sidesOf(clips: readonly Clip[]): Speaker[];
export function segmentsOf(
  speakers: readonly Speaker[],
  options: {
    readonly seconds: readonly [number, number];
    readonly counts?: 'speech' | 'everything';
    readonly channels: readonly [string, string];
    readonly labels?: readonly [readonly string[] | undefined, readonly string[] | undefined];
    readonly perSide?: number;
  },
): Segment[];
export function trialsOf<T extends Voice & { readonly side: 0 | 1 }>(
  segments: readonly T[],
  score: (enrolled: T, tried: T) => number,
  impostors?: Impostors,
): Trial[];
