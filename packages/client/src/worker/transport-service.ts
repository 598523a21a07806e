import type { ClientBody } from '@undertone/protocol';
import type { Scheduler } from '../common/scheduler.js';
import { describeUnknown } from '../common/error-wire.js';
import { CaptureError, type CaptureErrorCode, UsageError } from '../common/undertone-error.js';
import type { HearingSink } from '../hearing/hearing-sink.js';
import type { HearingAssets, RemoteHearing } from '../hearing/remote-hearing.js';
import type { Reach } from '../transport/reach.js';
import { Transport } from '../transport/transport.js';
import type { EndRequest, OpenSocket, TransportEvent } from '../transport/transport-types.js';
import type { LoadedModels, VadAssets } from '../vad/remote-models.js';
import type { TransportToWorklet, WorkletToTransport } from '../worklet/capture-messages.js';
import { connectCalls, type CallPort } from './calls.js';
import type { HelperHost } from './helper-host.js';
import { Markers } from './markers.js';
import { VoiceActivitySwitch, type VadReport } from './voice-activity-switch.js';
import type { TransportWorkerApi, WorkerHost, WorkerOptions, WorkerPort } from './worker-api.js';

/** The environment of the worker. */
export interface ServiceRealm {
  /** Sends to the thread that started this one. */
  page: CallPort;
  openSocket: OpenSocket;
  scheduler: Scheduler;
  random: () => number;
  /** What answers plain HTTP at an address. */
  reach: (url: string) => Promise<Reach>;
  loadModels: (page: HelperHost, assets: VadAssets, channelCount: number) => Promise<LoadedModels>;
  openHearing: (
    page: HelperHost,
    assets: HearingAssets,
    channelCount: number,
    sink: HearingSink,
    onFailure: (cause: unknown) => void,
  ) => RemoteHearing;
}

interface Running {
  options: WorkerOptions;
  transport: Transport;
  vad: VoiceActivitySwitch;
  /** Where the page hears by itself. */
  hearing: RemoteHearing | undefined;
}

/** The service in the worker. It takes audio from a port, runs the transport and voice activity, and sends events to the page. */
export class TransportService implements TransportWorkerApi {
  private running: Running | null = null;
  private port: WorkerPort | null = null;
  private agentAnalysis: boolean | null = null;
  private readonly markers: Markers;
  private readonly host: WorkerHost;

  constructor(private readonly realm: ServiceRealm) {
    this.markers = new Markers(realm.scheduler);
    this.host = connectCalls<WorkerHost>(realm.page, this);
  }

  configure(options: WorkerOptions): void {
    if (this.running !== null) throw new UsageError('invalid_state', 'the worker is configured already');
    const { host, realm } = this;
    const { openSocket, scheduler, random, reach, loadModels, openHearing } = realm;
    const { channels } = options.transport.hello;
    const transport = new Transport(options.transport, {
      openSocket,
      scheduler,
      random,
      getToken: (context) => host.getToken(context),
      probe: () => reach(options.probeUrl),
      onEvent: (event) => this.transportEvent(event),
    });
    const vad = new VoiceActivitySwitch({
      mode: options.vad,
      channelCount: channels.length,
      load: (channelCount) => loadModels(host, options.vadAssets, channelCount),
      onReport: (report) => this.voiceActivity(report),
      onSource: (source, reason) => host.onEvent({ type: 'vad_source', source, reason }),
    });
    const sink: HearingSink = {
      heard: (features) => transport.heard(features),
      skipped: (gap) => transport.skipped(gap),
    };
    const hearing =
      options.hearing &&
      openHearing(host, options.hearing, channels.length, sink, (cause) =>
        transport.abandon(unheard('hearing_failed', 'what hears in the page failed', cause)),
      );
    this.running = { options, transport, vad, hearing };
  }

  attach(port: WorkerPort): number {
    this.port?.close();
    this.port = port;
    port.onmessage = (event) => this.fromWorklet(event.data as WorkletToTransport);
    if (this.agentAnalysis !== null) this.sendPolicy(this.agentAnalysis);
    const { transport, hearing } = this.required();
    return Math.max(0, ...(hearing ?? transport).positions);
  }

  async prepare(): Promise<void> {
    const { options, hearing } = this.required();
    if (hearing === undefined) return;
    try {
      // The transport says it in its hello.
      options.transport.hello.pageModel = await hearing.load();
    } catch (cause) {
      throw unheard('hearing_unavailable', 'what the page hears with could not be loaded', cause);
    }
  }

  connect(): void {
    this.required().transport.start();
  }

  send(body: ClientBody): void {
    const { transport, hearing } = this.required();
    if (body.kind === 'pause' && body.value.reason === 'consent_withdrawn') hearing?.withdraw();
    transport.send(body);
  }

  async flush(id: number): Promise<number[]> {
    const { transport, hearing } = this.required();
    await this.markers.reached(id);
    await hearing?.flush();
    return transport.flush();
  }

  async end(id: number, request: EndRequest): Promise<void> {
    const { transport, hearing } = this.required();
    await this.markers.reached(id);
    await hearing?.finish();
    transport.end(request);
  }

  networkOnline(): void {
    this.running?.transport.networkOnline();
  }

  dispose(): void {
    this.running?.vad.stop();
    this.running?.transport.dispose();
    this.running?.hearing?.close();
    this.running = null;
    this.port?.close();
    this.port = null;
    this.markers.clear();
  }

  private required(): Running {
    if (this.running === null)
      throw new UsageError('invalid_state', 'the worker is not configured, or is gone');
    return this.running;
  }

  private fromWorklet(message: WorkletToTransport): void {
    switch (message.type) {
      case 'audio':
        this.audio(message);
        return;
      case 'gap':
        if (this.running?.hearing === undefined) this.running?.transport.skipped(message);
        else this.running.hearing.gap(message);
        return;
      case 'vad':
        this.running?.vad.energy({ channel: message.channel, event: message.event, sample: message.sample });
        return;
      case 'flushed':
        this.markers.arrived(message.id);
        return;
    }
  }

  private audio(frame: Extract<WorkletToTransport, { type: 'audio' }>): void {
    const { channel, firstSample, sampleCount, samples, captureTsUs } = frame;
    if (this.running !== null) {
      const valid = samples.subarray(0, sampleCount);
      const speech = this.running.vad.audio(channel, firstSample, valid, frame.speech);
      const { transport, hearing } = this.running;
      if (hearing === undefined) {
        // Makes a copy, because the buffer goes back to the audio thread. PCM16 is little-endian on every machine that runs a browser.
        const payload = new Uint8Array(samples.buffer.slice(0, 2 * sampleCount));
        transport.captured({ channel, firstSample, sampleCount, payload, speech, captureTsUs });
      } else hearing.audio(channel, firstSample, valid);
    }
    this.port?.postMessage({ type: 'recycle', samples } satisfies TransportToWorklet, [samples.buffer]);
  }

  private transportEvent(event: TransportEvent): void {
    if (event.type === 'message' && event.body.kind === 'session.ready') {
      // Sent directly to the audio thread, so that a busy page cannot delay the policy about agents.
      this.agentAnalysis = event.body.value.policy.agentAnalysis;
      this.sendPolicy(this.agentAnalysis);
    }
    if (event.type === 'phase' && event.phase.kind === 'live' && !event.phase.resumed)
      void this.running?.vad.start();
    this.host.onEvent(event);
  }

  private voiceActivity(report: VadReport): void {
    const { channel, event, sample, probability } = report;
    this.running?.transport.send({ kind: 'vad', value: { channel, event, sample, probability } });
    this.host.onEvent({ type: 'vad', ...report });
  }

  private sendPolicy(agentAnalysis: boolean): void {
    this.port?.postMessage({ type: 'policy', agentAnalysis } satisfies TransportToWorklet, []);
  }
}

const unheard = (code: CaptureErrorCode, what: string, cause: unknown): CaptureError =>
  new CaptureError(code, `${what}: ${describeUnknown(cause)}`, { cause, retryable: true });
