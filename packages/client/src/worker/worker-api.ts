import type { ClientBody } from '@undertone/protocol';
import type { HearingAssets } from '../hearing/remote-hearing.js';
import type { VadAssets } from '../vad/remote-models.js';
import type {
  EndRequest,
  TokenContext,
  TransportEvent,
  TransportOptions,
} from '../transport/transport-types.js';
import type { HelperHost } from './helper-host.js';

export type VadSource = 'energy' | 'silero';

export type WorkerEvent =
  | TransportEvent
  | {
      type: 'vad';
      source: VadSource;
      channel: number;
      event: 'start' | 'end' | 'misfire';
      sample: number;
      probability?: number;
    }
  /** Which detector decides from now on, and why. */
  | { type: 'vad_source'; source: VadSource; reason: string };

/** The functions that the worker calls in the page. */
export interface WorkerHost extends HelperHost {
  getToken(context: TokenContext): Promise<string>;
  onEvent(event: WorkerEvent): void;
}

export interface WorkerOptions {
  transport: TransportOptions;
  /** The stream's address as `http:` or `https:`. */
  probeUrl: string;
  vad: 'auto' | 'silero' | 'energy';
  vadAssets: VadAssets;
  /** Where the page hears by itself: no audio is sent. */
  hearing?: HearingAssets;
}

/** The functions that the page calls in the worker. They return promises there, see `calls.ts`. */
export interface TransportWorkerApi {
  configure(options: WorkerOptions): void;
  /** Takes the audio thread's port and closes an earlier one. Returns the sample at which its clock must continue. */
  attach(port: WorkerPort): number;
  /** Loads what the page hears with, where it hears by itself. Before any sound comes. */
  prepare(): Promise<void>;
  connect(): void;
  send(body: ClientBody): void;
  /** Waits for the worklet's marker `id`, then for the relay's answer. Resolves with the position reached, per channel. */
  flush(id: number): Promise<number[]>;
  /** Waits for the worklet's marker `id`, then ends the session. The outcome arrives as an event. */
  end(id: number, request: EndRequest): Promise<void>;
  networkOnline(): void;
  dispose(): void;
}

/** The part of a MessagePort that is used. Page and worker have different types for it. */
export interface WorkerPort {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
  close(): void;
}
