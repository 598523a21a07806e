import type { ServerBody } from '@undertone/protocol';
import type { Reach } from '../transport/reach.js';
import { Transport } from '../transport/transport.js';
import type {
  HelloOptions,
  TokenContext,
  TransportEvent,
  TransportPhase,
} from '../transport/transport-types.js';
import { ScriptedRelay, sessionReady } from './scripted-relay.js';
import { settle, VirtualScheduler } from './virtual-scheduler.js';

/** 40 ms at 16 kHz. */
export const FRAME = 640;

/** A transport whose environment the test controls. Each test makes its own. */
export class TransportRig {
  readonly relay = new ScriptedRelay();
  readonly scheduler = new VirtualScheduler();
  readonly events: TransportEvent[] = [];
  /** The token requests to the page, in order. */
  readonly tokens: TokenContext[] = [];
  getToken: (context: TokenContext) => Promise<string> = () => Promise.resolve(`token-${this.tokens.length}`);
  /** What answers plain HTTP at the address. */
  reach: Reach = { kind: 'nothing' };
  transport = this.make();

  make(channelCount = 1, hello: Partial<HelloOptions> = {}): Transport {
    return new Transport(
      {
        url: 'ws://relay/v1/stream/realtime',
        sampleRateHz: 16_000,
        hello: {
          channels: Array.from({ length: channelCount }, () => ({})),
          features: [],
          metadata: {},
          ...hello,
        },
      },
      {
        openSocket: this.relay.openSocket,
        scheduler: this.scheduler,
        random: () => 0.5,
        getToken: (context) => {
          this.tokens.push(context);
          return this.getToken(context);
        },
        probe: () => Promise.resolve(this.reach),
        onEvent: (event) => this.events.push(event),
      },
    );
  }

  /** Captures whole frames of speech after the earlier ones. Each frame is filled with its own number, counted from 1. */
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

  /** Makes the relay accept the socket that the transport opened after a break. */
  async resume(nextSample: number[], generation = 2, configRevision = 1): Promise<void> {
    await settle();
    this.relay.last.accept();
    this.relay.last.send(sessionReady(nextSample, { generation, configRevision }), 0);
  }

  phases(): TransportPhase[] {
    return this.events.flatMap((event) => (event.type === 'phase' ? [event.phase] : []));
  }

  messages(): ServerBody[] {
    return this.events.flatMap((event) => (event.type === 'message' ? [event.body] : []));
  }

  /** How the session closed; undefined before it closes. */
  outcome() {
    return this.events.find((event) => event.type === 'closed')?.outcome;
  }
}

export const warning = (code: string): ServerBody => ({
  kind: 'warning',
  value: { code, message: '', detail: {} },
});
