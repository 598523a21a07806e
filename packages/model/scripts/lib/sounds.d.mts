export interface OtherSound {
  readonly kind: string;
  readonly samples: Float32Array;
}
export function otherSounds(count: number): OtherSound[];
