import { MICRO_CREDITS_PER_CREDIT } from './credits.js';
import { hasBegun, type LedgerLine, type WalletDraft, type StreamHold } from './wallet-draft.js';
import {
  type AudioSecond,
  chargeReference,
  HOLD_REFILL_S,
  HOLD_WINDOW_S,
  type PaymentOutcome,
  type PaymentRequest,
  MOST_REUSES,
  reuseReferences,
} from './payments.js';

const PRICE = MICRO_CREDITS_PER_CREDIT;

/** The effects of a batch on one wallet. */
export interface AppliedPayments {
  readonly lines: readonly LedgerLine[];
  readonly outcomes: readonly PaymentOutcome[];
  /** Streams that are new with this batch. */
  readonly begun: readonly PaymentRequest[];
}

/**
 * Applies the requests of one organization to its wallet. The wallet is a draft: the caller has locked the
 * stored wallet, and writes either all changes of the draft or none.
 */
export const applyPayments = (
  draft: WalletDraft,
  requests: readonly PaymentRequest[],
  nowMs: number,
): AppliedPayments => {
  const lines: LedgerLine[] = [];
  const settled = requests.map((request) => settle(draft, request, nowMs, lines));
  fill(draft, settled);
  const begun = settled
    .filter(({ hold }) => hold?.fresh === true && hasBegun(hold))
    .map(({ request }) => request);
  return { lines, begun, outcomes: settled.map((one) => conclude(draft, one)) };
};

interface Settled {
  readonly request: PaymentRequest;
  /** Absent if a newer holder has replaced this one. */
  readonly hold: StreamHold | undefined;
  readonly paid: AudioSecond[];
  readonly firstPaid: AudioSecond[];
  readonly refused: AudioSecond[];
}

const settle = (draft: WalletDraft, request: PaymentRequest, nowMs: number, lines: LedgerLine[]): Settled => {
  const paid: AudioSecond[] = [];
  const firstPaid: AudioSecond[] = [];
  const refused: AudioSecond[] = [];
  const hold = draft.take(request, nowMs);
  if (hold === undefined) return { request, hold, paid, firstPaid, refused };
  for (const second of request.charges) {
    const { reference, price } = priceOf(draft, request, second);
    const isPaid = draft.has('stream', reference) || (refused.length === 0 && draft.pay(hold, price));
    (isPaid ? paid : refused).push(second);
    if (isPaid && draft.enter('stream', reference, -price)) {
      lines.push({ kind: 'stream', reference, microCredits: -price, request });
      if (reference === chargeReference(request.sessionId, second)) firstPaid.push(second);
    }
  }
  for (const unused of request.returns) {
    const reference = returnable(draft, request, unused);
    if (unused.microCredits <= 0 || reference === undefined) continue;
    if (!draft.enter('stream_return', reference, unused.microCredits)) continue;
    draft.giveBack(hold, unused.microCredits);
    lines.push({ kind: 'stream_return', reference, microCredits: unused.microCredits, request });
  }
  if (request.hold === 'close') draft.close(hold);
  return { request, hold, paid, firstPaid, refused };
};

/**
 * The price of a second and its ledger reference. A holder gets back the unused part of a second. If another holder then
 * continues in that second, or hears it again, it pays for that part, as a separate ledger line.
 */
const priceOf = (
  draft: WalletDraft,
  { sessionId, generation }: PaymentRequest,
  second: AudioSecond,
): { readonly reference: string; readonly price: number } => {
  let place = { reference: chargeReference(sessionId, second), price: PRICE };
  for (const reference of reuseReferences(sessionId, second, generation)) {
    const returned = draft.returned(place.reference);
    if (returned === 0) break;
    place = { reference, price: returned };
  }
  return place;
};

/** The newest line by which a second is paid; undefined when it is not paid, or by the last line that there can be. */
const returnable = (
  draft: WalletDraft,
  { sessionId, generation }: PaymentRequest,
  second: AudioSecond,
): string | undefined => {
  const reuses = reuseReferences(sessionId, second, generation);
  const paid = [chargeReference(sessionId, second), ...reuses].filter((each) => draft.has('stream', each));
  return paid.length > MOST_REUSES ? undefined : paid.at(-1);
};

/**
 * Sets aside the money that streams want. Each starting stream first gets one second of each channel. If the
 * money is scarce, the rest is shared in proportion.
 */
const fill = (draft: WalletDraft, settled: readonly Settled[]): void => {
  const wanting = settled.flatMap(({ request, hold }) => {
    if (hold === undefined || request.hold === 'close') return [];
    const price = PRICE * request.channels;
    if (
      request.hold === 'open' &&
      hold.microCredits < price &&
      !draft.setAside(hold, price - hold.microCredits)
    ) {
      draft.close(hold);
      return [];
    }
    if (hold.microCredits >= HOLD_REFILL_S * price) return [];
    const target = Math.min(HOLD_WINDOW_S * price, (request.mostCredits ?? Infinity) * PRICE);
    return target > hold.microCredits ? [{ hold, wanted: target - hold.microCredits }] : [];
  });
  const sum = wanting.reduce((total, { wanted }) => total + wanted, 0);
  const share = Math.min(1, draft.free / sum);
  for (const { hold, wanted } of wanting) draft.setAside(hold, Math.floor(wanted * share));
};

const conclude = (
  draft: WalletDraft,
  { request, hold, paid, firstPaid, refused }: Settled,
): PaymentOutcome => {
  const { orgId, sessionId, channels } = request;
  if (hold === undefined) return { kind: 'fenced', orgId, sessionId };
  const share = draft.free / Math.max(1, draft.openChannels);
  return {
    kind: 'metered',
    orgId,
    sessionId,
    paid,
    firstPaid,
    refused,
    heldMicroCredits: hold.microCredits,
    chargedMicroCredits: hold.charged,
    balanceMicroCredits: draft.balance,
    leftS: channels === 0 ? Infinity : (hold.microCredits / channels + share) / PRICE,
  };
};
