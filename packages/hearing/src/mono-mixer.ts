/**
 * From this correlation down, two channels carry one signal with the poles of one exchanged: a balanced line or a cable that was wired
 * wrongly. Two voices, or one in a room, are far from it.
 */
const OPPOSITE = -0.9;
const SAME = 0.9;

/** Sums over two channels, to tell how much they are alike. */
interface Likeness {
  readonly reference: number;
  readonly other: number;
  readonly both: number;
}

const likenessOf = (reference: Float32Array, other: Float32Array): Likeness => {
  const { length } = reference;
  let [sumA, sumB, a, b, both] = [0, 0, 0, 0, 0];
  for (let i = 0; i < length; i++) {
    const x = reference[i] ?? 0;
    const y = other[i] ?? 0;
    sumA += x;
    sumB += y;
    a += x * x;
    b += y * y;
    both += x * y;
  }
  // Without their means: an offset that both have is no sound.
  return {
    reference: a - (sumA * sumA) / length,
    other: b - (sumB * sumB) / length,
    both: both - (sumA * sumB) / length,
  };
};

const correlationOf = ({ reference, other, both }: Likeness): number => {
  const power = reference * other;
  return power > 0 ? both / Math.sqrt(power) : 0;
};

/**
 * Mixes the channels of a recording to one: their mean. A channel that is the first one turned upside down counts the right way up;
 * else nothing would be left of either.
 */
export class MonoMixer {
  /** Of each channel after the first: whether it counts the other way up, as its last sound said. */
  private readonly turned: boolean[] = [];

  /**
   * Takes the next block, of one length for all channels.
   * @returns the only channel itself, or a new array
   */
  mix(channels: readonly Float32Array[]): Float32Array {
    const [reference, ...others] = channels;
    if (reference === undefined) return new Float32Array(0);
    if (others.length === 0) return reference;
    const mixed = reference.map((value) => value / channels.length);
    others.forEach((other, i) => {
      const share = (this.isTurned(i, reference, other) ? -1 : 1) / channels.length;
      for (let n = 0; n < mixed.length; n++) mixed[n] = (mixed[n] ?? 0) + (other[n] ?? 0) * share;
    });
    return mixed;
  }

  private isTurned(i: number, reference: Float32Array, other: Float32Array): boolean {
    const correlation = correlationOf(likenessOf(reference, other));
    const turned = correlation < OPPOSITE || (correlation <= SAME && this.turned[i] === true);
    this.turned[i] = turned;
    return turned;
  }
}
