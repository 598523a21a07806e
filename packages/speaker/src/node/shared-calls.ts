/** What one stream asks of the network: its next samples, and its state after those before. */
export interface StreamCall {
  readonly audio: Float32Array;
  readonly state: Float32Array;
}

interface Waiting<T> {
  readonly call: StreamCall;
  readonly resolve: (output: T) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Lets streams that are ready in the same turn of the thread share one call of the network, which costs each of them less.
 * Streams only share a call when their audio is equally long.
 */
export class SharedCalls<T> {
  private waiting: Waiting<T>[] = [];
  private draining = false;

  /**
   * @param run hears several streams at once and gives their outputs in the same order
   * @param mostSamples of one call, all its streams together; a stream that has more is heard alone
   */
  constructor(
    private readonly run: (calls: readonly StreamCall[]) => Promise<readonly T[]>,
    private readonly mostSamples: number,
  ) {}

  /** @returns this stream's output; rejects with what `run` threw for this stream alone */
  hear(call: StreamCall): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ call, resolve, reject });
      if (this.draining) return;
      this.draining = true;
      // Whoever asks before this turn ends is heard along.
      queueMicrotask(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    for (let group = this.take(); group.length > 0; group = this.take()) await this.answer(group);
    this.draining = false;
  }

  private async answer(group: readonly Waiting<T>[]): Promise<void> {
    try {
      const outputs = await this.run(group.map(({ call }) => call));
      if (outputs.length !== group.length) throw new RangeError('expected one output for each stream');
      for (const [n, output] of outputs.entries()) group[n]?.resolve(output);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      // No stream falls with another.
      else for (const one of group) await this.answer([one]);
    }
  }

  /** The stream that has waited longest, and those that fit into its call. */
  private take(): readonly Waiting<T>[] {
    const length = this.waiting[0]?.call.audio.length ?? 1;
    const most = Math.max(1, Math.floor(this.mostSamples / length));
    const group = this.waiting.filter(({ call }) => call.audio.length === length).slice(0, most);
    const taken = new Set(group);
    this.waiting = this.waiting.filter((one) => !taken.has(one));
    return group;
  }
}
