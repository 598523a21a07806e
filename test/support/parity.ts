/** Runs the same samples through the relay's engines, to compare with a page's numbers. */
import { join } from 'node:path';
import { RUNTIME_TOLERANCE } from '@undertone/model/golden';
import type * as prosody from '@undertone/prosody';
import * as ortNode from 'onnxruntime-node';
import { expect } from 'vitest';
import type { ModelRun } from './in-page.js';
import { type RelayProcess, repositoryRoot } from './relay-process.js';
import { speechRate } from './speech.js';
import { toInt16, wavBytes } from './wav.js';

/** Sines, logarithms and powers may differ in the last bits between two engines. */
const PROSODY_TOLERANCE = 1e-6;

/** The outputs to compare. The state is left out: it differs with the size of its running sums, and affects these. */
const outputNames = ['logits', 'vad', 'embedding'] as const;

type Outputs = Record<(typeof outputNames)[number], Float32Array>;

export const modelName = 'undertone-emotion.onnx';
export const modelPath = join(repositoryRoot, 'packages/model/models', modelName);

/** Samples as the relay reads them from a 16-bit file, so that both sides start from the same numbers. */
export const asRead = (samples: Float32Array): Float32Array =>
  Float32Array.from(toInt16(samples), (value) => value / 32_768);

/** The relay's own prosody of samples from {@link asRead}. */
export const prosodyInRelay = async (relay: RelayProcess, samples: Float32Array) => {
  const body = new FormData();
  const ints = Int16Array.from(samples, (value) => Math.round(value * 32_768));
  const wav = wavBytes(samples, speechRate, new Uint8Array(ints.buffer));
  body.append('audio', new Blob([wav], { type: 'audio/wav' }), 'speech.wav');
  body.append('features', 'prosody');
  const headers = { Authorization: `Bearer ${relay.key}` };
  const answer = await fetch(`${relay.url}/v1/analyze`, { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { prosody: prosody.ProsodySummary }).prosody;
};

const figures = (summary: prosody.ProsodySummary): [string, number | null][] =>
  Object.entries(summary).flatMap(([group, values]) =>
    Object.entries(values as Record<string, number | null>).map(([name, value]): [string, number | null] => [
      `${group}.${name}`,
      value,
    ]),
  );

/** Fails unless every figure is equal up to the last bits, for a voice with a pitch. */
export const expectSameProsody = (inPage: prosody.ProsodySummary, inRelay: prosody.ProsodySummary): void => {
  const page = new Map(figures(inPage));
  const relay = figures(inRelay);
  expect(relay.map(([name]) => name).sort()).toEqual([...page.keys()].sort());
  for (const [name, value] of relay) {
    // Over REST, speech without a pause has an average pause of nothing.
    const none = name === 'rhythm.average_pause_duration' && value === 0 ? 0 : null;
    const other = page.get(name) ?? none;
    if (value === null || other === null) expect({ name, value: other }).toEqual({ name, value });
    else {
      const tolerance = PROSODY_TOLERANCE * Math.max(1, Math.abs(value));
      expect(Math.abs(other - value), name).toBeLessThanOrEqual(tolerance);
    }
  }
  expect(inRelay.pitch.mean ?? Number.NaN).toBeGreaterThan(80);
};

/** The model in onnxruntime-node. */
export class NodeModel {
  private constructor(private readonly session: ortNode.InferenceSession) {}

  static async load(): Promise<NodeModel> {
    process.env['ORT_DISABLE_TELEMETRY'] = '1';
    return new NodeModel(await ortNode.InferenceSession.create(modelPath, { intraOpNumThreads: 1 }));
  }

  release(): Promise<void> {
    return this.session.release();
  }

  /** The arguments with which a page runs the same. */
  asPageRun(blocks: readonly Float32Array[]): ModelRun {
    return {
      url: `/${modelName}`,
      stateSize: this.stateSize(),
      outputs: [...outputNames],
      blocks: JSON.stringify(blocks.map((block) => [...block])),
    };
  }

  /** Fails unless the page's numbers are as close to this runtime's as the contract requires. */
  async expectSame(inPage: readonly (readonly number[])[], blocks: readonly Float32Array[]): Promise<void> {
    const inNode = await this.run(blocks);
    expect(inPage.length).toBe(blocks.length);
    for (const [index, outputs] of inNode.entries()) {
      let at = 0;
      for (const name of outputNames) {
        for (const value of outputs[name]) {
          expect(Math.abs(value - (inPage[index]?.[at] ?? Number.NaN)), name).toBeLessThan(
            RUNTIME_TOLERANCE[name],
          );
          at += 1;
        }
      }
    }
    const logits = inNode.flatMap((outputs) => [...outputs.logits]);
    expect(Math.max(...logits.map(Math.abs))).toBeGreaterThan(0.5);
  }

  /** Length of the state that the model carries. */
  private stateSize(): number {
    const state = this.session.inputMetadata.find(({ name }) => name === 'state');
    const size = state?.isTensor === true ? state.shape[1] : undefined;
    if (typeof size !== 'number') throw new Error('the model has no state of a known size');
    return size;
  }

  private async run(blocks: readonly Float32Array[]): Promise<Outputs[]> {
    const size = this.stateSize();
    let state = new ortNode.Tensor('float32', new Float32Array(size), [1, size]);
    const results: Outputs[] = [];
    for (const block of blocks) {
      const audio = new ortNode.Tensor('float32', block, [1, block.length]);
      const outputs = await this.session.run({ audio, state });
      const take = (name: keyof Outputs) => outputs[name]!.data as Float32Array;
      results.push({ logits: take('logits'), vad: take('vad'), embedding: take('embedding') });
      state = outputs['state_out'] as typeof state;
    }
    return results;
  }
}

/** Speech in pieces of `size` samples; the rest at the end is dropped. */
export const inBlocks = (speech: Float32Array, size: number): Float32Array[] =>
  Array.from({ length: Math.floor(speech.length / size) }, (_, index) =>
    speech.slice(index * size, (index + 1) * size),
  );
