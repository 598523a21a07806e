import type { ModelSession } from './emotion-model.js';

/** A session of onnxruntime, which is the same in Node and in a page. */
export interface OnnxSession<Tensor> {
  /** Of the graph. */
  readonly inputNames: readonly string[];
  /** Of the graph. */
  readonly outputNames: readonly string[];
  /** Runs the graph. @returns the tensor of each output */
  run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, { readonly data: unknown }>>>;
  /** Frees the runtime's memory. */
  release(): Promise<void>;
}

/** The tensors of the same runtime. */
export type OnnxTensor<Tensor> = new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;

/** A session of onnxruntime as the model's contract knows it. */
export const onnxSession = <T>(session: OnnxSession<T>, Tensor: OnnxTensor<T>): ModelSession => ({
  inputNames: session.inputNames,
  outputNames: session.outputNames,
  async run({ audio, state }) {
    const outputs = await session.run({
      audio: new Tensor('float32', audio.data, audio.dims),
      state: new Tensor('float32', state.data, state.dims),
    });
    return Object.fromEntries(Object.entries(outputs).map(([name, { data }]) => [name, data]));
  },
  release: () => session.release(),
});
