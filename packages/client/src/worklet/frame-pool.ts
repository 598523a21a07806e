/**
 * Buffers for frames on their way to the transport. They are transferred and come back through the port, so that the audio
 * thread allocates only until enough of them are in circulation.
 */
export class FramePool {
  private readonly free: Int16Array<ArrayBuffer>[] = [];
  private created = 0;

  /**
   * @param frameSamples length of every buffer
   * @param prepared buffers made ahead
   * @param limit most buffers in circulation; beyond it the transport has stopped returning them
   */
  constructor(
    private readonly frameSamples: number,
    prepared: number,
    private readonly limit: number,
  ) {
    while (this.created < prepared) this.free.push(this.create());
  }

  /** Takes a buffer. Allocates only when none was returned; null when the limit is reached. */
  acquire(): Int16Array<ArrayBuffer> | null {
    return this.free.pop() ?? (this.created < this.limit ? this.create() : null);
  }

  /** Takes a buffer back. Does not keep one of another length, such as a detached buffer. */
  release(samples: Int16Array<ArrayBuffer>): void {
    if (samples.length === this.frameSamples && this.free.length < this.limit) this.free.push(samples);
  }

  private create(): Int16Array<ArrayBuffer> {
    this.created++;
    return new Int16Array(this.frameSamples);
  }
}
