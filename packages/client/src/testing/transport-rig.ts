import type { ServerBody } from '@undertone/protocol';
import { Transport } from '../transport/transport.js';
import type { TokenContext, TransportEvent, TransportPhase } from '../transport/transport-types.js';
import { ScriptedRelay, sessionReady } from './scripted-relay.js';
import { settle, VirtualScheduler } from './virtual-scheduler.js';

/** 40 ms at 16 kHz. */
export const FRAME = 640;

/** A transport with everything around it played by the test; each test makes its own. */
export class TransportRig {
  readonly relay = new ScriptedRelay();
  readonly scheduler = new VirtualScheduler();
  readonly events: TransportEvent[] = [];
  /** What the page was asked for, in order. */
  readonly tokens: TokenContext[] = [];
  getToken: (context: TokenContext) => Promise<string> = () => Promise.resolve(`token-${this.tokens.length}`);
  /** What a probe of the relay's health finds. */
  isUp = false;
  transport = this.make();

  make(channelCount = 1): Transport {
    return new Transport(
      {
        url: 'ws://relay/v1/stream/realtime',
        sampleRateHz: 16_000,
        hello: { channels: Array.from({ length: channelCount }, () => ({})), features: [], metadata: {} },
      },
      {
        openSocket: this.relay.openSocket,
        scheduler: this.scheduler,
        random: () => 0.5,
        getToken: (context) => {
          this.tokens.push(context);
          return this.getToken(context);
        },
        probe: () => Promise.resolve(this.isUp),
        onEvent: (event) => this.events.push(event),
      },
    );
  }

  /** Whole frames of speech behind what was captured before, each filled with its own number, from 1. */
  capture(frames: number, channel = 0): void {
    for (let index = 0; index < frames; index++) {
      const firstSample = this.transport.positions[channel] ?? 0;
      const payload = new Uint8Array(2 * FRAME).fill(firstSample / FRAME + 1);
      this.transport.captured({ channel, firstSample, sampleCount: FRAME, payload, speech: true });
    }
  }

  async goLive(nextSample = [0]): Promise<void> {
    this.transport.start();
    await settle();
    this.relay.last.accept();
    this.relay.last.send(sessionReady(nextSample), 0);
  }

  /** The relay accepts the socket that the transport opened after a break. */
  async resume(nextSample: number[], generation = 2): Promise<void> {
    await settle();
    this.relay.last.accept();
    this.relay.last.send(sessionReady(nextSample, { generation }), 0);
  }

  phases(): TransportPhase[] {
    return this.events.flatMap((event) => (event.type === 'phase' ? [event.phase] : []));
  }

  messages(): ServerBody[] {
    return this.events.flatMap((event) => (event.type === 'message' ? [event.body] : []));
  }

  /** How the session closed; undefined while it has not. */
  outcome() {
    return this.events.find((event) => event.type === 'closed')?.outcome;
  }
}

export const warning = (code: string): ServerBody => ({
  kind: 'warning',
  value: { code, message: '', detail: {} },
});
