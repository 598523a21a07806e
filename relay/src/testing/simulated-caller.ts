import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import { settled } from '../stream/testing/manual-clock.js';
import { aHello, type Peer } from '../stream/testing/rig.js';
import type { SimulatedProcess } from './simulated-process.js';

export const RATE = 16_000;

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly kind: 'audio' | 'silent';
}

/** A client with one session: it remembers what it captured, so that it can send it again. */
export class SimulatedCaller {
  peer: Peer | undefined;
  process: SimulatedProcess | undefined;
  sessionId: string | undefined;
  paused = false;
  /** Samples whose results it has seen, over all its connections. */
  ackedThrough = 0;
  /** How often it lost its relay, but for an end that it asked for. */
  interruptions = 0;
  /** What `session_end` said that the session cost, where it ended in order. */
  receipt: number | undefined;
  /** Samples of audio, by second, whatever became of them. */
  readonly said = new Map<number, number>();
  private readonly stretches: Stretch[] = [];
  private last: Peer | undefined;
  private seen = 0;
  private hungUp = false;

  constructor(readonly auth: StreamAuth) {}

  get attached(): boolean {
    return this.peer !== undefined;
  }

  get resumable(): boolean {
    return this.peer === undefined && this.last !== undefined;
  }

  get captured(): number {
    return this.stretches.at(-1)?.end ?? 0;
  }

  /** Opens a session. @returns the code it was refused with, if it was */
  async start(process: SimulatedProcess): Promise<string | undefined> {
    const peer = process.rig.connect('proto', this.auth);
    peer.say({ kind: 'session.hello', value: aHello() });
    return this.follow(process, peer);
  }

  async resume(process: SimulatedProcess): Promise<string | undefined> {
    const { last } = this;
    if (last === undefined) return 'nothing';
    const peer = process.rig.connect('proto', this.auth);
    Object.assign(peer, { seq: last.seq, position: [this.captured], generation: last.generation });
    const request = { ...last.resumeRequest, nextSample: [this.ackedThrough] };
    peer.say({ kind: 'session.hello', value: aHello({ resume: request }) });
    const refused = await this.follow(process, peer);
    if (refused !== undefined) return refused;
    const [snapshot] = peer.socket.all('snapshot');
    const from = peer.socket.last('session.ready').nextSample[0] ?? 0;
    if (snapshot !== undefined) this.paused = snapshot.paused;
    // A crash forgot that the pause was over: what is sent again is discarded.
    if (snapshot?.paused === true) this.silence(from);
    this.sendFrom(from);
    return undefined;
  }

  /** Captures and, where there is a connection, sends. */
  speak(samples: number): void {
    if (this.hungUp) return;
    this.capture(samples, this.paused ? 'silent' : 'audio');
  }

  /** Declares that there is nothing to hear. */
  mute(samples: number): void {
    if (this.hungUp) return;
    this.stretches.push({ start: this.captured, end: this.captured + samples, kind: 'silent' });
    const { start, end } = this.stretches.at(-1) ?? { start: 0, end: 0 };
    this.sayGap(start, end);
  }

  pause(): void {
    this.peer?.say({ kind: 'pause', value: { reason: 'hold' } });
    this.paused = true;
  }

  unpause(): void {
    this.peer?.say({ kind: 'resume', value: {} });
    this.paused = false;
  }

  hangUp(): void {
    this.hungUp = true;
    this.peer?.say({ kind: 'session.end', value: {} });
  }

  /** The link breaks; the relay learns of it unless it is dead. */
  drop(): void {
    this.read();
    const { peer, process } = this;
    this.peer = undefined;
    this.interruptions += 1;
    if (process?.alive === true && peer?.socket.closedWith === undefined) peer?.cut();
  }

  /** Takes in what the relay sent. @returns why it closed, where it did */
  read(): string | undefined {
    const { peer } = this;
    if (peer === undefined) return undefined;
    for (const { body } of peer.socket.received.slice(this.seen)) {
      if (body?.kind === 'audio.ack') {
        this.ackedThrough = Math.max(this.ackedThrough, body.value.throughSample);
      }
    }
    this.seen = peer.socket.received.length;
    if (peer.socket.closedWith === undefined) return undefined;
    this.peer = undefined;
    const { code, reason } = peer.socket.closedWith;
    if (reason !== 'normal') this.interruptions += 1;
    else this.receipt = peer.socket.last('session_end').usage.microCredits;
    // What may be resumed is kept.
    if (code < 4_500) this.last = undefined;
    return reason;
  }

  /** Samples of audio, as opposed to silence, before a position; by second of the clock. */
  audioBySecond(before: number): Map<number, number> {
    const seconds = new Map<number, number>();
    for (const { start, end, kind } of this.stretches) {
      if (kind === 'audio') addBySecond(seconds, { start, end: Math.min(end, before) });
    }
    return seconds;
  }

  private async follow(process: SimulatedProcess, peer: Peer): Promise<string | undefined> {
    for (let i = 0; i < 4 && peer.socket.received.length === 0; i += 1) await settled();
    if (peer.socket.all('session.ready').length === 0) {
      if (peer.socket.closedWith === undefined) {
        if (process.alive) peer.cut();
        return 'slow';
      }
      const { code, reason } = peer.socket.closedWith;
      if (code < 4_500) this.last = undefined;
      return reason;
    }
    this.process = process;
    this.sessionId = peer.sessionId;
    peer.generation = peer.socket.last('session.ready').generation;
    this.peer = peer;
    this.last = peer;
    this.seen = 0;
    this.read();
    return undefined;
  }

  private capture(samples: number, kind: Stretch['kind']): void {
    const start = this.captured;
    const stretch = { start, end: start + samples, kind };
    this.stretches.push(stretch);
    if (kind === 'audio') addBySecond(this.said, stretch);
    this.peer?.audio(samples, 0, start);
  }

  /** After a resume: everything the relay does not have. */
  private sendFrom(position: number): void {
    for (const { start, end, kind } of this.stretches) {
      const from = Math.max(start, position);
      if (from >= end) continue;
      // What was said during a pause is not told afterwards.
      if (kind === 'silent') this.sayGap(from, end);
      else this.peer?.audio(end - from, 0, from);
    }
  }

  /** What was captured from here on counts as silence. */
  private silence(position: number): void {
    const audible = this.stretches.splice(0);
    for (const { start, end, kind } of audible) {
      const middle = Math.min(Math.max(start, position), end);
      if (start < middle) this.stretches.push({ start, end: middle, kind });
      if (middle < end) this.stretches.push({ start: middle, end, kind: 'silent' });
    }
  }

  private sayGap(start: number, end: number): void {
    this.peer?.say({
      kind: 'audio.gap',
      value: { channel: 0, firstSample: start, sampleCount: end - start, reason: 'muted' },
    });
  }
}

const addBySecond = (seconds: Map<number, number>, { start, end }: Pick<Stretch, 'start' | 'end'>): void => {
  let at = start;
  while (at < end) {
    const second = Math.floor(at / RATE);
    const until = Math.min(end, (second + 1) * RATE);
    seconds.set(second, (seconds.get(second) ?? 0) + until - at);
    at = until;
  }
};
