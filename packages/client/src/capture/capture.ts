import type { Cancel } from '../common/scheduler.js';
import type { Logger } from '../common/logger.js';
import { describeUnknown } from '../common/error-wire.js';
import { CaptureError, type CaptureErrorCode } from '../common/undertone-error.js';
import type { AppGate, WorkletToPage } from '../worklet/capture-messages.js';
import { AudioSource, type SourceTrack } from './audio-source.js';
import { CaptureGraph, openContext, type CaptureGraphOptions } from './capture-graph.js';
import { ClockWatch } from './clock-watch.js';
import { microphoneError } from './microphone.js';
import type { PageEnvironment } from './page-environment.js';

const CHECK_INTERVAL_MS = 1_000;
/** After this many rebuilds the machine's audio does not work, and another rebuild does not help. */
const MAX_REBUILDS = 3;
/** After this long, what went wrong before is forgotten. */
const STABLE_MS = 60_000;
/** Between two tries where no graph can be made, as without a network that brings its script. */
const REBUILD_WAIT_MS = 5_000;

export interface CaptureSourceOptions {
  track: SourceTrack;
  isAgent: boolean;
  constraints?: MediaTrackConstraints;
}

/** Something about a channel's track or the page's devices changed. */
export type DeviceEvent =
  | { kind: 'track'; channel: number; change: 'ended' | 'muted' | 'unmuted' | 'replaced' }
  | { kind: 'devices' }
  | { kind: 'context'; state: string };

/** Events of the page's sound. */
export type CaptureEvent =
  | Exclude<WorkletToPage, { type: 'clock' }>
  | { type: 'device'; event: DeviceEvent }
  | { type: 'error'; error: CaptureError };

export interface CaptureOptions {
  sources: CaptureSourceOptions[];
  workletUrl: string;
  prosodyUrl: string;
  /** Passes the port of the audio thread to the worker. Resolves with the sample at which the clock continues. */
  attach: (port: MessagePort) => Promise<number>;
  onEvent: (event: CaptureEvent) => void;
  logger: Logger;
}

/**
 * The page's sound for one session. It builds a graph from the sources, watches and rebuilds it, and reacts to device
 * changes. The samples themselves do not pass through here.
 */
export class Capture {
  private readonly sources: (AudioSource | null)[] = [];
  private graph: CaptureGraph | null = null;
  /** The context until the graph takes it over. */
  private context: AudioContext | undefined;
  private watch = new ClockWatch();
  private cancelDevices: Cancel | null = null;
  private cancelCheck: Cancel | null = null;
  private cancelGesture: Cancel | null = null;
  private cancelRebuild: Cancel | null = null;
  /** Channels whose microphone is being requested again. */
  private readonly recovering = new Set<number>();
  private readonly gates = new Map<string, { channel: number; gate: AppGate }>();
  private rebuilds = 0;
  private rebuilding = false;
  private builtAtMs = 0;
  private closing: Promise<void> | null = null;
  private markers = 0;

  constructor(
    private readonly environment: PageEnvironment,
    private readonly options: CaptureOptions,
  ) {}

  /** Sample rate of the audio context; undefined before {@link openGraph}. */
  get sampleRateHz(): number | undefined {
    return this.graph?.sampleRateHz;
  }

  track(channel: number): MediaStreamTrack | undefined {
    return this.sources[channel]?.track;
  }

  /**
   * Opens microphones, takes over tracks, and makes the audio context. It comes first, because a click allows sound to start
   * only within a few seconds (five in WebKit), and workers may take longer to load.
   *
   * @throws CaptureError
   */
  async openSources(): Promise<void> {
    for (const [channel, { track, constraints }] of this.options.sources.entries()) {
      const source = await this.openSource(channel, track, constraints);
      if (this.closing !== null) {
        source.close();
        return;
      }
      this.sources[channel] = source;
    }
    this.context = openContext(this.environment);
  }

  /** Builds the graph and starts the sound. @throws CaptureError */
  async openGraph(): Promise<void> {
    await this.build();
    this.cancelDevices = this.environment.onDeviceChange(() => this.devicesChanged());
    this.scheduleCheck();
  }

  /** Closes or opens a channel for one of the app's reasons. */
  setGate(channel: number, gate: AppGate, closed: boolean): void {
    const key = `${channel} ${gate}`;
    if (closed) this.gates.set(key, { channel, gate });
    else this.gates.delete(key);
    this.graph?.post({ type: 'gate', channel, gate, closed });
  }

  /** Replaces a channel's track. The clock continues. @throws CaptureError; then the old track stays */
  async replaceTrack(
    channel: number,
    track: SourceTrack,
    constraints?: MediaTrackConstraints,
  ): Promise<void> {
    const source = await this.openSource(channel, track, constraints);
    if (this.closing !== null) {
      source.close();
      return;
    }
    this.swap(channel, source);
    this.device({ kind: 'track', channel, change: 'replaced' });
  }

  /** Asks the audio thread to pass on the sound that it holds. @returns the id of the marker that follows it to the worker */
  mark(): number {
    const id = ++this.markers;
    this.graph?.post({ type: 'finish', id });
    return id;
  }

  /** Releases everything. May be called more than once, even when nothing was opened. */
  close(): Promise<void> {
    return (this.closing ??= this.release());
  }

  private async release(): Promise<void> {
    this.cancelDevices?.();
    this.cancelCheck?.();
    this.cancelGesture?.();
    this.cancelRebuild?.();
    for (const source of this.sources.splice(0)) source?.close();
    const { graph, context } = this;
    this.graph = null;
    this.context = undefined;
    await context?.close();
    await graph?.close();
  }

  private openSource(
    channel: number,
    track: SourceTrack,
    constraints?: MediaTrackConstraints,
  ): Promise<AudioSource> {
    return AudioSource.open(this.environment, track, constraints, (change) =>
      this.trackChanged(channel, change),
    );
  }

  private swap(channel: number, source: AudioSource): void {
    this.graph?.post({ type: 'switch', channel });
    this.sources[channel]?.close();
    this.sources[channel] = source;
    this.graph?.connect(channel, source);
  }

  private async build(): Promise<void> {
    const { attach, sources, workletUrl, prosodyUrl, onEvent } = this.options;
    const channel = this.environment.createChannel();
    const startSample = await attach(channel.port2);
    const { context } = this;
    this.context = undefined;
    let graph: CaptureGraph;
    try {
      const graphOptions: CaptureGraphOptions = {
        workletUrl,
        prosodyUrl,
        processor: { channels: sources.map(({ isAgent }) => ({ isAgent })), startSample },
        onMessage: (message) => this.fromWorklet(message),
        onContextState: (state) => this.contextChanged(state),
        onUnmeasured: (error) => onEvent({ type: 'error', error }),
        onCrash: () => void this.rebuild('worklet_crashed', 'the audio worklet threw'),
      };
      graph = await CaptureGraph.create(this.environment, graphOptions, context);
    } catch (error) {
      channel.port1.close();
      throw error;
    }
    if (this.closing !== null) {
      channel.port1.close();
      await graph.close();
      return;
    }
    this.graph = graph;
    this.watch = new ClockWatch();
    this.builtAtMs = this.environment.scheduler.nowMs();
    graph.post({ type: 'transport', port: channel.port1 }, [channel.port1]);
    for (const { channel: gated, gate } of this.gates.values()) {
      graph.post({ type: 'gate', channel: gated, gate, closed: true });
    }
    this.sources.forEach((source, index) => {
      if (source !== null) graph.connect(index, source);
    });
    if (!(await graph.resume())) this.waitForGesture();
  }

  private device(event: DeviceEvent): void {
    this.options.onEvent({ type: 'device', event });
  }

  private waitForGesture(): void {
    const message = 'the browser keeps sound off until a click or a key';
    const error = new CaptureError('context_suspended', message, { retryable: true });
    this.options.onEvent({ type: 'error', error });
    this.cancelGesture?.();
    // Until one lets sound in: `contextChanged` tells of it.
    this.cancelGesture = this.environment.onGesture(() => void this.graph?.resume());
  }

  private fromWorklet(message: WorkletToPage): void {
    if (this.closing !== null) return;
    if (message.type !== 'clock') {
      this.options.onEvent(message);
      return;
    }
    const hole = this.watch.report(message.sample, this.environment.scheduler.nowMs());
    if (hole === 0) return;
    this.options.logger.warn('the audio thread stood still', { holeMs: Math.round(hole / 16) });
    this.graph?.post({ type: 'skip', samples: hole });
  }

  private contextChanged(state: string): void {
    if (this.closing !== null) return;
    this.device({ kind: 'context', state });
    if (state === 'running') {
      this.watch.pardon();
      this.cancelGesture?.();
      this.cancelGesture = null;
      return;
    }
    // 'interrupted' (a phone call, another app) and 'suspended' (by the system): try at once, and again at a gesture.
    void this.graph?.resume().then((running) => {
      if (!running && this.closing === null) this.waitForGesture();
    });
  }

  private scheduleCheck(): void {
    this.cancelCheck = this.environment.scheduler.after(CHECK_INTERVAL_MS, () => {
      if (this.graph?.isRunning === true && this.watch.check())
        void this.rebuild('context_frozen', 'the audio context runs and its clock stands still');
      this.scheduleCheck();
    });
  }

  /** Makes another graph. The last error says that no other one will follow. */
  private async rebuild(code: CaptureErrorCode, message: string): Promise<void> {
    if (this.rebuilding || this.closing !== null || this.rebuilds > MAX_REBUILDS) return;
    if (this.environment.scheduler.nowMs() - this.builtAtMs > STABLE_MS) this.rebuilds = 0;
    const retryable = ++this.rebuilds <= MAX_REBUILDS;
    const error = new CaptureError(retryable ? code : 'context_failed', message, { retryable });
    this.options.onEvent({ type: 'error', error });
    if (!retryable) return;
    this.rebuilding = true;
    const { graph } = this;
    this.graph = null;
    await this.replace(graph);
  }

  /** Tries until there is a graph. The page hears once that there is none, and that there is one again. */
  private async replace(broken: CaptureGraph | null): Promise<void> {
    try {
      await broken?.close();
      await this.build();
      this.rebuilding = false;
      this.device({ kind: 'context', state: this.graph?.state ?? 'closed' });
    } catch (cause) {
      if (this.closing !== null) return;
      if (broken !== null) {
        const message = `no sound until there is an audio graph again: ${describeUnknown(cause)}`;
        const error = new CaptureError('context_failed', message, { cause, retryable: true });
        this.options.onEvent({ type: 'error', error });
      }
      this.cancelRebuild = this.environment.scheduler.after(REBUILD_WAIT_MS, () => void this.replace(null));
    }
  }

  private trackChanged(channel: number, change: 'ended' | 'muted' | 'unmuted'): void {
    if (this.closing !== null) return;
    this.device({ kind: 'track', channel, change });
    if (change !== 'ended') return;
    this.graph?.disconnect(channel);
    void this.recover(channel);
  }

  /** Looks for a new device for each channel whose microphone has ended. */
  private devicesChanged(): void {
    this.device({ kind: 'devices' });
    this.sources.forEach((source, channel) => {
      if (source?.isOwned === true && source.track.readyState === 'ended') void this.recover(channel);
    });
  }

  /**
   * Replaces a microphone that was unplugged. This runs at once and each time devices change. If there is no microphone, an error
   * tells the page.
   */
  private async recover(channel: number): Promise<void> {
    const options = this.options.sources[channel];
    const ended = new CaptureError('track_ended', 'the track ended', {
      retryable: true,
      details: { channel },
    });
    if (this.sources[channel]?.isOwned !== true) {
      this.options.onEvent({ type: 'error', error: ended });
      return;
    }
    if (this.recovering.has(channel)) return;
    this.recovering.add(channel);
    try {
      const constraints = { ...options?.constraints };
      delete constraints.deviceId; // that device is gone
      await this.replaceTrack(channel, 'microphone', constraints);
    } catch (cause) {
      const { code, message, retryable, details } =
        cause instanceof CaptureError ? cause : microphoneError(cause);
      const error = new CaptureError(code, message, { cause, retryable, details: { ...details, channel } });
      this.options.onEvent({ type: 'error', error });
    } finally {
      this.recovering.delete(channel);
    }
  }
}
