/** A list of numbers whose memory can be used again. */
type Numbers = Float32Array | Int16Array;

/**
 * Memory of one size that went out of use, for whoever needs some next. Channels pause and speak in turn: what each made
 * for itself left holes between what others keep, which the allocator did not give back.
 */
export class Spares<Kind extends Numbers> {
  private readonly free: Kind[] = [];

  /**
   * @param make new memory, all zeros
   * @param most that waits; more is garbage
   */
  constructor(
    private readonly make: () => Kind,
    private readonly most: number,
  ) {}

  /** Memory that is all zeros. */
  take(): Kind {
    return this.free.pop() ?? this.make();
  }

  /** Takes memory back, and wipes it. Nobody may use it afterwards. */
  give(memory: Kind): void {
    memory.fill(0);
    if (this.free.length < this.most) this.free.push(memory);
  }
}
