import { createInferencePool, type PoolOptions } from '../pool/pool.js';
import type { AnalysisResult, InferenceFault, InferencePool, InferenceStream, StreamSpec } from '../port.js';
import { FakeModel } from './fake-model.js';
import { InProcessWorker } from './in-process-host.js';
import { ManualClock } from './manual-clock.js';
import { bytesOf } from './voice.js';

export const PCM = { encoding: 'pcm_s16le', sampleRate: 16_000, analyse: true } as const;

/** A stream with its results and faults. */
class Listener {
  readonly results: AnalysisResult[] = [];
  readonly faults: InferenceFault[] = [];

  constructor(readonly stream: InferenceStream) {
    stream.onResult((result) => this.results.push(result));
    stream.onFault((fault) => this.faults.push(fault));
  }

  /** Pushes 16-bit audio in frames of 40 ms. */
  speak(samples: Int16Array, channel = 0): void {
    const bytes = bytesOf(samples);
    for (let from = 0; from < bytes.length; from += 1_280) {
      this.stream.push(channel, this.stream.nextSample(channel), bytes.subarray(from, from + 1_280));
    }
  }

  spans(): string[] {
    return this.results.map(({ span, startSample, endSample }) => `${span} ${startSample}-${endSample}`);
  }
}

/** A pool whose workers run in this process, on a clock that the test moves. */
export class PoolRig {
  readonly clock = new ManualClock();
  readonly model = new FakeModel();
  /** Every worker that was started, also those that died. */
  readonly workers: InProcessWorker[] = [];
  readonly pool: InferencePool;

  private constructor(options: Partial<PoolOptions>) {
    this.pool = createInferencePool({
      workers: 1,
      clock: this.clock,
      spawn: () => {
        const worker = new InProcessWorker(this.model, this.clock.now);
        this.workers.push(worker);
        return worker;
      },
      ...options,
    });
  }

  /** @returns when the workers have loaded the model */
  static async start(options: Partial<PoolOptions> = {}): Promise<PoolRig> {
    const rig = new PoolRig(options);
    await rig.pool.ready();
    return rig;
  }

  open(over: Partial<StreamSpec> = {}): Listener {
    return new Listener(
      this.pool.open({
        streamId: 's',
        channels: [PCM],
        intervalMs: 250,
        features: ['emotion', 'prosody', 'vad'],
        ...over,
      }),
    );
  }
}

/** In-process workers deliver one message per turn of the event loop. */
export const turns = async (count = 12): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};
