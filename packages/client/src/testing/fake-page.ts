import type { CheckedPage } from '../doctor/checked-page.js';
import { type HearingApi, RemoteHearing } from '../hearing/remote-hearing.js';
import type { LoadedModels } from '../vad/remote-models.js';
import type { HelperHost } from '../worker/helper-host.js';
import type { VadWorkerApi } from '../vad/vad.worker.define.js';
import { connectCalls, type CallPort } from '../worker/calls.js';
import { TransportService } from '../worker/transport-service.js';
import { FakeProcessors, type FakeProcessor } from './fake-worklet.js';
import { ScriptedRelay } from './scripted-relay.js';
import { VirtualScheduler } from './virtual-scheduler.js';

type Listener = (event: Event) => void;
type WorkerError = (event: { message: string }) => void;

/** A track that counts its listeners and knows whether it was stopped. */
export class FakeTrack {
  readonly kind: string = 'audio';
  readyState: 'live' | 'ended' = 'live';
  muted = false;
  enabled = true;
  readonly listeners = new Map<string, Set<Listener>>();

  getSettings(): MediaTrackSettings {
    return { sampleRate: 48_000, echoCancellation: true };
  }

  addEventListener(type: string, listener: Listener): void {
    const set = this.listeners.get(type) ?? new Set();
    set.add(listener);
    this.listeners.set(type, set);
  }

  removeEventListener(type: string, listener: Listener): void {
    this.listeners.get(type)?.delete(listener);
  }

  stop(): void {
    this.readyState = 'ended';
  }

  /** Fires an event, as when the device is removed or the other side hangs up. */
  fire(type: 'ended' | 'mute' | 'unmute'): void {
    if (type === 'ended') this.readyState = 'ended';
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener(new Event(type));
  }

  get listenerCount(): number {
    return [...this.listeners.values()].reduce((sum, set) => sum + set.size, 0);
  }

  asTrack(): MediaStreamTrack {
    return this as unknown as MediaStreamTrack;
  }
}

/**
 * A page that counts everything that is opened. Worker and worklet run in this process over real message ports, so that the
 * same data crosses them as in a browser.
 */
export class FakePage {
  readonly relay = new ScriptedRelay();
  readonly scheduler = new VirtualScheduler();
  readonly workerScheduler = new VirtualScheduler();
  readonly processors = new FakeProcessors();
  readonly microphones: FakeTrack[] = [];
  readonly opened = { contexts: 0, workers: 0, elements: 0, devices: 0, gestures: 0, sources: 0 };
  /** The failure of each kind of call. Without one, the call works. */
  readonly failing: {
    microphone?: Error;
    worklet?: Error;
    prosody?: Error;
    worker?: boolean;
    context?: Error;
    vadWorker?: 'refused' | 'missing';
  } = {};
  /** Inputs of the worklet that get zeros, with or without sound on their track. */
  readonly zeroedInputs = new Set<number>();
  contextState: AudioContextState = 'running';
  private newestContext: { onstatechange: (() => void) | null } | null = null;
  /** Loads the models for the transport's worker when it wants the neural detector. */
  loadModels: (page: HelperHost) => Promise<LoadedModels> = () => Promise.reject(new Error('no model here'));
  /** The functions that answer in the neural detector's worker. */
  vad: VadWorkerApi = {
    load: () => Promise.resolve(),
    probability: () => Promise.resolve(0.9),
    reset: () => undefined,
  };
  /** The functions that answer in the hearing worker. Where one throws, no model is there. */
  hearing: HearingApi = {
    load: () => Promise.resolve({ id: 'reader', version: '1' }),
    audio: () => undefined,
    gap: () => undefined,
    flush: () => Promise.resolve(),
    finish: () => Promise.resolve(),
  };
  /** The newest worker of the neural detector. {@link breakVad} breaks it. */
  private newestVad: { onerror: WorkerError | null } | null = null;
  /** The newest transport worker. {@link crashWorker} ends it. */
  private newestWorker: { onerror: WorkerError | null; stop: () => void } | null = null;
  private gestures = new Set<() => void>();
  private devices = new Set<() => void>();

  get processor(): FakeProcessor {
    const processor = this.processors.all.at(-1);
    if (processor === undefined) throw new Error('no worklet node was made yet');
    return processor;
  }

  /** How many microphones are not stopped. */
  get openMicrophones(): number {
    return this.microphones.filter((track) => track.readyState === 'live').length;
  }

  changeDevices(): void {
    for (const run of [...this.devices]) run();
  }

  /** The newest context changes its state and says so. */
  changeContext(state: AudioContextState): void {
    this.contextState = state;
    this.newestContext?.onstatechange?.();
  }

  click(): void {
    for (const run of [...this.gestures]) run();
  }

  /** Makes the neural detector's worker throw an uncaught error, or stop answering. */
  breakVad(how: 'throws' | 'dies'): void {
    switch (how) {
      case 'throws':
        this.newestVad?.onerror?.({ message: 'out of memory' });
        return;
      case 'dies':
        this.vad.probability = () => new Promise(() => undefined);
        return;
    }
  }

  /** Makes the transport worker throw an uncaught error, after which it answers nothing. */
  crashWorker(): void {
    this.newestWorker?.stop();
    this.newestWorker?.onerror?.({ message: 'out of memory' });
  }

  environment(overrides: Partial<CheckedPage> = {}): CheckedPage {
    return {
      scheduler: this.scheduler,
      isSecureContext: true,
      baseUrl: 'https://page.example/desk/',
      runtime: 'test',
      getUserMedia: () => {
        const { microphone } = this.failing;
        if (microphone !== undefined) return Promise.reject(microphone);
        const track = new FakeTrack();
        this.microphones.push(track);
        return Promise.resolve({ getAudioTracks: () => [track.asTrack()] } as MediaStream);
      },
      enumerateDevices: () => Promise.resolve([{ kind: 'audioinput' } as MediaDeviceInfo]),
      microphonePermission: () => Promise.resolve('granted'),
      createAudioContext: () => this.context(),
      createWorkletNode: (_context, _name, options) => this.processors.create(options),
      createMediaStream: () => ({}) as MediaStream,
      createAudioElement: () => this.element(),
      createChannel: () => new MessageChannel(),
      createWorker: (_url, name) => {
        if (name === 'undertone-hearing') return this.hearingWorker();
        return name === 'undertone-vad' ? this.vadWorker() : this.worker();
      },
      createScript: () => 'blob:https://page.example/1',
      importModule: () => Promise.reject(new TypeError('no such module')),
      createSocket: () => {
        throw new Error('no socket in this page');
      },
      wallClockMs: () => 0,
      fetch: () => Promise.resolve(new Response('ok')),
      onDeviceChange: (run) => subscribe(this.devices, run, this.opened, 'devices'),
      onGesture: (run) => subscribe(this.gestures, run, this.opened, 'gestures'),
      ...overrides,
    };
  }

  private context(): AudioContext {
    const { failing, opened } = this;
    if (failing.context !== undefined) throw failing.context;
    opened.contexts++;
    const state = () => this.contextState;
    const context = {
      sampleRate: 48_000,
      destination: {},
      onstatechange: null as (() => void) | null,
      get state() {
        return state();
      },
      audioWorklet: {
        addModule: (url: string) => {
          const failure = url.endsWith('/prosody.js') ? failing.prosody : failing.worklet;
          return failure === undefined ? Promise.resolve() : Promise.reject(failure);
        },
      },
      createMediaStreamSource: () => {
        opened.sources++;
        return {
          connect: () => undefined,
          disconnect: () => {
            opened.sources--;
          },
        };
      },
      createConstantSource: () => this.constant(),
      resume: () => Promise.resolve(),
      close: () => {
        opened.contexts--;
        return Promise.resolve();
      },
    };
    this.newestContext = context;
    return context as unknown as AudioContext;
  }

  /** A source that plays from `start` on, with the value 1 by default. */
  private constant(): ConstantSourceNode {
    const offset = { value: 1 };
    let isStarted = false;
    const constant = {
      offset,
      start: () => {
        isStarted = true;
      },
      connect: (_node: AudioNode, _output: number, input: number) => {
        if (isStarted && offset.value === 0) this.zeroedInputs.add(input);
      },
      disconnect: (_node: AudioNode, _output: number, input: number) => {
        if (!this.zeroedInputs.delete(input)) throw new Error(`nothing is connected to input ${input}`);
      },
    };
    return constant as unknown as ConstantSourceNode;
  }

  private element(): HTMLAudioElement {
    this.opened.elements++;
    const { opened } = this;
    const element = {
      muted: false,
      play: () => Promise.resolve(),
      pause: () => undefined,
      set srcObject(stream: unknown) {
        if (stream === null) opened.elements--;
      },
    };
    return element as unknown as HTMLAudioElement;
  }

  private worker(): Worker {
    this.opened.workers++;
    const { port1, port2 } = new MessageChannel();
    if (this.failing.worker !== true) this.serve(port2);
    const worker = Object.assign(port1, {
      onerror: null as WorkerError | null,
      terminate: () => {
        this.opened.workers--;
        port1.close();
        port2.close();
      },
    });
    port1.start();
    this.newestWorker = Object.assign(worker, { stop: () => port2.close() });
    if (this.failing.worker === true) setImmediate(() => worker.onerror?.({ message: 'refused' }));
    return worker as unknown as Worker;
  }

  /** What the transport worker's script does, in its own thread or in the page's. @returns what stops it */
  serve(page: CallPort): () => void {
    const service = new TransportService({
      page,
      openSocket: this.relay.openSocket,
      scheduler: this.workerScheduler,
      random: () => 0.5,
      reach: () => Promise.resolve({ kind: 'relay' }),
      loadModels: (host) => this.loadModels(host),
      openHearing: (...args) => new RemoteHearing(...args),
    });
    return () => service.dispose();
  }

  private hearingWorker(): Worker {
    const { opened } = this;
    opened.workers++;
    const worker = {
      onerror: null as WorkerError | null,
      postMessage: (port: MessagePort) => connectCalls(port, this.hearing),
      terminate: () => {
        opened.workers--;
      },
    };
    return worker as unknown as Worker;
  }

  private vadWorker(): Worker {
    const { failing, opened } = this;
    if (failing.vadWorker === 'refused') throw new DOMException('not from here', 'SecurityError');
    opened.workers++;
    const worker = {
      onerror: null as WorkerError | null,
      postMessage: (port: MessagePort) => {
        if (failing.vadWorker === 'missing') queueMicrotask(() => worker.onerror?.({ message: '404' }));
        else connectCalls(port, this.vad);
      },
      terminate: () => {
        opened.workers--;
      },
    };
    this.newestVad = worker;
    return worker as unknown as Worker;
  }
}

const subscribe = <Name extends string>(
  set: Set<() => void>,
  run: () => void,
  counts: Record<Name, number>,
  name: Name,
): (() => void) => {
  set.add(run);
  counts[name]++;
  return () => {
    if (set.delete(run)) counts[name]--;
  };
};
