import type { ClientBody } from '@undertone/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MemoryAccounts } from '../../domain/billing/testing/memory-accounts.js';
import { FewSessions } from '../testing/few-sessions.js';
import { ManualClock, settled } from '../testing/manual-clock.js';
import { MemoryStore } from '../testing/memory-store.js';
import { type Peer, Rig } from '../testing/rig.js';
import { CREDIT } from '../testing/till.js';

type Step =
  | { readonly kind: 'speak' | 'answer' }
  | { readonly kind: 'ask'; readonly body: ClientBody }
  | { readonly kind: 'wait'; readonly ms: number }
  /** To the same relay, to the other one, or away from one that only seems to be dead. */
  | {
      readonly kind: 'again';
      readonly to: 'same' | 'other' | 'new';
      readonly cut: boolean;
      readonly ms: number;
    };

const ask = (body: ClientBody): Step => ({ kind: 'ask', body });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ kind: 'speak' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'answer' }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Step>(
      ask({ kind: 'pause', value: { reason: 'hold' } }),
      ask({ kind: 'pause', value: { reason: 'payment_data' } }),
      ask({ kind: 'resume', value: {} }),
      ask({ kind: 'session.update', value: { features: [], metadata: { ticket: '7' } } }),
      ask({ kind: 'flush', value: {} }),
      ask({ kind: 'turn.force_end', value: {} }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(50, 200, 2_000, 9_000, 21_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('again' as const),
      to: fc.constantFrom('same' as const, 'other' as const, 'new' as const),
      cut: fc.boolean(),
      ms: fc.constantFrom(0, 100, 300, 2_000, 30_000),
    }),
  },
);

/** One call, and all relays that ever had it: none of them stops. */
class Scene {
  readonly ended: string[] = [];
  readonly clock = new ManualClock();
  readonly accounts = new MemoryAccounts(() => this.clock.wallMs());
  private readonly store = new MemoryStore();
  private readonly sessions = new FewSessions();
  private readonly relays: Rig[] = [];
  private at: [Rig, Rig];
  private handle = '';
  private seen = { seq: 0, through: 0 };
  private spoken = 0;
  peer!: Peer;

  constructor() {
    this.accounts.topUp('org_a', 'first', 100_000 * CREDIT);
    const endStream = this.sessions.endStream.bind(this.sessions);
    this.sessions.endStream = (...asked) => {
      this.ended.push(asked[2]);
      return endStream(...asked);
    };
    this.at = [this.relay(), this.relay()];
  }

  /** How far the client has spoken. */
  get spokenMs(): number {
    return this.spoken / 16;
  }

  get errors(): string[] {
    return this.relays.flatMap((relay) => relay.errors());
  }

  async begin(): Promise<void> {
    this.peer = await this.at[0].open();
    this.handle = this.peer.socket.last('session.ready').resumeHandle;
  }

  async do(each: Step): Promise<void> {
    if (each.kind === 'speak') {
      this.peer.audio(4_000);
      this.spoken = Math.max(this.spoken, this.peer.position[0] ?? 0);
    }
    if (each.kind === 'speak') await this.clock.advance(250);
    if (each.kind === 'answer') this.answer();
    if (each.kind === 'ask') this.peer.say(each.body);
    if (each.kind === 'wait') await this.clock.advance(each.ms);
    if (each.kind === 'again') await this.comeBack(each);
    await settled();
  }

  answer(): void {
    for (const { inference } of this.relays)
      for (const stream of inference.streams) if (!stream.closed) stream.answer();
  }

  private async comeBack({ to, cut, ms }: Extract<Step, { kind: 'again' }>): Promise<void> {
    const { socket } = this.peer;
    this.seen = {
      seq: Math.max(this.seen.seq, this.peer.lastSeq),
      through: Math.max(this.seen.through, socket.all('audio.ack').at(-1)?.throughSample ?? 0),
    };
    if (cut) this.peer.cut();
    if (to === 'other') this.at.reverse();
    if (to === 'new') this.at[0] = this.relay();
    await this.clock.advance(ms);
    const { seq, through } = this.seen;
    const asked = { handle: this.handle, lastServerSeq: seq, nextSample: [through] };
    this.peer = await this.at[0].resume(this.peer, asked);
    this.peer.position[0] = this.peer.socket.last('session.ready').nextSample[0] ?? 0;
  }

  private relay(): Rig {
    const { clock, store, accounts, sessions } = this;
    const relay = new Rig({ name: `r${this.relays.length}_`, clock, store, accounts, sessions });
    this.relays.push(relay);
    return relay;
  }
}

it('[RT42] [RT46] a call that moves between relays, whatever is asked meanwhile, ends once and when its client says so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const scene = new Scene();
      await scene.begin();
      for (const each of steps) {
        await scene.do(each);
        expect(scene.peer.socket.closedWith).toBeUndefined();
      }
      expect(scene.ended).toEqual([]);
      scene.answer();
      scene.peer.say({ kind: 'session.end', value: {} });
      await scene.clock.advance(1_000);
      expect(scene.peer.socket.all('session_end')).toHaveLength(1);
      // Each sample counts once, wherever it was heard and however often it was sent.
      const { receivedMs, processedMs } = scene.peer.socket.last('session_end').usage;
      expect(receivedMs).toBeLessThanOrEqual(scene.spokenMs);
      expect(processedMs).toBeLessThanOrEqual(receivedMs);
      await scene.clock.advance(200_000);
      expect(scene.ended).toEqual(['client_ended']);
      expect(scene.errors).toEqual([]);
      expect(scene.accounts.account('org_a').held).toBe(0);
    }),
    { numRuns: 60 },
  );
}, 60_000);
