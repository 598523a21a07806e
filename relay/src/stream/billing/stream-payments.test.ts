import { describe, expect, it } from 'vitest';
import type { PaymentOutcome, PaymentRequest } from '../../domain/billing/payments.js';
import { StreamPayments } from './stream-payments.js';

const RATE = 16_000;
const CREDIT = 1_000_000;
type Metered = Extract<PaymentOutcome, { kind: 'metered' }>;

const payments = (maxCredits?: number): StreamPayments =>
  new StreamPayments({
    orgId: 'org_1',
    sessionId: 'ses_1',
    keyId: undefined,
    generation: 1,
    channels: [{ sampleRate: RATE, analyse: true }],
    startSamples: [0],
    maxCredits,
    nowMs: 0,
  });

/** The wallet pays the first seconds that it is asked for. */
const pay = (of: StreamPayments, { charges }: PaymentRequest, most = Infinity, chargedBefore = 0): void => {
  const outcome: Metered = {
    kind: 'metered',
    orgId: 'org_1',
    sessionId: 'ses_1',
    paid: charges.slice(0, most),
    firstPaid: charges.slice(0, most),
    refused: charges.slice(most),
    heldMicroCredits: 120 * CREDIT,
    chargedMicroCredits: (chargedBefore + Math.min(most, charges.length)) * CREDIT,
    balanceMicroCredits: 1_000 * CREDIT,
    leftS: 120,
  };
  of.settle(outcome);
};

const asked = (of: StreamPayments): PaymentRequest => {
  const request = of.request(0);
  if (request === undefined) throw new Error('nothing was asked for');
  return request;
};

/** Payments whose hold is open. */
const opened = (maxCredits?: number): StreamPayments => {
  const of = payments(maxCredits);
  pay(of, asked(of));
  return of;
};

describe('what a stream owes', () => {
  it('[RT55] is asked for again as a whole when the wallet could not be reached: seconds, and what goes back', () => {
    const of = opened();
    of.receive(0, 0, 2 * RATE);
    pay(of, asked(of));
    of.use(0, 0, RATE / 2);
    of.pass(0, RATE);
    of.receive(0, 2 * RATE, RATE);
    const first = asked(of);
    expect(first.charges).toEqual([{ channel: 0, second: 2 }]);
    expect(first.returns).toEqual([{ channel: 0, second: 0, microCredits: CREDIT / 2 }]);
    of.failed();
    const { charges, returns } = asked(of);
    expect({ charges, returns }).toEqual({ charges: first.charges, returns: first.returns });
  });

  it('[RT54] is nothing only when no second, return or answer is left', () => {
    const of = opened();
    expect(of.isOwing).toBe(false);
    of.receive(0, 0, RATE);
    expect(of.isOwing).toBe(true);
    const second = asked(of);
    expect(of.isOwing).toBe(true);
    pay(of, second);
    expect(of.isOwing).toBe(false);
    of.pass(0, RATE);
    expect(of.isOwing).toBe(true);
    pay(of, asked(of));
    expect(of.isOwing).toBe(false);
  });

  it('[RT54] is nothing after its hold was given back, whatever still comes', () => {
    const of = opened();
    of.close();
    expect(of.isOwing).toBe(true);
    pay(of, asked(of));
    of.receive(0, 0, RATE);
    expect(of.isOwing).toBe(false);
    expect(of.request(1e9)).toBeUndefined();
  });

  it('[RT56] [RT57] ends the session by whoever cannot pay the next second', () => {
    const poor = opened();
    poor.receive(0, 0, 3 * RATE);
    pay(poor, asked(poor), 2);
    expect(poor.exhaustedBy).toBe('wallet');
    const bound = opened(2);
    bound.receive(0, 0, 2 * RATE);
    pay(bound, asked(bound));
    expect(bound.exhaustedBy).toBeUndefined();
    bound.receive(0, 2 * RATE, RATE);
    expect(bound.request(0)).toBeUndefined();
    expect(bound.exhaustedBy).toBe('token');
  });

  it('[RT57] gives its hold back although its token is used up', () => {
    const of = opened(1);
    of.receive(0, 0, 2 * RATE);
    of.close();
    of.receive(0, 2 * RATE, 2 * RATE);
    expect(asked(of)).toMatchObject({ charges: [], hold: 'close' });
  });
});
