/**
 * Functions that run in a page, whichever library drives the browser. Each must be self-contained, since only its text
 * reaches the page. Long lists are passed as JSON, which every protocol carries fast.
 */
import type * as prosody from '@undertone/prosody';

/** What a page opened since its first script, and what is still open. */
export interface Inventory {
  contexts: AudioContext[];
  tracks: MediaStreamTrack[];
  workersMade: number;
  workersEnded: number;
  /** Listeners on objects that outlive a session: added minus removed, by target and type. */
  listeners: Record<string, number>;
}

declare global {
  var inventory: Inventory;
}

/** Wraps the page's constructors before its first script runs. */
export const takeInventory = (): void => {
  const inventory: Inventory = { contexts: [], tracks: [], workersMade: 0, workersEnded: 0, listeners: {} };
  globalThis.inventory = inventory;
  globalThis.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      inventory.contexts.push(this);
    }
  };
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      inventory.workersMade += 1;
    }
    override terminate(): void {
      super.terminate();
      inventory.workersEnded += 1;
    }
  };
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    inventory.tracks.push(...stream.getTracks());
    return stream;
  };
  const targets: [string, EventTarget][] = [
    ['window', window],
    ['document', document],
    ['mediaDevices', devices],
  ];
  for (const [name, target] of targets) {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    const held = new Map<string, unknown[]>();
    target.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions,
    ) => {
      held.set(type, [...(held.get(type) ?? []), listener]);
      inventory.listeners[`${name} ${type}`] = held.get(type)?.length ?? 0;
      add(type, listener, options);
    };
    target.removeEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | EventListenerOptions,
    ) => {
      const list = held.get(type) ?? [];
      const index = list.indexOf(listener);
      if (index >= 0) list.splice(index, 1);
      inventory.listeners[`${name} ${type}`] = list.length;
      remove(type, listener, options);
    };
  }
};

/** The inventory in numbers. */
export const countInventory = () => ({
  openContexts: inventory.contexts.filter(({ state }) => state !== 'closed').length,
  contexts: inventory.contexts.length,
  liveTracks: inventory.tracks.filter(({ readyState }) => readyState !== 'ended').length,
  tracks: inventory.tracks.length,
  workersLeft: inventory.workersMade - inventory.workersEnded,
  workers: inventory.workersMade,
  listeners: { ...inventory.listeners },
});

/** The prosody that the page computes for `samples` (a JSON list at 16 kHz), pushed `size` at a time as the worklet does. */
export const prosodyInPage = ({
  samples,
  size,
}: {
  samples: string;
  size: number;
}): prosody.ProsodySummary => {
  const inPage = globalThis as unknown as { prosody: typeof prosody };
  const extractor = new inPage.prosody.ProsodyExtractor();
  const audio = Float32Array.from(JSON.parse(samples) as number[]);
  for (let from = 0; from < audio.length; from += size) extractor.push(audio.subarray(from, from + size));
  extractor.flush();
  return extractor.summary();
};

export interface ModelRun {
  url: string;
  /** Length of the state that the model carries. */
  stateSize: number;
  outputs: string[];
  /** A JSON list of lists of samples at 16 kHz. */
  blocks: string;
}

/** Runs the model block by block with carried state. @returns the named outputs, as a JSON list of lists */
export const modelInPage = async ({ url, stateSize, outputs, blocks }: ModelRun): Promise<string> => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = {
    mjs: '/vad/ort-wasm-simd-threaded.mjs',
    wasm: '/vad/ort-wasm-simd-threaded.wasm',
  };
  const session = await ort.InferenceSession.create(url, { executionProviders: ['wasm'] });
  let state = new ort.Tensor('float32', new Float32Array(stateSize), [1, stateSize]);
  const results: number[][] = [];
  for (const block of JSON.parse(blocks) as number[][]) {
    const audio = new ort.Tensor('float32', Float32Array.from(block), [1, block.length]);
    const result = await session.run({ audio, state });
    results.push(outputs.flatMap((name) => [...(result[name]?.data as Float32Array)]));
    state = result['state_out'] as typeof state;
  }
  await session.release();
  return JSON.stringify(results);
};
