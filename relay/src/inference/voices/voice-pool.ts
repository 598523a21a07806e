import type { Diarization, SpeakerMetadata } from '@undertone/speaker';
import { Fault } from '../../domain/fault.js';
import type { HearOrder, VoiceComparison, VoiceEngine } from '../../domain/speakers/voice-engine.js';
import type { SpawnVoiceWorker, VoiceWorkerLike } from './voice-host.js';
import type { FromVoiceWorker, ToVoiceWorker, VoiceChannelSetup, VoiceNews } from './voice-messages.js';

/** Finds who speaks on one channel of a live stream. Everything is answered in order. */
export interface LiveTracker {
  /** The bytes are copied before it returns. */
  audio(payload: Uint8Array): void;
  gap(durationMs: number): void;
  end(): void;
  voiceprints(on: boolean): void;
  close(): void;
}

export interface TrackerListener {
  news(news: VoiceNews): void;
  /** Called when the worker died or the audio was invalid. Nothing follows. */
  lost(reason: string): void;
}

export interface SpeakerTrackers {
  /** @throws Fault `overloaded` if the limit of trackers is reached */
  openTracker(setup: VoiceChannelSetup, listener: TrackerListener): LiveTracker;
}

export interface VoicePoolOptions {
  readonly spawn: SpawnVoiceWorker;
  readonly compare: (metadata: SpeakerMetadata) => VoiceComparison;
  readonly now: () => number;
  /** Calls `run` regularly until the returned function is called. Must not keep the process alive. */
  readonly every: (ms: number, run: () => void) => () => void;
  /** If a worker that has work sends nothing for this long, it is ended, ms. */
  readonly hangMs?: number;
}

export interface VoicePoolStats {
  readonly running: boolean;
  readonly trackers: number;
  readonly recordings: number;
  readonly restarts: number;
}

/**
 * Trackers at a time: as many as one thread keeps up with when several people are distinguished on each, which costs eight
 * thousandths of a core and 1.3 megabytes. A tracker of one person costs five thousandths while somebody speaks, one and a half in
 * silence, and two hundred kilobytes (`npm run bench:voice-cost`).
 */
const MAX_TRACKERS = 120;
/** Recordings that wait with their samples. The limits of their callers allow fewer. */
const MAX_RECORDINGS = 16;
const DEFAULT_HANG_MS = 60_000;
const WATCH_MS = 1_000;
const RETRY_S = 5;

interface Recording {
  readonly resolve: (diarization: Diarization) => void;
  readonly reject: (reason: unknown) => void;
}

type Life =
  | { readonly kind: 'asleep' }
  | { readonly kind: 'starting'; readonly worker: VoiceWorkerLike; readonly ready: Promise<SpeakerMetadata> }
  | { readonly kind: 'running'; readonly worker: VoiceWorkerLike; readonly metadata: SpeakerMetadata }
  | { readonly kind: 'closed' };

/**
 * The voice worker seen from the I/O thread. It is one thread with the lowest priority, started when it is first needed. A
 * relay that enrolls no voices and distinguishes no speakers never starts it.
 */
export class VoicePool implements VoiceEngine, SpeakerTrackers {
  private life: Life = { kind: 'asleep' };
  private readonly recordings = new Map<number, Recording>();
  private readonly trackers = new Map<number, TrackerListener>();
  private readonly stopWatching: () => void;
  private nextNumber = 1;
  private lastSignMs = 0;
  private restarts = 0;
  private compared: { readonly metadata: SpeakerMetadata; readonly comparison: VoiceComparison } | undefined;

  constructor(private readonly options: VoicePoolOptions) {
    this.stopWatching = options.every(WATCH_MS, () => this.watch());
  }

  async comparison(): Promise<VoiceComparison> {
    const metadata = await this.wake();
    if (this.compared?.metadata !== metadata) {
      this.compared = { metadata, comparison: this.options.compare(metadata) };
    }
    return this.compared.comparison;
  }

  async hear({ samples, voiceprints, signal }: HearOrder): Promise<Diarization> {
    signal.throwIfAborted();
    if (this.recordings.size >= MAX_RECORDINGS) {
      throw new Fault('overloaded', 'as many recordings are heard for voices as may be', {
        retryAfterS: RETRY_S,
      });
    }
    await this.wake();
    signal.throwIfAborted();
    const id = this.nextNumber++;
    // The worker wipes this copy. The caller keeps its own samples.
    const copy = samples.slice();
    const forget = (): void => {
      this.recordings.get(id)?.reject(signal.reason);
      this.recordings.delete(id);
      this.post({ kind: 'forget', id });
    };
    signal.addEventListener('abort', forget, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.recordings.set(id, { resolve, reject });
        this.post({ kind: 'hear', id, samples: copy, voiceprints }, [copy.buffer]);
      });
    } finally {
      signal.removeEventListener('abort', forget);
      this.recordings.delete(id);
    }
  }

  openTracker(setup: VoiceChannelSetup, listener: TrackerListener): LiveTracker {
    if (this.trackers.size >= MAX_TRACKERS || this.life.kind === 'closed') {
      throw new Fault('overloaded', 'as many channels are listened to as may be', { retryAfterS: RETRY_S });
    }
    const tracker = this.nextNumber++;
    this.trackers.set(tracker, listener);
    // Messages to a thread that is still starting wait in its port.
    this.wake().catch((error: unknown) => this.lose(tracker, String(error)));
    this.post({ kind: 'open', tracker, setup });
    const when = (message: ToVoiceWorker, transfer?: readonly ArrayBuffer[]): void => {
      if (this.trackers.has(tracker)) this.post(message, transfer);
    };
    return {
      audio: (payload) => {
        const copy = payload.slice();
        when({ kind: 'audio', tracker, payload: copy }, [copy.buffer]);
      },
      gap: (durationMs) => when({ kind: 'gap', tracker, durationMs }),
      end: () => when({ kind: 'end', tracker }),
      voiceprints: (on) => when({ kind: 'voiceprints', tracker, on }),
      close: () => {
        if (this.trackers.delete(tracker)) this.post({ kind: 'close', tracker });
      },
    };
  }

  stats(): VoicePoolStats {
    return {
      running: this.life.kind === 'running',
      trackers: this.trackers.size,
      recordings: this.recordings.size,
      restarts: this.restarts,
    };
  }

  async close(): Promise<void> {
    const { life } = this;
    this.life = { kind: 'closed' };
    this.stopWatching();
    this.dropAll('the relay is stopping');
    // A worker that loads its model is only asked to end: a kill inside the runtime would end the whole process.
    if (life.kind === 'running' || life.kind === 'starting') await life.worker.stop();
  }

  private wake(): Promise<SpeakerMetadata> {
    switch (this.life.kind) {
      case 'running':
        return Promise.resolve(this.life.metadata);
      case 'starting':
        return this.life.ready;
      case 'closed':
        return Promise.reject(new Fault('overloaded', 'the relay is stopping', { retryAfterS: RETRY_S }));
      case 'asleep':
        return this.start();
    }
  }

  private start(): Promise<SpeakerMetadata> {
    const worker = this.options.spawn();
    this.lastSignMs = this.options.now();
    const ready = new Promise<SpeakerMetadata>((resolve, reject) => {
      worker.onMessage((message) => {
        if (!this.isOurs(worker)) return;
        if (message.kind === 'ready') {
          this.life = { kind: 'running', worker, metadata: message.metadata };
          resolve(message.metadata);
        }
        if (message.kind === 'unusable') {
          reject(unavailable(message.message));
          this.fall(worker, message.message);
          worker.kill();
          return;
        }
        this.receive(message);
      });
      worker.onExit((reason) => {
        reject(unavailable(reason));
        this.fall(worker, reason);
      });
    });
    // Waiting callers get the failure. If no caller waits, the rejection must not crash the process.
    ready.catch(() => undefined);
    this.life = { kind: 'starting', worker, ready };
    return ready;
  }

  private isOurs(worker: VoiceWorkerLike): boolean {
    return (this.life.kind === 'starting' || this.life.kind === 'running') && this.life.worker === worker;
  }

  private receive(message: FromVoiceWorker): void {
    this.lastSignMs = this.options.now();
    switch (message.kind) {
      case 'diarized':
        this.recordings.get(message.id)?.resolve(message.diarization);
        return;
      case 'failed':
        this.recordings
          .get(message.id)
          ?.reject(
            new Fault('inference_failed', 'telling the voices apart failed', { cause: message.message }),
          );
        return;
      case 'news':
        this.trackers.get(message.tracker)?.news(message.news);
        if (message.news.last) this.trackers.delete(message.tracker);
        return;
      case 'broken':
        this.lose(message.tracker, message.message);
        return;
      case 'ready':
      case 'unusable':
      case 'progress':
        return;
    }
  }

  private post(message: ToVoiceWorker, transfer?: readonly ArrayBuffer[]): void {
    if (this.life.kind === 'starting' || this.life.kind === 'running')
      this.life.worker.post(message, transfer);
  }

  /** The worker has ended: its unfinished work fails, and the next request starts another one. */
  private fall(worker: VoiceWorkerLike, reason: string): void {
    if (!this.isOurs(worker)) return;
    this.life = { kind: 'asleep' };
    this.restarts++;
    this.dropAll(reason);
  }

  private dropAll(reason: string): void {
    for (const tracker of [...this.trackers.keys()]) this.lose(tracker, reason);
    for (const { reject } of this.recordings.values()) {
      reject(new Fault('inference_failed', 'telling the voices apart failed', { cause: reason }));
    }
    this.recordings.clear();
  }

  private lose(tracker: number, reason: string): void {
    const listener = this.trackers.get(tracker);
    this.trackers.delete(tracker);
    listener?.lost(reason);
  }

  /** Ends a worker that hangs. Trackers alone do not count as work: their audio may pause. */
  private watch(): void {
    if (this.life.kind !== 'running' && this.life.kind !== 'starting') return;
    const { worker } = this.life;
    if (this.recordings.size === 0) {
      this.lastSignMs = this.options.now();
      return;
    }
    if (this.options.now() - this.lastSignMs < (this.options.hangMs ?? DEFAULT_HANG_MS)) return;
    this.fall(worker, 'it did not answer in time');
    worker.kill();
  }
}

const unavailable = (reason: string): Fault =>
  new Fault('model_unavailable', 'the speaker model is not available now', {
    cause: reason,
    retryAfterS: RETRY_S,
  });
