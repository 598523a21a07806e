import { SIMD_KERNEL_BASE64 } from './generated/simd-kernel.js';
import { FORWARD_RE, SAMPLES } from './simd-layout.js';

/**
 * The parts of the platform used here. They are declared because this package compiles without browser types and
 * without Node types.
 */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};
declare function atob(base64: string): string;

/** The exports of `kernel/index.ts`. The addresses are those of `simd-layout.ts`. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  transform(mean: number, fromBin: number, toBin: number): void;
  correlate(target: number): number;
  measurePeaks(center: number, meanReach: number, peakReach: number): void;
  widen(count: number): void;
  setSource(from: number, length: number): void;
  correlateEvery(from: number, length: number, shortest: number, lags: number, direction: number): number;
  correlateAt(j: number, from: number, length: number, shortest: number, direction: number): void;
  filter(samples: number, count: number, phase: number, up: number, down: number, taps: number): void;
}

/** The compiled `kernel/` and its five pages of memory. */
export class SimdKernel {
  readonly exports: Exports;
  private readonly buffer: ArrayBuffer;
  private readonly samples: Float32Array;

  /** @throws WebAssembly.CompileError where vectors are not supported, or a page's policy forbids WebAssembly */
  constructor() {
    const bytes = Uint8Array.from(atob(SIMD_KERNEL_BASE64), (character) => character.charCodeAt(0));
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Exports;
    this.buffer = this.exports.memory.buffer;
    this.samples = new Float32Array(this.buffer, SAMPLES, (FORWARD_RE - SAMPLES) / 4);
  }

  /** Its memory from byte `at` on. */
  numbers(at: number, count: number): Float64Array {
    return new Float64Array(this.buffer, at, count);
  }

  /** The same as 32-bit floats. */
  floats(at: number, count: number): Float32Array {
    return new Float32Array(this.buffer, at, count);
  }

  /** The same as 16-bit numbers. */
  shorts(at: number, count: number): Uint16Array {
    return new Uint16Array(this.buffer, at, count);
  }

  /**
   * Copies `samples[from]` to `samples[to − 1]` to where its functions read them.
   * @throws RangeError when there are more than fit
   */
  take(samples: Float32Array, from: number, to: number): void {
    this.samples.set(samples.subarray(from, to));
  }
}
