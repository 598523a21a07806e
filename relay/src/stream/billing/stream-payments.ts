import { MICRO_CREDITS_PER_CREDIT, unusedMicroCredits } from '../../domain/billing/credits.js';
import {
  type AudioSecond,
  HOLD_RENEWAL_MS,
  type PaymentOutcome,
  type PaymentRequest,
  type UnusedSecond,
} from '../../domain/billing/payments.js';
import { defined } from '../../domain/defined.js';

type Metered = Extract<PaymentOutcome, { kind: 'metered' }>;

interface Second {
  /** `due`: its audio has come; `asked`: on its way to the wallet; `paid`: its results may leave. */
  state: 'due' | 'asked' | 'paid';
  usedSamples: number;
}

interface ChannelSeconds {
  readonly samplesPerSecond: number;
  /** In order. */
  readonly seconds: Map<number, Second>;
  /** Where this holder's audio began: what of that second came before was another holder's. */
  readonly startSample: number;
}

export interface StreamPaymentsOptions {
  readonly orgId: string;
  readonly sessionId: string;
  readonly keyId: string | undefined;
  readonly generation: number;
  readonly channels: readonly { readonly sampleRate: number; readonly analyse: boolean }[];
  readonly startSamples: readonly number[];
  /** What the token allows this session to cost. */
  readonly maxCredits: number | undefined;
  readonly nowMs: number;
}

/**
 * What one session owes. A second of a channel's audio clock is paid as soon as audio of it is on its way to analysis, and
 * what of it turned out to hold no analysed audio is given back when the clock has passed it. A result leaves only once
 * its seconds are paid, so that whatever was acknowledged is in the ledger, once, wherever the relay dies.
 */
export class StreamPayments {
  /** The wallet's last answer. */
  answer: Metered | undefined;
  /** A second could not be paid: the session is over. */
  exhausted = false;
  private readonly lanes: readonly ChannelSeconds[];
  private readonly analysed: number;
  private returns: UnusedSecond[] = [];
  private hold: PaymentRequest['hold'] | 'closed' = 'open';
  private asked: PaymentRequest | undefined;
  private askedMs: number;
  private waiting: (() => void)[] = [];

  constructor(private readonly options: StreamPaymentsOptions) {
    this.askedMs = options.nowMs;
    this.analysed = options.channels.filter(({ analyse }) => analyse).length;
    this.lanes = options.channels.map(({ sampleRate }, channel) => ({
      samplesPerSecond: sampleRate,
      seconds: new Map(),
      startSample: options.startSamples[channel] ?? 0,
    }));
  }

  /** Audio is on its way to analysis. */
  receive(channel: number, startSample: number, count: number): void {
    const lane = this.lanes[channel];
    if (lane === undefined || count === 0) return;
    const { samplesPerSecond, seconds } = lane;
    const last = Math.floor((startSample + count - 1) / samplesPerSecond);
    for (let second = Math.floor(startSample / samplesPerSecond); second <= last; second += 1) {
      if (seconds.has(second)) continue;
      // What lies before the first sample of a holder was analysed by the one before it.
      const before = lane.startSample - second * samplesPerSecond;
      seconds.set(second, { state: 'due', usedSamples: Math.min(Math.max(0, before), samplesPerSecond) });
    }
  }

  /** Whether every second of a span is paid. */
  covers(channel: number, startSample: number, endSample: number): boolean {
    const lane = this.lanes[channel];
    if (lane === undefined) return true;
    const last = Math.floor((endSample - 1) / lane.samplesPerSecond);
    for (let second = Math.floor(startSample / lane.samplesPerSecond); second <= last; second += 1) {
      if (lane.seconds.get(second)?.state !== 'paid') return false;
    }
    return true;
  }

  /** A span was analysed and its result leaves. */
  use(channel: number, startSample: number, endSample: number): void {
    const lane = this.lanes[channel];
    if (lane === undefined) return;
    const { samplesPerSecond, seconds } = lane;
    for (let at = startSample; at < endSample;) {
      const second = Math.floor(at / samplesPerSecond);
      const until = Math.min(endSample, (second + 1) * samplesPerSecond);
      const entry = seconds.get(second);
      if (entry !== undefined) entry.usedSamples = Math.min(samplesPerSecond, entry.usedSamples + until - at);
      at = until;
    }
  }

  /** The channel's clock has passed a position: nothing of a second before it can be used any more. */
  pass(channel: number, sample: number): void {
    const lane = this.lanes[channel];
    if (lane === undefined) return;
    for (const second of lane.seconds.keys()) {
      if ((second + 1) * lane.samplesPerSecond > sample) return;
      this.finish(channel, lane, second);
    }
  }

  /** The session is over: what was paid and not used comes back, and what is set aside too. */
  close(): void {
    if (this.hold !== 'closed') this.hold = 'close';
    this.lanes.forEach((lane, channel) => {
      for (const second of [...lane.seconds.keys()]) this.finish(channel, lane, second);
    });
  }

  /** Resolves with the next answer of the wallet, or when none will come. */
  answered(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Nobody asks for this session any more: whoever waits for an answer goes on without one. */
  abandon(): void {
    this.tell();
  }

  /** What the wallet should be told now, if anything. Until it has answered there is nothing more. */
  request(nowMs: number): PaymentRequest | undefined {
    if (this.asked !== undefined || this.hold === 'closed' || this.exhaustedByToken()) return undefined;
    if (this.hold === 'close') this.close();
    const charges = this.hold === 'open' || this.exhausted ? [] : this.due();
    const quiet = charges.length === 0 && this.returns.length === 0 && this.hold === 'keep';
    if (quiet && nowMs - this.askedMs < HOLD_RENEWAL_MS) return undefined;
    const { orgId, sessionId, keyId, generation } = this.options;
    const mostCredits = this.leftOfToken();
    this.asked = {
      orgId,
      sessionId,
      generation,
      charges,
      channels: this.analysed,
      returns: this.returns,
      hold: this.hold,
      ...defined({ keyId, mostCredits }),
    };
    this.askedMs = nowMs;
    this.returns = [];
    for (const second of charges) this.setState(second, 'asked');
    return this.asked;
  }

  /** What the wallet said to the last request. */
  settle(outcome: Metered): void {
    const { asked } = this;
    this.asked = undefined;
    this.answer = outcome;
    for (const second of outcome.paid) this.setState(second, 'paid');
    if (outcome.refused.length > 0) this.exhausted = true;
    if (asked?.hold === 'close') this.hold = 'closed';
    else if (this.hold === 'open') this.hold = 'keep';
    this.tell();
  }

  /** The wallet could not be asked: everything is asked again. */
  failed(): void {
    const { asked } = this;
    if (asked === undefined) return;
    this.asked = undefined;
    this.returns.unshift(...asked.returns);
    for (const second of asked.charges) this.setState(second, 'due');
  }

  /** Something is on its way, or waits for it. */
  get isOwing(): boolean {
    if (this.hold === 'closed') return false;
    return (
      this.hold === 'close' || this.asked !== undefined || this.returns.length > 0 || this.due().length > 0
    );
  }

  /** Whether the stream was given anything to start with. */
  get canStart(): boolean {
    return (this.answer?.heldMicroCredits ?? 0) > 0;
  }

  /** How long the money lasts, seconds: the organization's and the token's. */
  get leftS(): number {
    const ofToken = this.leftOfToken();
    return Math.min(
      this.answer?.leftS ?? Infinity,
      ofToken === undefined ? Infinity : ofToken / Math.max(1, this.analysed),
    );
  }

  private leftOfToken(): number | undefined {
    const { maxCredits } = this.options;
    if (maxCredits === undefined) return undefined;
    return Math.max(0, maxCredits - (this.answer?.chargedMicroCredits ?? 0) / MICRO_CREDITS_PER_CREDIT);
  }

  /** A token that pays for no further whole second ends the session like an empty wallet does. */
  private exhaustedByToken(): boolean {
    if (this.hold === 'close' || this.exhausted) return false;
    const left = this.leftOfToken();
    if (left === undefined || this.due().length <= left) return false;
    this.exhausted = true;
    return true;
  }

  private due(): AudioSecond[] {
    const due: AudioSecond[] = [];
    this.lanes.forEach(({ seconds }, channel) => {
      for (const [second, { state }] of seconds) if (state === 'due') due.push({ channel, second });
    });
    return due;
  }

  private setState({ channel, second }: AudioSecond, state: Second['state']): void {
    const entry = this.lanes[channel]?.seconds.get(second);
    if (entry !== undefined) entry.state = state;
  }

  private finish(channel: number, lane: ChannelSeconds, second: number): void {
    const entry = lane.seconds.get(second);
    // One on its way is finished after the answer.
    if (entry === undefined || entry.state === 'asked') return;
    lane.seconds.delete(second);
    const microCredits = unusedMicroCredits(entry.usedSamples, lane.samplesPerSecond);
    if (entry.state === 'paid' && microCredits > 0) this.returns.push({ channel, second, microCredits });
  }

  private tell(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
