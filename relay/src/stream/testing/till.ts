import { MemoryAccounts } from '../../domain/billing/testing/memory-accounts.js';
import { ManualClock, settled } from './manual-clock.js';
import { MemoryStore } from './memory-store.js';
import { type Peer, Rig } from './rig.js';

/** Micro-credits. */
export const CREDIT = 1_000_000;

/** Paid streams: one relay, or several in sequence, and one organization's wallet. */
export class Till {
  readonly clock = new ManualClock();
  readonly store = new MemoryStore();
  readonly accounts = new MemoryAccounts(() => this.clock.wallMs());
  rig = this.relay();

  constructor(credits = 1_000) {
    this.accounts.topUp('org_a', 'first', credits * CREDIT);
  }

  relay(): Rig {
    return new Rig({ clock: this.clock, store: this.store, accounts: this.accounts });
  }

  get balance(): number {
    return this.accounts.account('org_a').balance / CREDIT;
  }

  get held(): number {
    return this.accounts.account('org_a').held / CREDIT;
  }

  /** The credits that a session cost. */
  cost({ sessionId }: Peer): number {
    const lines = this.accounts.ledger.filter(({ reference }) => reference.startsWith(`${sessionId}/`));
    return -lines.reduce((sum, { microCredits }) => sum + microCredits, 0) / CREDIT;
  }
}

/** Sends speech in real time. */
export const talk = async (rig: Rig, peer: Peer, seconds: number, channel = 0): Promise<void> => {
  for (let i = 0; i < seconds * 4 && peer.socket.closedWith === undefined; i += 1) {
    peer.audio(4_000, channel);
    await rig.clock.advance(200);
    rig.inference.last.answer();
    await rig.clock.advance(50);
  }
};

export const hangUp = async (rig: Rig, peer: Peer): Promise<void> => {
  peer.say({ kind: 'session.end', value: {} });
  await settled();
  await settled();
  await rig.clock.advance(400);
};
