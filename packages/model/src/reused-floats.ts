/** Memory for a call's inputs, kept from call to call: a second of 500 streams takes 170 MB of them. */
export class ReusedFloats {
  private kept = new Float32Array(0);

  /**
   * Memory until the next call of it.
   *
   * @param length numbers wanted
   * @returns its content is that of an earlier call
   */
  take(length: number): Float32Array {
    if (this.kept.length < length) this.kept = new Float32Array(length);
    return this.kept.subarray(0, length);
  }
}
