/** A recording that the reader dropped. It stays in this page: it is decoded and played here and sent nowhere. */
export class Recording {
  private readonly context: AudioContext;
  private source: AudioBufferSourceNode | undefined;
  /** Where playing began: in the recording, and on the context's clock. */
  private from = { atS: 0, contextS: 0 };

  private constructor(
    context: AudioContext,
    private readonly buffer: AudioBuffer,
    readonly name: string,
  ) {
    this.context = context;
  }

  /** @throws DOMException `EncodingError` when the browser cannot decode it */
  static async decode(file: File): Promise<Recording> {
    const context = new AudioContext();
    try {
      return new Recording(context, await context.decodeAudioData(await file.arrayBuffer()), file.name);
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  get durationS(): number {
    return this.buffer.duration;
  }

  get isPlaying(): boolean {
    return this.source !== undefined;
  }

  /** Where it is, in seconds. */
  get atS(): number {
    if (this.source === undefined) return this.from.atS;
    return Math.min(this.durationS, this.from.atS + this.context.currentTime - this.from.contextS);
  }

  /** @param onEnded called when it came to its end by itself */
  async play(atS: number, onEnded: () => void): Promise<void> {
    this.pause();
    await this.context.resume();
    const source = this.context.createBufferSource();
    source.buffer = this.buffer;
    source.connect(this.context.destination);
    const start = atS >= this.durationS ? 0 : Math.max(0, atS);
    source.onended = () => {
      if (this.source !== source) return;
      this.source = undefined;
      this.from = { atS: 0, contextS: 0 };
      onEnded();
    };
    this.from = { atS: start, contextS: this.context.currentTime };
    this.source = source;
    source.start(0, start);
  }

  pause(): void {
    const { source } = this;
    if (source === undefined) return;
    this.from = { atS: this.atS, contextS: 0 };
    this.source = undefined;
    source.stop();
  }

  async close(): Promise<void> {
    this.pause();
    await this.context.close();
  }

  /** The loudest sample of each of `count` equal spans, 0 to 1, over all channels. */
  peaks(count: number): readonly number[] {
    const { length, numberOfChannels } = this.buffer;
    const channels = Array.from({ length: numberOfChannels }, (_, index) =>
      this.buffer.getChannelData(index),
    );
    const peaks: number[] = [];
    for (let span = 0; span < count; span += 1) {
      const [from, to] = [Math.floor((span * length) / count), Math.floor(((span + 1) * length) / count)];
      let peak = 0;
      for (const samples of channels) {
        for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
      }
      peaks.push(Math.min(1, peak));
    }
    return peaks;
  }
}
