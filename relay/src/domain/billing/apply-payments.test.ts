import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOutcome, PaymentRequest } from './payments.js';
import { MemoryAccounts } from './testing/memory-accounts.js';

const CREDIT = 1_000_000;
type Metered = Extract<PaymentOutcome, { kind: 'metered' }>;

describe('streams that pay by the second', () => {
  let nowMs = 0;
  let accounts: MemoryAccounts;

  beforeEach(() => {
    nowMs = 1_000_000;
    accounts = new MemoryAccounts(() => nowMs);
  });

  const request = (sessionId: string, change: Partial<PaymentRequest> = {}): PaymentRequest => ({
    orgId: 'org_a',
    sessionId,
    generation: 1,
    channels: 1,
    charges: [],
    returns: [],
    hold: 'keep',
    ...change,
  });
  const seconds = (...list: number[]) => list.map((second) => ({ channel: 0, second }));
  const metered = async (...requests: PaymentRequest[]): Promise<Metered[]> => {
    const outcomes = await accounts.pay(requests);
    return outcomes.map((outcome) => {
      if (outcome.kind !== 'metered') throw new Error('fenced');
      return outcome;
    });
  };
  const wallet = (): [number, number] => {
    const { balance, held } = accounts.account('org_a');
    return [balance / CREDIT, held / CREDIT];
  };

  it('set 120 s aside when they start, or what is left if that is less', async () => {
    accounts.topUp('org_a', 'a', 200 * CREDIT);
    const [first] = await metered(request('ses_1', { hold: 'open' }));
    expect(first?.heldMicroCredits).toBe(120 * CREDIT);
    const [second] = await metered(request('ses_2', { hold: 'open' }));
    expect(second?.heldMicroCredits).toBe(80 * CREDIT);
    expect(second?.leftS).toBe(80);
    expect(wallet()).toEqual([200, 200]);
  });

  it('pay once for the returned part of a second when another holder continues in it', async () => {
    accounts.topUp('org_a', 'a', 200 * CREDIT);
    await metered(request('ses_1', { hold: 'open' }));
    const returns = [{ channel: 0, second: 0, microCredits: 800_000 }];
    const [closed] = await metered(request('ses_1', { charges: seconds(0), returns, hold: 'close' }));
    expect(closed?.chargedMicroCredits).toBe(200_000);
    await metered(request('ses_1', { generation: 2, hold: 'open' }));
    for (const generation of [2, 2, 3]) {
      const [went] = await metered(request('ses_1', { generation, charges: seconds(0) }));
      expect(went?.paid).toEqual(seconds(0));
      expect(went?.chargedMicroCredits).toBe(CREDIT);
    }
    expect(accounts.ledger.map(({ reference }) => reference)).toEqual([
      'a',
      'ses_1/0/0',
      'ses_1/0/0',
      'ses_1/0/0/again',
    ]);
  });

  it('[RT58] get back what several holders in a row did not use of the same second, up to the fourth', async () => {
    accounts.topUp('org_a', 'a', 200 * CREDIT);
    await metered(request('ses_1', { hold: 'open' }));
    const used = [];
    for (const generation of [1, 2, 3, 4, 5]) {
      await metered(request('ses_1', { generation, charges: seconds(0) }));
      const returns = [{ channel: 0, second: 0, microCredits: 400_000 }];
      // An answer that is lost brings the request again.
      for (let time = 0; time < 2; time += 1) {
        const [after] = await metered(request('ses_1', { generation, returns }));
        used.push((after?.chargedMicroCredits ?? 0) / CREDIT);
      }
    }
    expect(used).toEqual([0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 1, 1, 1, 1]);
    expect(new Set(accounts.ledger.map(({ kind, reference }) => `${kind} ${reference}`)).size).toBe(
      accounts.ledger.length,
    );
    expect(wallet()[0]).toBe(199);
  });

  it('do not start when the money is not enough for one second of each channel', async () => {
    accounts.topUp('org_a', 'a', 1.5 * CREDIT);
    const outcomes = await metered(
      request('ses_two_channels', { hold: 'open', channels: 2 }),
      request('ses_1', { hold: 'open' }),
      request('ses_2', { hold: 'open' }),
    );
    expect(outcomes.map(({ heldMicroCredits }) => heldMicroCredits / CREDIT)).toEqual([0, 1.5, 0]);
    expect(wallet()).toEqual([1.5, 1.5]);
  });

  it('pay each second once, however often it is charged', async () => {
    accounts.topUp('org_a', 'a', 1_000 * CREDIT);
    await metered(request('ses_1', { hold: 'open' }));
    await metered(request('ses_1', { charges: seconds(0, 1, 2) }));
    const [again] = await metered(request('ses_1', { charges: seconds(1, 2, 3) }));
    expect(again?.paid).toEqual(seconds(1, 2, 3));
    expect(again?.firstPaid).toEqual(seconds(3));
    expect(again?.chargedMicroCredits).toBe(4 * CREDIT);
    expect(wallet()[0]).toBe(996);
  });

  it('get back the unused part of a second once, and only if the second was paid', async () => {
    accounts.topUp('org_a', 'a', 1_000 * CREDIT);
    await metered(request('ses_1', { hold: 'open', charges: seconds(0) }));
    const returns = [
      { channel: 0, second: 0, microCredits: 250_000 },
      { channel: 0, second: 1, microCredits: 250_000 },
    ];
    await metered(request('ses_1', { returns }));
    const [closed] = await metered(request('ses_1', { returns, hold: 'close' }));
    expect(closed?.chargedMicroCredits).toBe(750_000);
    expect(wallet()).toEqual([999.25, 0]);
  });

  it('set more aside before it runs out, and share scarce money', async () => {
    accounts.topUp('org_a', 'a', 300 * CREDIT);
    await metered(request('ses_1', { hold: 'open' }), request('ses_2', { hold: 'open' }));
    const charges = seconds(...Array.from({ length: 31 }, (_, second) => second));
    const [one] = await metered(request('ses_1', { charges }));
    expect(one?.heldMicroCredits).toBe(120 * CREDIT);
    const more = seconds(...Array.from({ length: 60 }, (_, second) => 31 + second));
    const outcomes = await metered(request('ses_1', { charges: more }), request('ses_2', { charges: more }));
    expect(outcomes.map(({ heldMicroCredits }) => heldMicroCredits / CREDIT)).toEqual([74.5, 74.5]);
    expect(outcomes.map(({ leftS }) => leftS)).toEqual([74.5, 74.5]);
    expect(wallet()).toEqual([149, 149]);
  });

  it('are told how long the money lasts for all streams of the organization together', async () => {
    accounts.topUp('org_a', 'a', 1_000 * CREDIT);
    const outcomes = await metered(
      request('ses_1', { hold: 'open' }),
      request('ses_2', { hold: 'open', channels: 2 }),
    );
    expect(outcomes.map(({ leftS }) => Math.round(leftS))).toEqual([333, 333]);
  });

  it('are refused a second that the wallet cannot pay, and every second after it', async () => {
    accounts.topUp('org_a', 'a', 2.5 * CREDIT);
    const [outcome] = await metered(request('ses_1', { hold: 'open', charges: seconds(0, 1, 2, 3) }));
    expect(outcome?.paid).toEqual(seconds(0, 1));
    expect(outcome?.refused).toEqual(seconds(2, 3));
    expect(wallet()[0]).toBe(0.5);
  });

  it('spend the last credit, and no more', async () => {
    accounts.topUp('org_a', 'a', 3 * CREDIT);
    const [outcome] = await metered(request('ses_1', { hold: 'open', charges: seconds(0, 1, 2, 3) }));
    expect(outcome?.paid).toEqual(seconds(0, 1, 2));
    expect(outcome?.refused).toEqual(seconds(3));
    expect(wallet()).toEqual([0, 0]);
  });

  it('lose what they set aside when it expires, and set money aside again if they continue', async () => {
    accounts.topUp('org_a', 'a', 200 * CREDIT);
    await metered(request('ses_1', { hold: 'open' }));
    nowMs += 240_000;
    accounts.sweep();
    expect(wallet()).toEqual([200, 0]);
    const [back] = await metered(request('ses_1', { charges: seconds(5) }));
    expect(back?.heldMicroCredits).toBe(120 * CREDIT);
    expect(wallet()).toEqual([199, 120]);
  });

  it('accept requests only from their newest holder', async () => {
    accounts.topUp('org_a', 'a', 200 * CREDIT);
    await metered(request('ses_1', { hold: 'open' }));
    await metered(request('ses_1', { generation: 2, charges: seconds(0) }));
    const late = await accounts.pay([request('ses_1', { charges: seconds(1), hold: 'close' })]);
    expect(late).toEqual([{ kind: 'fenced', orgId: 'org_a', sessionId: 'ses_1' }]);
    expect(wallet()).toEqual([199, 119]);
  });

  it('set no more aside than a token allows', async () => {
    accounts.topUp('org_a', 'a', 200 * CREDIT);
    const [outcome] = await metered(request('ses_1', { hold: 'open', mostCredits: 10 }));
    expect(outcome?.heldMicroCredits).toBe(10 * CREDIT);
  });
});
