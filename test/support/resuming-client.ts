/**
 * A Node client that captures in real time and survives its relay. It keeps unacknowledged audio, resumes the session with
 * a fresh token, sends missing audio at most 3.5 times faster than it was spoken, and declares audio it no longer holds. It
 * stands for any client written from proto/SPEC.md, RT42–RT49.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AUTH_PREFIX, LIMITS, SUBPROTOCOL_PROTO, type SessionReady } from '@undertone/protocol';
import { type BodyOf, ProtoClient, type ProtoOptions } from './proto-client.js';

const frameMs = 40;
const replaySpeed = 3.5;

export interface ResumingOptions {
  wsUrl: () => string;
  fetchToken: () => Promise<string>;
  sampleRate: number;
  /** How much unacknowledged audio it keeps. */
  ringMs?: number;
  loses?: NonNullable<ProtoOptions['loses']>;
}

/** The relay said that there is nothing to resume. */
export class SessionGone extends Error {
  override readonly name = 'SessionGone';
}

export class ResumingClient {
  /** One per connection, oldest first. */
  readonly connections: ProtoClient[] = [];
  readonly readies: SessionReady[] = [];
  readonly failures: string[] = [];
  private unseen = 0;
  private position = 0;
  private pcm: Buffer = Buffer.alloc(0);
  private waiting: { readonly sample: number; readonly resolve: () => void }[] = [];
  private captured = () => 0;
  private ready: SessionReady | undefined;

  constructor(private readonly options: ResumingOptions) {}

  get current(): ProtoClient {
    return this.connections.at(-1)!;
  }

  /** Messages of a kind from all connections, in the order the application saw them. */
  seen<K extends Parameters<ProtoClient['arrivals']>[0]>(kind: K): BodyOf<K>[] {
    return this.connections.flatMap((connection) => connection.all(kind));
  }

  /** Resolves when this much of the speech was sent for the first time. */
  sentUpTo(ms: number): Promise<void> {
    const sample = (ms * this.options.sampleRate) / 1000;
    return new Promise((resolve) => {
      this.waiting.push({ sample, resolve });
      this.tellPosition();
    });
  }

  private tellPosition(): void {
    for (const { sample, resolve } of this.waiting) if (sample <= this.position) resolve();
    this.waiting = this.waiting.filter(({ sample }) => sample > this.position);
  }

  /** Speaks `pcm` (16-bit) in real time from the first sample to the last, whatever happens in between. */
  async speak(pcm: Buffer): Promise<void> {
    const { sampleRate } = this.options;
    const frame = (sampleRate * frameMs) / 1000;
    const total = pcm.length / 2;
    this.pcm = pcm;
    const startedAt = performance.now();
    this.captured = () => Math.min(total, Math.floor((performance.now() - startedAt) / frameMs) * frame);
    await this.connect();
    while (this.position < total) {
      if (this.current.socket.readyState !== this.current.socket.OPEN) {
        await this.connect();
        this.declareForgotten();
      }
      const frames = Math.floor((performance.now() - startedAt) / frameMs);
      const captured = Math.min(total, frames * frame);
      const behind = captured - this.position;
      if (behind > 0) {
        const count = Math.min(frame, total - this.position);
        this.current.nextSample[0] = this.position;
        this.current.audio(pcm.subarray(this.position * 2, (this.position + count) * 2), count);
        this.position += count;
        this.tellPosition();
      }
      const nextMs =
        behind > frame ? frameMs / replaySpeed : startedAt + (frames + 1) * frameMs - performance.now();
      if (this.position < total) await pause(Math.max(1, nextMs));
    }
  }

  /**
   * Hangs up, over as many links as it takes. @returns the receipt, or undefined when the relay had ended the session and
   * its answer was lost
   */
  async hangUp(): Promise<BodyOf<'session_end'> | undefined> {
    for (;;) {
      try {
        return await this.current.end();
      } catch (error) {
        this.failures.push(String(error));
      }
      const former = this.current.inbox.arrivals.find(({ message }) => message.body?.kind === 'session_end');
      if (former?.message.body?.kind === 'session_end') return former.message.body.value;
      try {
        await this.connect();
      } catch (error) {
        if (error instanceof SessionGone) return undefined;
        throw error;
      }
      await this.catchUp();
    }
  }

  /** Sends what the relay does not have, after everything was spoken. */
  private async catchUp(): Promise<void> {
    const { sampleRate } = this.options;
    const frame = (sampleRate * frameMs) / 1000;
    while (this.position < this.pcm.length / 2) {
      const count = Math.min(frame, this.pcm.length / 2 - this.position);
      this.current.nextSample[0] = this.position;
      this.current.audio(this.pcm.subarray(this.position * 2, (this.position + count) * 2), count);
      this.position += count;
      await pause(frameMs / replaySpeed);
    }
  }

  private async connect(): Promise<void> {
    for (const connection of this.connections) {
      for (const ack of connection.all('audio.ack')) this.unseen = Math.max(this.unseen, ack.throughSample);
    }
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = LIMITS.reconnectDelaysMs[Math.min(attempt, LIMITS.reconnectDelaysMs.length - 1)] ?? 0;
      await pause(delayMs);
      try {
        await this.attempt();
        return;
      } catch (error) {
        this.failures.push(String(error));
        if (/closed with (4404|4402|4403|4409)/.test(String(error))) throw new SessionGone(String(error));
        if (attempt > 12) throw error;
      }
    }
  }

  private async attempt(): Promise<void> {
    const token = await this.options.fetchToken();
    const previous = this.connections.at(-1);
    const client = await ProtoClient.connect(this.options.wsUrl(), {
      protocols: [SUBPROTOCOL_PROTO, `${AUTH_PREFIX}${token}`],
      ...(this.options.loses !== undefined && { loses: this.options.loses }),
      ...(previous === undefined ? {} : { seq: previous.seq, generation: previous.generation }),
    });
    client.ack = previous?.ack ?? 0;
    client.captured = this.captured(); // so that the relay knows how much is a replay (RT25)
    const resume =
      this.ready === undefined
        ? {}
        : {
            sessionId: this.ready.sessionId,
            resume: {
              handle: this.ready.resumeHandle,
              lastServerSeq: client.ack,
              nextSample: [this.unseen],
            },
          };
    this.ready = await client.hello({ sampleRate: this.options.sampleRate, ...resume });
    this.readies.push(this.ready);
    this.connections.push(client);
    this.position = this.ready.nextSample[0] ?? 0;
  }

  /** Declares the audio that left the ring during the outage, so that it is never silently skipped. */
  private declareForgotten(): void {
    const { ringMs, sampleRate } = this.options;
    if (ringMs === undefined) return;
    const oldest = this.captured() - (ringMs * sampleRate) / 1000;
    if (this.position >= oldest) return;
    const value = {
      channel: 0,
      firstSample: this.position,
      sampleCount: oldest - this.position,
      reason: 'offline' as const,
    };
    this.current.send({ kind: 'audio.gap', value });
    this.position = oldest;
  }
}
