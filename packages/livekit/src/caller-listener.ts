import { EventEmitter } from 'node:events';
import type { AudioStream, Track } from '@livekit/rtc-node';
import {
  ConnectionError,
  errorFromWire,
  systemScheduler,
  Transport,
  UsageError,
  type Cancel,
  type HelloOptions,
  type TransportEvent,
  type TransportOutcome,
} from '@undertone/client/transport';
import type { AgentModulation, Directive, ServerBody } from '@undertone/protocol';
import { Advice } from './advice.js';
import { CallerClock } from './caller-clock.js';
import { CallerTrack } from './caller-track.js';
import type { Ended, ListenerEvents, ListenerState } from './events.js';
import type { ListenOptions } from './options.js';
import { addressesOf, openSocket, probeOf, tokensOf } from './relay-connection.js';

/** The rate that the relay's model hears; LiveKit resamples. */
export const SAMPLE_RATE_HZ = 16_000;
export const FRAME_MS = 40;
const TICK_MS = 1_000;
const AWAY_MS = 30_000;

/**
 * Listens to one caller of a LiveKit room. `listenToCaller` makes it. At most 30 s of audio are kept while the relay cannot be reached; what
 * does not fit is declared lost (RT49), so a slow network never grows the agent's memory.
 */
export class CallerListener extends EventEmitter<ListenerEvents> {
  private readonly advice = new Advice();
  private readonly scheduler = systemScheduler(globalThis);
  private readonly transport: Transport;
  private readonly track: CallerTrack;
  private readonly clock: CallerClock;
  private readonly over: Promise<Ended>;
  private finish: (ended: Ended) => void = () => undefined;
  private now: ListenerState = 'waiting';
  private cancelTick: Cancel = () => undefined;
  private cancelAway: Cancel = () => undefined;

  /** @throws UsageError `invalid_option` */
  constructor(
    private readonly options: ListenOptions,
    read: (track: Track) => AudioStream,
  ) {
    super();
    const { stream } = addressesOf(options.url);
    const { awayMs = AWAY_MS } = options;
    if (!Number.isFinite(awayMs) || awayMs < 0)
      throw new UsageError('invalid_option', 'awayMs is a number of milliseconds');
    this.over = new Promise((resolve) => (this.finish = resolve));
    this.transport = new Transport(
      { url: stream, hello: helloOf(options), sampleRateHz: SAMPLE_RATE_HZ },
      {
        openSocket,
        scheduler: this.scheduler,
        random: Math.random,
        getToken: tokensOf(options),
        probe: probeOf(stream),
        onEvent: (event) => this.connection(event),
      },
    );
    this.clock = new CallerClock(SAMPLE_RATE_HZ, () => this.scheduler.nowMs(), {
      audio: (firstSample, samples) => this.captured(firstSample, samples),
      gap: (firstSample, sampleCount, reason) =>
        this.transport.skipped({ channel: 0, firstSample, sampleCount, reason }),
    });
    this.track = new CallerTrack(options.room, options.caller, read, {
      onFrame: (samples) => this.heard(samples),
      onAway: (reason) => this.clock.leave(reason),
      onBack: () => {
        this.cancelAway();
        this.clock.comeBack();
      },
      onLeft: () => {
        this.cancelAway = this.scheduler.after(awayMs, () => void this.close('caller_left'));
      },
      onFault: (cause) =>
        this.tell(
          'fault',
          new ConnectionError('closed', 'the track cannot be read', { retryable: true, cause }),
        ),
    });
  }

  /** The sentence for the agent's instructions, of the moment. Empty until the first reading. */
  get prompt(): string {
    return this.advice.prompt;
  }

  /** How the agent's voice should sound, of the moment. */
  get modulation(): AgentModulation | undefined {
    return this.advice.modulation;
  }

  /** What the listener does now. */
  get state(): ListenerState {
    return this.now;
  }

  /** Resolves when the session is over, with its summary. Never rejects. */
  get ended(): Promise<Ended> {
    return this.over;
  }

  /** @internal */
  open(): void {
    this.options.room.on('disconnected', this.roomClosed);
    this.track.open();
    this.tick();
  }

  /** Ends the session: the rest of the audio is heard, then the summary comes. May be called twice. */
  close(reason = 'ended_by_agent'): Promise<Ended> {
    this.release();
    this.transport.end({ reason });
    return this.over;
  }

  private readonly roomClosed = (): void => void this.close('room_closed');

  private release(): void {
    this.options.room.off('disconnected', this.roomClosed);
    this.cancelTick();
    this.cancelAway();
    this.track.close();
  }

  private tick(): void {
    this.clock.tick();
    this.cancelTick = this.scheduler.after(TICK_MS, () => this.tick());
  }

  private heard(samples: Int16Array): void {
    // The session begins with the first sound: a room without a caller takes no place in the plan.
    if (this.now === 'waiting') this.transport.start();
    this.clock.frame(samples);
  }

  private captured(firstSample: number, samples: Int16Array): void {
    // A copy, because LiveKit may use the memory again. Samples are little-endian wherever LiveKit runs.
    const payload = new Uint8Array(samples.slice().buffer);
    this.transport.captured({ channel: 0, firstSample, sampleCount: samples.length, payload, speech: true });
  }

  private connection(event: TransportEvent): void {
    switch (event.type) {
      case 'phase':
        if (event.phase.kind === 'connecting') {
          if (this.now === 'waiting') this.change('connecting', event.phase.reason);
        } else if (event.phase.kind === 'live') this.change('listening', event.phase.reason);
        else if (event.phase.kind === 'reconnecting') this.change('reconnecting', event.phase.reason);
        return;
      case 'message':
        this.message(event.body);
        return;
      case 'gap': {
        const ms = (samples: number) => (samples * 1_000) / SAMPLE_RATE_HZ;
        const { firstSample, sampleCount, reason } = event;
        this.tell('gap', { startMs: ms(firstSample), durationMs: ms(sampleCount), reason });
        return;
      }
      case 'stats':
        return;
      case 'closed':
        this.closed(event.outcome);
    }
  }

  private message(body: ServerBody): void {
    if (body.kind === 'directive') this.directive(body.value);
    else if (body.kind === 'agent_steering') this.tell('cue', body.value);
    else if (body.kind === 'tone_shift') this.tell('toneShift', body.value);
    else if (body.kind === 'warning') this.tell('warning', body.value);
  }

  private directive(directive: Directive): void {
    this.tell('reading', directive);
    const { agentModulation } = directive;
    if (agentModulation === undefined) return;
    const { isNew, isNewPrompt } = this.advice.take(agentModulation);
    if (isNew) this.tell('modulation', agentModulation);
    if (isNewPrompt) this.tell('prompt', this.advice.prompt);
  }

  private closed(outcome: TransportOutcome): void {
    this.release();
    const ended: Ended =
      outcome.kind === 'failed'
        ? { reason: outcome.error.code, error: errorFromWire(outcome.error) }
        : { reason: outcome.reason, ...(outcome.summary !== undefined && { summary: outcome.summary }) };
    this.change('ended', ended.reason);
    this.tell('ended', ended);
    this.finish(ended);
  }

  private change(state: ListenerState, reason: string): void {
    if (state === this.now) return;
    this.now = state;
    this.tell('state', { state, reason });
  }

  /** A listener that throws must not stop the stream; its error is reported as uncaught. */
  private tell<Name extends keyof ListenerEvents>(name: Name, ...values: ListenerEvents[Name]): void {
    try {
      (this as EventEmitter).emit(name, ...values);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

const helloOf = (options: ListenOptions): HelloOptions => {
  const { vertical, line, consent, steering, metadata = {}, subject = 'customer' } = options;
  return {
    channels: [
      {
        id: 'caller',
        subject,
        encoding: 'pcm_s16le',
        sampleRate: SAMPLE_RATE_HZ,
        frameMs: FRAME_MS,
      },
    ],
    features: ['emotion', 'prosody', 'vad', 'vertical', 'prediction'],
    source: 'livekit',
    runtime: `node ${process.version}`,
    metadata: { ...metadata },
    ...(vertical !== undefined && { vertical }),
    ...(line !== undefined && { line }),
    ...(consent !== undefined && { consent }),
    ...(steering !== undefined && { steering }),
  };
};
