import { BYTES_PER_SAMPLE, type WireEncoding } from '@undertone/protocol';

/** The audio of a channel. */
export interface IntakeSpec {
  /** As its bytes come. */
  readonly encoding: WireEncoding;
  /** Hz. */
  readonly sampleRate: number;
  /** Where it starts. Default 0. */
  readonly firstSample?: number;
  /** A chunk ends here, however long it is by then: what comes before was heard once. Default none. */
  readonly cutSample?: number;
}

/** A filled buffer on its way to a worker. */
export interface IntakeChunk {
  /** Its first sample, on the channel's audio clock. */
  startSample: number;
  /** One past its last. */
  endSample: number;
  /** The samples as they came; empty for a span without audio. */
  payload: Uint8Array;
}

/**
 * Collects one channel's bytes until they make a chunk. Buffers come back through {@link recycle}, so a
 * running stream allocates none.
 */
export class ChannelIntake<Spec extends IntakeSpec = IntakeSpec> {
  /** The next sample expected. */
  nextSample: number;
  private readonly bytesPerSample: number;
  private chunkSamples: number;
  private buffer: Uint8Array = new Uint8Array(0);
  private filledBytes = 0;
  private spare: Uint8Array | undefined;

  /**
   * @param intervalMs the length of a chunk
   * @param shared buffers are shared memory that a worker reads in place, so a chunk may be recycled only after its answer;
   *   otherwise posting copies them
   */
  constructor(
    /** The audio that it collects. */
    readonly spec: Spec,
    intervalMs: number,
    private readonly shared = false,
  ) {
    this.nextSample = spec.firstSample ?? 0;
    this.bytesPerSample = BYTES_PER_SAMPLE[spec.encoding];
    this.chunkSamples = this.samplesIn(intervalMs);
  }

  /** The first sample of the chunk that is being filled. */
  get chunkStart(): number {
    return this.nextSample - this.filledBytes / this.bytesPerSample;
  }

  /** Where a sample lies on the channel's audio clock, ms. */
  msAt(sample: number): number {
    return (sample * 1000) / this.spec.sampleRate;
  }

  /** Sets the length of a chunk, from the next one on. */
  setInterval(intervalMs: number): void {
    this.chunkSamples = this.samplesIn(intervalMs);
  }

  /** The number of samples in a payload; undefined if it holds half a sample. */
  countSamples(payload: Uint8Array): number | undefined {
    const count = payload.length / this.bytesPerSample;
    return Number.isInteger(count) ? count : undefined;
  }

  /** Copies the payload. Each full chunk goes to `emit`. */
  add(payload: Uint8Array, emit: (chunk: IntakeChunk) => void): void {
    let from = 0;
    while (from < payload.length) {
      const wanted = this.chunkSamples * this.bytesPerSample;
      if (this.filledBytes === 0 && this.buffer.length !== wanted) this.buffer = this.takeBuffer(wanted);
      const room = Math.min(Math.max(0, this.buffer.length - this.filledBytes), this.bytesToCut());
      const part = payload.subarray(from, from + room);
      this.buffer.set(part, this.filledBytes);
      this.filledBytes += part.length;
      this.nextSample += part.length / this.bytesPerSample;
      from += part.length;
      if (this.filledBytes === this.buffer.length || this.nextSample === this.spec.cutSample)
        emit(this.take());
    }
  }

  /** Counts samples of a channel that is not analyzed. Only its clock moves. */
  count(samples: number, emit: (chunk: IntakeChunk) => void): void {
    const startSample = this.nextSample;
    this.nextSample += samples;
    emit({ startSample, endSample: this.nextSample, payload: new Uint8Array(0) });
  }

  /** Takes the buffered part of a chunk, if there is any. */
  takePartial(): IntakeChunk | undefined {
    return this.filledBytes === 0 ? undefined : this.take();
  }

  /** An empty chunk at the current position, to end a channel that has no partial chunk. */
  emptyChunk(): IntakeChunk {
    return { startSample: this.nextSample, endSample: this.nextSample, payload: new Uint8Array(0) };
  }

  /** Moves the clock over samples that never come. @returns a chunk of that span, without audio */
  skip(samples: number): IntakeChunk {
    const startSample = this.nextSample;
    this.nextSample += samples;
    return { startSample, endSample: this.nextSample, payload: new Uint8Array(0) };
  }

  /** Gives a chunk's memory back after its answer. */
  recycle(payload: Uint8Array): void {
    if (payload.byteLength === payload.buffer.byteLength) this.spare = payload;
  }

  /** Zeroes the buffers: audio is kept no longer than needed. */
  wipe(): void {
    this.buffer.fill(0);
    this.spare?.fill(0);
    this.filledBytes = 0;
  }

  /** How much of a payload may come before the next chunk must end. */
  private bytesToCut(): number {
    const { cutSample = 0 } = this.spec;
    return cutSample > this.nextSample ? (cutSample - this.nextSample) * this.bytesPerSample : Infinity;
  }

  private take(): IntakeChunk {
    const startSample = this.chunkStart;
    const full = this.filledBytes === this.buffer.length;
    // A partial chunk is copied, because posting a view would send its whole buffer.
    const payload = full ? this.buffer : this.buffer.slice(0, this.filledBytes);
    if (full) {
      // Taken now, because the answer to this chunk often comes before the next audio, and only one spare buffer is kept.
      this.buffer = this.spare ?? new Uint8Array(0);
      this.spare = undefined;
    }
    this.filledBytes = 0;
    return { startSample, endSample: this.nextSample, payload };
  }

  private takeBuffer(bytes: number): Uint8Array {
    const { spare } = this;
    this.spare = undefined;
    if (spare?.length === bytes) return spare;
    return this.shared ? new Uint8Array(new SharedArrayBuffer(bytes)) : new Uint8Array(bytes);
  }

  private samplesIn(intervalMs: number): number {
    return Math.round((this.spec.sampleRate * intervalMs) / 1000);
  }
}
