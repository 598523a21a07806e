import { type ClientBody, closeAction, LIMITS, type ServerMessage } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { aHello } from '../../src/stream/testing/rig.js';
import type { Link } from './link.js';
import type { RareEvent } from './rare-events.js';
import { BLOCK, SAMPLE_RATE, type Truth } from './truth.js';

/** The client catches up at most this many times faster than real time. */
const FRAMES_PER_STEP = 3;
const RING = (LIMITS.clientRingMs / 1_000) * SAMPLE_RATE;
const RETRY_MS = 400;

export interface ClientOptions {
  readonly orgId: string;
  readonly keyId: string;
  readonly channels: number;
  readonly truth: Truth;
  readonly nowMs: () => number;
}

/** A client that follows the rules: it keeps audio that was not acknowledged, comes back, and sends it again. */
export class SimClient {
  link: Link | undefined;
  sessionId: string | undefined;
  /** Whether its microphone is on. */
  isTalking = true;
  isPaused = false;
  /** Whether the session has ended or was given up. */
  isOver = false;
  receipt: number | undefined;
  /** The rare events that it saw. */
  readonly news: RareEvent[] = [];
  endCode: number | undefined;
  retryAtMs = 0;
  private handle: string | undefined;
  private captured = 0;
  private seq = 0;
  private serverSeq = 0;
  private generation = 0;
  private sent: number[];
  private readonly acked: number[];
  private isReady = false;
  /** The process that had the session last. */
  private process: number | undefined;

  constructor(readonly options: ClientOptions) {
    this.sent = Array.from({ length: options.channels }, () => 0);
    this.acked = [...this.sent];
  }

  get wantsLink(): boolean {
    return !this.isOver && this.link === undefined && this.options.nowMs() >= this.retryAtMs;
  }

  get isAttached(): boolean {
    return this.isReady && this.link?.isOpen === true;
  }

  connect(link: Link): void {
    this.link = link;
    this.isReady = false;
    const channels = this.sent.map((_, index) => ({
      id: `channel${index}`,
      subject: 'customer' as const,
      encoding: 'pcm_s16le' as const,
      sampleRate: SAMPLE_RATE,
      frameMs: 40,
    }));
    const resume = this.handle !== undefined && {
      resume: { handle: this.handle, lastServerSeq: this.serverSeq, nextSample: [...this.acked] },
    };
    this.say({ kind: 'session.hello', value: aHello({ channels, ...resume }) });
  }

  /** Reads the messages that have arrived. */
  read(): void {
    const { link } = this;
    if (link === undefined) return;
    for (const message of link.inbox.splice(0)) this.take(message);
    if (link.isOpen) return;
    this.link = undefined;
    this.isReady = false;
    this.retryAtMs = this.options.nowMs() + RETRY_MS;
    if (link.closeCode === undefined || closeAction(link.closeCode).startsWith('resume')) return;
    this.isOver = true;
    this.endCode = link.closeCode;
  }

  /** Records more audio and sends it. */
  talk(samples: number): void {
    if (this.sessionId !== undefined && this.isTalking) this.captured += samples;
    if (!this.isAttached) return;
    this.sent.forEach((_, channel) => this.send(channel, samples));
  }

  /** Sends audio that the relay already has. */
  repeat(): void {
    this.sent.forEach((end, channel) => {
      const start = Math.max(0, end - SAMPLE_RATE);
      if (end > start) this.audio(channel, start, end);
    });
  }

  /** Leaves out audio, with or without a declaration. */
  skip(samples: number, isDeclared: boolean): void {
    this.captured = Math.max(this.captured, ...this.sent.map((sent) => sent + samples));
    this.sent.forEach((firstSample, channel) => {
      this.sent[channel] = firstSample + samples;
      const value = { channel, firstSample, sampleCount: samples, reason: 'offline' as const };
      if (isDeclared) this.say({ kind: 'audio.gap', value });
    });
  }

  mute(samples: number): void {
    this.captured += samples;
    this.sent.forEach((start, channel) => {
      this.audio(channel, start, start + samples, true);
      this.sent[channel] = start + samples;
    });
  }

  say(body: ClientBody): void {
    this.seq += 1;
    const { seq, generation, captured } = this;
    this.link?.write(encodeClientMessage({ seq, generation, body, ack: this.serverSeq, audioPos: captured }));
  }

  private send(channel: number, frame: number): void {
    let start = this.sent[channel] ?? 0;
    if (this.captured - start > RING) {
      const value = {
        channel,
        firstSample: start,
        sampleCount: this.captured - RING - start,
        reason: 'offline' as const,
      };
      this.say({ kind: 'audio.gap', value });
      start += value.sampleCount;
    }
    for (let frames = 0; frames < FRAMES_PER_STEP && start < this.captured; frames += 1) {
      const end = Math.min(this.captured, start + frame);
      this.audio(channel, start, end);
      start = end;
    }
    this.sent[channel] = start;
  }

  private audio(channel: number, firstSample: number, end: number, muted = false): void {
    const sampleCount = end - firstSample;
    if (sampleCount % BLOCK !== 0) throw new Error(`${firstSample} to ${end} is not whole blocks`);
    const payload = new Uint8Array(sampleCount * 2);
    if (!muted && this.sessionId !== undefined) {
      this.options.truth.sent(this.sessionId, channel, firstSample, end);
    }
    const flags = muted && { flags: { muted: true } };
    this.say({ kind: 'audio', value: { channel, firstSample, sampleCount, payload, ...flags } });
  }

  private noteHolder(): void {
    const before = this.process;
    this.process = this.link?.process;
    if (before === undefined) return;
    const isSame = before === this.process;
    // One that had the session before goes on as it was there, without a snapshot: what the last one heard is lost.
    if (!isSame && this.sessionId !== undefined) this.options.truth.forgetWaiting(this.sessionId);
    this.news.push(`a session went on in ${isSame ? 'the same' : 'another'} process`);
  }

  private take({ seq, generation, body }: ServerMessage): void {
    this.serverSeq = Math.max(this.serverSeq, seq);
    this.generation = Math.max(this.generation, generation);
    if (body === undefined) return;
    switch (body.kind) {
      case 'session.ready':
        this.isReady = true;
        this.handle = body.value.resumeHandle;
        this.sessionId = body.value.sessionId;
        this.options.truth.holds(this.sessionId, this.link?.process ?? 0);
        this.noteHolder();
        this.sent = this.sent.map((_, channel) => body.value.nextSample[channel] ?? 0);
        return;
      case 'audio.ack': {
        const { channel, throughSample } = body.value;
        if (this.sessionId === undefined) return;
        this.acked[channel] = Math.max(this.acked[channel] ?? 0, throughSample);
        this.options.truth.acknowledged(this.sessionId, channel, throughSample);
        return;
      }
      case 'snapshot':
        if (this.sessionId !== undefined) this.options.truth.forgetWaiting(this.sessionId);
        return;
      case 'session_end':
        this.receipt = body.value.usage.microCredits;
        this.news.push('a session ended with a receipt');
        return;
      case 'error':
        if (body.value.code === 'session_superseded') {
          this.news.push('a socket took a session over from another socket');
        } else if (body.value.code === 'concurrency_exceeded') {
          this.news.push('a stream was refused for want of a place');
        } else if (body.value.code === 'insufficient_credits') {
          this.news.push(
            this.isReady ? 'a stream ended for want of credits' : 'a stream was refused for want of credits',
          );
        }
        return;
      case 'resumed':
      case 'turn.start':
      case 'turn.update':
      case 'turn.revised':
      case 'turn.end':
      case 'directive':
      case 'vocal_event':
      case 'tone_shift':
      case 'agent_steering':
      case 'session.prediction':
      case 'kpi_predictions':
      case 'alert':
      case 'speaker_change':
      case 'new_speaker':
      case 'identity_resolved':
      case 'overlap':
      case 'enroll_agent_ack':
      case 'session.updated':
      case 'paused':
      case 'resumed_analysis':
      case 'corrected':
      case 'utterance':
      case 'flushed':
      case 'warning':
      case 'usage':
      case 'stats':
      case 'go_away':
      case 'observer.joined':
      case 'observer.left':
      case 'pong':
        // The simulated client keeps nothing from other messages.
        return;
    }
  }
}
