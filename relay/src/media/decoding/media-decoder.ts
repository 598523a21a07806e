import type { ChannelLayout } from './analysis-audio.js';
import { FairQueue } from '../../concurrency/fair-queue.js';
import { MAX_AUDIO_BYTES, MAX_DECODED_SECONDS } from '../common/audio-format.js';
import { ChildGone, DecodeChild, type AudioSink, type ChildLimits } from './child-process.js';
import type { AudioInfo, DecodeRequest } from './decode-file.js';
import { GrowingSamples } from '../../memory/growing-samples.js';
import { giveBack } from '../../memory/give-back.js';
import { MediaError, undecodable } from '../common/media-error.js';
import { sniff } from './sniff.js';

/** Processes that decode at the same time, and as many for AAC. One customer has one less, so that a place is left for others. */
const PROCESSES = 2;

export interface MediaDecoderOptions extends Partial<ChildLimits> {
  /** How many files may wait, and their total bytes. */
  readonly maxQueued?: number;
  readonly maxQueuedBytes?: number;
  readonly maxBytes?: number;
}

export interface DecodeOptions {
  /** The maximum of decoded seconds, counted while decoding. */
  readonly maxSeconds?: number;
  /** `mono` (default) mixes all channels. `separate` gives each channel, at most 8. */
  readonly layout?: ChannelLayout;
  readonly signal?: AbortSignal;
  /** For whom: customers take turns. */
  readonly owner?: string;
}

/** Audio in memory: 230 MB per channel and hour. For long files, `decodeTo` is better because it streams. */
export interface DecodedAudio extends AudioInfo {
  /** 16 kHz, one array per channel, or a single one for `mono`. */
  readonly audio: readonly Float32Array[];
  /** Gives the memory back at once; the arrays are empty afterwards. */
  readonly release: () => void;
}

export interface MediaDecoderStats {
  readonly running: number;
  readonly queued: number;
  readonly queuedBytes: number;
  /** Processes that ended by themselves. */
  readonly crashes: number;
}

export interface MediaDecoder {
  /** @throws MediaError */
  decode(file: Uint8Array, options?: DecodeOptions): Promise<DecodedAudio>;
  /**
   * Decodes into `sink`, at most as fast as the sink takes the audio. If the sink throws, decoding ends and throws the same.
   * @throws MediaError
   */
  decodeTo(file: Uint8Array, options: DecodeOptions, sink: AudioSink): Promise<AudioInfo>;
  stats(): MediaDecoderStats;
  /** Ends the processes. Files that still wait fail with `aborted`. */
  close(): Promise<void>;
}

type LaneName = 'open' | 'aac';

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
  readonly fail: (error: MediaError) => void;
}

interface Lane {
  readonly idle: DecodeChild[];
  readonly waiting: FairQueue<Waiting>;
  /** Of each owner. */
  readonly runningOf: Map<string, number>;
  running: number;
}

/** How many files one process decodes before it is replaced, which frees the memory that a library leaks. */
const FILES_PER_CHILD = 100;

export const createMediaDecoder = (options: MediaDecoderOptions = {}): MediaDecoder =>
  new DecoderPool(options);

class DecoderPool implements MediaDecoder {
  private readonly limits: ChildLimits;
  /** AAC has its own process, which decodes no other format, because its decoder is under another license. */
  private readonly lanes: Record<LaneName, Lane>;
  private readonly files = new WeakMap<DecodeChild, number>();
  private readonly children = new Set<DecodeChild>();
  private crashes = 0;
  private queuedBytes = 0;
  private closed = false;

  constructor(private readonly options: MediaDecoderOptions) {
    this.limits = {
      childUrl: options.childUrl ?? new URL('./decode-child.define.js', import.meta.url),
      heapMb: options.heapMb ?? 192,
      rssMb: options.rssMb ?? 512,
      timeoutMs: options.timeoutMs ?? 120_000,
    };
    this.lanes = { open: emptyLane(), aac: emptyLane() };
  }

  async decode(file: Uint8Array, options: DecodeOptions = {}): Promise<DecodedAudio> {
    const audio: GrowingSamples[] = [];
    const release = (): void => audio.forEach((samples) => samples.release());
    try {
      const info = await this.decodeTo(file, options, (channels) => {
        channels.forEach((samples, index) => (audio[index] ??= new GrowingSamples()).add(samples));
        // All channels of a block are views of one frame.
        if (channels[0] !== undefined) giveBack(channels[0].buffer);
      });
      return { ...info, audio: audio.map((samples) => samples.all()), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async decodeTo(file: Uint8Array, options: DecodeOptions, sink: AudioSink): Promise<AudioInfo> {
    const { maxBytes = MAX_AUDIO_BYTES } = this.options;
    if (file.length > maxBytes) {
      throw new MediaError('payload_too_large', `the file has more than ${maxBytes} bytes`);
    }
    // A file that is not audio is refused without a wait in the queue.
    const lane = this.lanes[sniff(file).codec === 'aac' ? 'aac' : 'open'];
    const request = {
      layout: options.layout ?? 'mono',
      maxSeconds: options.maxSeconds ?? MAX_DECODED_SECONDS,
    };
    const { owner = '' } = options;
    await this.turn(lane, file.length, owner, options.signal);
    const startedMs = performance.now();
    try {
      return await this.run(lane, file, request, sink, options.signal);
    } catch (error) {
      if (error instanceof MediaError) error.workMs = performance.now() - startedMs;
      throw error;
    } finally {
      release(lane, owner);
      lane.waiting.shift((each) => hasRoom(lane, each))?.start();
    }
  }

  stats(): MediaDecoderStats {
    const lanes = Object.values(this.lanes);
    return {
      running: lanes.reduce((sum, lane) => sum + lane.running, 0),
      queued: lanes.reduce((sum, { waiting }) => sum + waiting.size, 0),
      queuedBytes: this.queuedBytes,
      crashes: this.crashes,
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const lane of Object.values(this.lanes)) {
      for (const { fail } of lane.waiting.clear()) fail(new MediaError('aborted', 'the relay is closing'));
    }
    await Promise.all([...this.children].map((child) => child.close()));
  }

  /** Waits for a place in the lane. The place is taken when this resolves. */
  private async turn(
    lane: Lane,
    bytes: number,
    owner: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (this.closed || signal?.aborted === true) throw new MediaError('aborted', 'given up');
    if (lane.running < PROCESSES && hasRoom(lane, owner)) {
      occupy(lane, owner);
      return;
    }
    const { maxQueued = 16, maxQueuedBytes = 256 * 2 ** 20 } = this.options;
    const { queued, queuedBytes } = this.stats();
    // One owner fills at most half of the queue.
    const isFull = queued >= maxQueued || (owner !== '' && lane.waiting.sizeOf(owner) >= maxQueued / 2);
    if (isFull || queuedBytes + bytes > maxQueuedBytes) {
      throw new MediaError('overloaded', 'too many files are waiting to be decoded');
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        if (lane.waiting.remove(owner, entry)) this.queuedBytes -= bytes;
        reject(new MediaError('aborted', 'given up'));
      };
      const entry: Waiting = {
        bytes,
        start: () => {
          signal?.removeEventListener('abort', leave);
          this.queuedBytes -= bytes;
          occupy(lane, owner);
          resolve();
        },
        fail: reject,
      };
      lane.waiting.push(owner, entry);
      this.queuedBytes += bytes;
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  private async run(
    lane: Lane,
    file: Uint8Array,
    request: DecodeRequest,
    sink: AudioSink,
    signal: AbortSignal | undefined,
  ): Promise<AudioInfo> {
    // If a process ends before it gave anything, somebody may have killed it. The file gets a second process. Of two that were killed,
    // the file is not accused: the caller may try again.
    for (let attempt = 1; ; attempt++) {
      const child = this.takeChild(lane);
      try {
        return await child.decode(file, request, sink, signal);
      } catch (error) {
        if (this.closed) throw new MediaError('aborted', 'the relay is closing', { cause: error });
        if (!(error instanceof ChildGone)) throw error;
        this.crashes++;
        if (error.hadDelivered || (attempt === 2 && error.wasKilled)) {
          throw new MediaError('decoder_failed', 'decoding was interrupted', { cause: error });
        }
        if (attempt === 2) throw undecodable('the audio cannot be decoded', error);
      } finally {
        this.putBack(lane, child);
      }
    }
  }

  private takeChild(lane: Lane): DecodeChild {
    for (let child = lane.idle.pop(); child !== undefined; child = lane.idle.pop()) {
      if (child.alive) return child;
      this.children.delete(child);
    }
    const child = new DecodeChild(this.limits);
    this.children.add(child);
    return child;
  }

  private putBack(lane: Lane, child: DecodeChild): void {
    const files = (this.files.get(child) ?? 0) + 1;
    this.files.set(child, files);
    if (child.alive && files < FILES_PER_CHILD && !this.closed) {
      lane.idle.push(child);
      return;
    }
    child.kill();
    this.children.delete(child);
  }
}

const emptyLane = (): Lane => ({
  idle: [],
  waiting: new FairQueue(),
  runningOf: new Map(),
  running: 0,
});

const hasRoom = ({ runningOf }: Lane, owner: string): boolean => (runningOf.get(owner) ?? 0) < PROCESSES - 1;

const occupy = (lane: Lane, owner: string): void => {
  lane.running++;
  lane.runningOf.set(owner, (lane.runningOf.get(owner) ?? 0) + 1);
};

const release = (lane: Lane, owner: string): void => {
  lane.running--;
  const left = (lane.runningOf.get(owner) ?? 0) - 1;
  if (left > 0) lane.runningOf.set(owner, left);
  else lane.runningOf.delete(owner);
};
