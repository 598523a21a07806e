import type { ClientBody, Outcome, PauseReason, SessionReady, Subject } from '@undertone/protocol';
import { Capture, type CaptureEvent } from '../capture/capture.js';
import type { PageEnvironment } from '../capture/page-environment.js';
import type { SourceTrack } from '../capture/audio-source.js';
import { errorFromWire } from '../common/error-wire.js';
import { silentLogger, type Logger } from '../common/logger.js';
import type { Cancel } from '../common/scheduler.js';
import { type UndertoneError, UsageError } from '../common/undertone-error.js';
import type { TokenContext, TransportOutcome, TransportPhase } from '../transport/transport-types.js';
import type { WorkerEvent } from '../worker/worker-api.js';
import { audioSource } from './audio-source-message.js';
import { Emitter } from './emitter.js';
import { Deferred } from './deferred.js';
import type { LibraryAssets } from './library-assets.js';
import { LocalProsody } from './local-prosody.js';
import { emitCaptureEvent, emitWorkerEvent, samplesToMs } from './local-events.js';
import { emitServerMessage } from './server-events.js';
import type { EndedInfo, SessionEvents } from './session-events.js';
import { sessionFailure, unsendable } from './session-failures.js';
import { SessionMessages } from './session-messages.js';
import { SessionPause } from './session-pause.js';
import {
  captureSources,
  channelId,
  checkChannel,
  checkOptions,
  resolveAddresses,
  type ResolvedAddresses,
  type SessionOptions,
} from './session-options.js';
import {
  impossible,
  isTerminal,
  pauseReasonOf,
  phaseAction,
  transition,
  type SessionAction,
  type SessionState,
} from './session-state.js';
import { readToken } from './token.js';
import { WorkerLink } from './worker-link.js';
import { workerOptions } from './worker-options.js';

/**
 * One analyzed call. {@link createSession} makes it. A session starts once and ends once; a new call needs a new session.
 *
 * When it ends, for any reason, everything is released: the tracks that we opened, the audio context, the worker, the
 * ports and the listeners. {@link dispose} does the same from any state.
 */
export class UndertoneSession extends SessionMessages {
  /** The channels, in the page's order. */
  readonly channels: readonly { readonly id: string; readonly subject: Subject }[];
  private newestReady: SessionReady | undefined;
  private current: SessionState = { kind: 'idle' };
  private readonly events = new Emitter<SessionEvents>();
  private readonly logger: Logger;
  private readonly addresses: ResolvedAddresses;
  private readonly capture: Capture;
  private readonly prosody = new LocalProsody();
  private readonly pauses: SessionPause;
  private link: WorkerLink | null = null;
  private released: Promise<void> | null = null;
  private readonly ended = new Deferred<EndedInfo>();
  private firstLive: (() => void) | null = null;
  private unlisten: Cancel | null = null;

  /** @throws UsageError `invalid_option` */
  constructor(
    private readonly options: SessionOptions,
    private readonly environment: PageEnvironment,
    ownAssets: LibraryAssets,
  ) {
    super();
    checkOptions(options);
    this.channels = options.sources.map(({ id, subject }, index) => ({ id: channelId(id, index), subject }));
    this.addresses = resolveAddresses(options, environment.baseUrl, ownAssets);
    this.logger = options.logger ?? silentLogger;
    this.capture = new Capture(environment, {
      sources: captureSources(options),
      workletUrl: this.addresses.worklet,
      prosodyUrl: this.addresses.prosody,
      attach: (port) => this.requireLink().attach(port),
      onEvent: (event) => this.captureEvent(event),
      logger: this.logger,
    });
    this.pauses = new SessionPause({
      now: () => this.current,
      act: (action) => this.act(action),
      hand: (body) => this.requireLink().api.send(body),
      send: (body) => this.send(body),
      gate: (closed) =>
        options.sources.forEach((_, channel) => this.capture.setGate(channel, 'paused', closed)),
      unlessEnded: (work) => this.unlessEnded(work),
    });
    // A page that never calls end() learns of a failure from the events.
    this.ended.promise.catch(() => undefined);
  }

  /** The state of the session. The event `state` reports each change. */
  get state(): SessionState {
    return this.current;
  }

  /** The newest `session.ready` of the relay. A panel that connects later starts with it. */
  get ready(): SessionReady | undefined {
    return this.newestReady;
  }

  /** Adds a listener. @returns a function that removes it */
  on<Type extends keyof SessionEvents>(type: Type, listener: (event: SessionEvents[Type]) => void): Cancel {
    return this.events.on(type, listener);
  }

  /**
   * Opens the sound and the connection. Resolves when the relay has accepted the session. Call it in a click handler, because
   * browsers start audio only after a user gesture.
   *
   * @throws CaptureError, CredentialError, ConnectionError, RelayError: the session is then in the state `failed`
   * @throws UsageError `invalid_state` when it was already started or disposed, `aborted` when its signal aborts
   */
  start(): Promise<void> {
    if (this.current.kind !== 'idle') return Promise.reject(impossible('start', this.current));
    const { signal } = this.options;
    if (signal?.aborted === true) return this.unlessEnded(this.dispose());
    const abort = () => void this.dispose();
    signal?.addEventListener('abort', abort, { once: true });
    this.unlisten = () => signal?.removeEventListener('abort', abort);
    this.act({ type: 'start', code: 'start', reason: 'the page started the session' });
    return this.open();
  }

  /**
   * Stops analysis and billing with the next sample. The time until {@link resume} is declared as a gap. In a pause, a stricter reason
   * takes the place of the one before (`hold` and `break`, then `payment_data`, then `consent_withdrawn`); any other changes nothing.
   *
   * @throws UsageError `invalid_state` before the relay has accepted the session, and after its end
   */
  pause(reason: PauseReason): void {
    if (this.pauses.begin(reason)) this.send({ kind: 'pause', value: { reason } });
    else if (pauseReasonOf(this.current) === null) throw impossible('pause', this.current);
  }

  /**
   * Ends a pause. After `consent_withdrawn` the relay is asked first, and sound is let in when it agrees: `update` with the new consent
   * must come before.
   *
   * @throws UsageError `invalid_state` when the session is not paused, `aborted` when it ends before the relay answered
   * @throws RelayError `policy_blocked` without a new consent: the session stays paused
   */
  resume(): Promise<void> {
    return this.pauses.end();
  }

  /**
   * Closes a channel: its sound is not measured and not sent, and is declared as a gap with the reason `muted`. It can be called before
   * {@link start}.
   *
   * @throws UsageError `invalid_option` when there is no such channel
   */
  mute(channel = 0): void {
    this.setMuted(channel, true);
  }

  /** Opens a muted channel again. @throws UsageError `invalid_option` when there is no such channel */
  unmute(channel = 0): void {
    this.setMuted(channel, false);
  }

  /**
   * Replaces a channel's device or track. The clock continues, with a short `device_switch` gap.
   *
   * @throws CaptureError; then the old track stays
   * @throws UsageError `invalid_option` when there is no such channel, `invalid_state` before the tracks are open and after the end
   */
  async replaceTrack(
    channel: number,
    track: SourceTrack,
    constraints?: MediaTrackConstraints,
  ): Promise<void> {
    // The tracks are open before the link is, and are let go of with it.
    if (this.link === null) throw impossible('replaceTrack', this.current);
    checkChannel(this.options, channel);
    await this.capture.replaceTrack(channel, track, constraints);
  }

  /** Resolves when every result for the speech so far has arrived, with the position reached per channel in ms. */
  async flush(): Promise<number[]> {
    const { api } = this.requireLink();
    return (await api.flush(this.capture.mark())).map(samplesToMs);
  }

  /**
   * Sends the last samples, ends the session and waits for its summary. Further calls return the same promise.
   *
   * @throws the session's error if it failed
   */
  end(outcome?: Outcome): Promise<EndedInfo> {
    const { kind } = this.current;
    if (kind === 'idle') void this.release({ reason: 'ended_by_client' });
    else if (!isTerminal(this.current) && kind !== 'ending') void this.endNow(outcome);
    return this.ended.promise;
  }

  /** Releases everything now. May be called in any state and more than once. Resolves when all is released; never throws. */
  dispose(): Promise<void> {
    return this.release({ reason: 'disposed' });
  }

  // ------------------------------------------------------------------------------------------ opening

  private async open(): Promise<void> {
    try {
      await this.unlessEnded(this.capture.openSources());
      const link = await this.createLink();
      // Rejects, because the session is over.
      if (isTerminal(this.current)) await this.unlessEnded(link.dispose());
      this.link = link;
      // No sound is captured before there is something that hears it.
      if (this.options.privacy !== undefined) await this.unlessEnded(link.api.prepare());
      await this.unlessEnded(this.capture.openGraph());
      const live = new Promise<void>((resolve) => (this.firstLive = resolve));
      await this.unlessEnded(link.api.connect());
      await this.unlessEnded(live);
    } catch (cause) {
      throw await this.failed(cause);
    }
  }

  private createLink(): Promise<WorkerLink> {
    const { addresses, environment, options } = this;
    const host = {
      getToken: async (context: TokenContext) => readToken(await options.getToken(context)),
      onEvent: (event: WorkerEvent) => this.workerEvent(event),
    };
    return WorkerLink.create(
      environment,
      addresses,
      workerOptions(options, addresses, environment.runtime),
      host,
      (error) => void this.failed(error),
    );
  }

  /** Waits for something that a worker which is gone never answers. @throws what ended the session, or UsageError `aborted` */
  private async unlessEnded<T>(work: Promise<T>): Promise<T> {
    const over = this.ended.promise.then((): never => {
      throw new UsageError('aborted', 'the session was ended');
    });
    const result = await Promise.race([work, over]);
    return isTerminal(this.current) ? over : result;
  }

  // ------------------------------------------------------------------------------------------ events

  private captureEvent(event: CaptureEvent): void {
    if (event.type === 'device') {
      const { event: device } = event;
      if (device.kind === 'track' && device.change === 'replaced') this.describeSource(device.channel);
    } else if (event.type === 'error') {
      this.logger.warn(event.error.message, { code: event.error.code });
    }
    emitCaptureEvent(this.events, this.prosody, event);
  }

  private workerEvent(event: WorkerEvent): void {
    switch (event.type) {
      case 'phase':
        this.phase(event.phase);
        return;
      case 'message':
        if (event.body.kind === 'session.ready') this.newestReady = event.body.value;
        emitServerMessage(this.events, event.body);
        this.pauses.heard(event.body);
        return;
      case 'vad_source':
      case 'gap':
      case 'stats':
      case 'vad':
        emitWorkerEvent(this.events, event);
        return;
      case 'closed':
        this.closed(event.outcome);
        return;
    }
  }

  private phase(phase: TransportPhase): void {
    this.act(phaseAction(phase));
    if (phase.kind !== 'live') return;
    if (!phase.resumed) this.options.sources.forEach((_, channel) => this.describeSource(channel));
    this.firstLive?.();
    this.firstLive = null;
  }

  private closed(outcome: TransportOutcome): void {
    if (outcome.kind === 'failed') {
      void this.failed(errorFromWire(outcome.error));
      return;
    }
    const { reason, summary } = outcome;
    void this.release(summary === undefined ? { reason } : { reason, summary });
  }

  // ------------------------------------------------------------------------------------------ acting

  protected override send(body: ClientBody): void {
    this.requireLink()
      .api.send(body)
      .catch((cause: unknown) => {
        if (!isTerminal(this.current)) this.events.emit('error', unsendable(body.kind, cause));
      });
  }

  private async endNow(outcome: Outcome | undefined): Promise<void> {
    const { link } = this;
    this.act({ type: 'ending', code: 'end', reason: 'the page ended the session' });
    if (link === null) {
      await this.release({ reason: 'ended_by_client' });
      return;
    }
    const reason = 'ended_by_client';
    await link.api.end(this.capture.mark(), { reason, outcome });
  }

  private describeSource(channel: number): void {
    const track = this.capture.track(channel);
    const { sampleRateHz } = this.capture;
    if (track !== undefined && this.link !== null) this.send(audioSource(channel, track, sampleRateHz));
  }

  private setMuted(channel: number, muted: boolean): void {
    checkChannel(this.options, channel);
    this.capture.setGate(channel, 'muted', muted);
  }

  private requireLink(): WorkerLink {
    if (this.link === null || isTerminal(this.current)) throw impossible('this', this.current);
    return this.link;
  }

  private act(action: SessionAction): void {
    const from = this.current;
    const to = transition(from, action);
    if (to === from) return;
    this.current = to;
    const { code, reason } = action;
    this.logger.info('session state', { from: from.kind, to: to.kind, code });
    this.events.emit('state', { from, to, code, reason });
  }

  // ------------------------------------------------------------------------------------------ the end

  private async failed(cause: unknown): Promise<UndertoneError> {
    const error = sessionFailure(cause);
    if (!isTerminal(this.current)) {
      this.act({ type: 'failed', error, code: error.code, reason: error.message });
      this.events.emit('error', error);
      this.ended.reject(error);
    }
    await this.releaseAll();
    return error;
  }

  private release(info: EndedInfo): Promise<void> {
    if (!isTerminal(this.current)) {
      this.act({ type: 'ended', info, code: info.reason, reason: `the session is over: ${info.reason}` });
      this.events.emit('ended', info);
      this.ended.resolve(info);
    }
    return this.releaseAll();
  }

  /** All resources are released here and nowhere else. */
  private releaseAll(): Promise<void> {
    this.released ??= (async () => {
      this.unlisten?.();
      const { link } = this;
      this.link = null;
      // `ended` or `error` was the last one: what is still on its way from the worker tells nobody.
      this.events.clear();
      await Promise.all([this.capture.close(), link?.dispose()]);
    })();
    return this.released;
  }
}
