import { MICRO_CREDITS_PER_CREDIT, unusedMicroCredits } from '../../domain/billing/credits.js';
import {
  type AudioSecond,
  HOLD_RENEWAL_MS,
  type PaymentOutcome,
  type PaymentRequest,
  type UnusedSecond,
} from '../../domain/billing/payments.js';
import { defined } from '../../domain/defined.js';
import { type SavedUse, UsedAudio } from './used-audio.js';

type Metered = Extract<PaymentOutcome, { kind: 'metered' }>;

interface Second {
  /** `due`: its audio has come. `asked`: the wallet was asked. `paid`: its results may leave. */
  state: 'due' | 'asked' | 'paid';
  usedSamples: number;
}

interface ChannelSeconds {
  readonly samplesPerSecond: number;
  /** In order. */
  readonly seconds: Map<number, Second>;
  /** Where the audio of this holder began. The part of that second before this sample belongs to an earlier holder. */
  readonly startSample: number;
  readonly used: UsedAudio;
}

/** What an earlier holder analyzed of a channel. */
export interface FormerUse extends SavedUse {
  /** Where the results end that it saved. It may have gone on. */
  readonly to: number;
}

export interface StreamPaymentsOptions {
  readonly orgId: string;
  readonly sessionId: string;
  readonly keyId: string | undefined;
  readonly generation: number;
  readonly channels: readonly { readonly sampleRate: number; readonly analyse: boolean }[];
  readonly startSamples: readonly number[];
  /** By channel. Absent where it is not known: then all audio before the start counts as analyzed. */
  readonly former?: readonly FormerUse[];
  /** The most that the token allows this session to cost. */
  readonly maxCredits: number | undefined;
  readonly nowMs: number;
}

/** What pays for a stream: the organization's wallet, up to what its token allows. */
export type Payer = 'wallet' | 'token';

/**
 * What one session owes. A second of a channel's audio clock is paid as soon as its audio is on the way to
 * analysis. When the clock has passed the second, the part without analyzed audio is paid back. A result
 * leaves only when its seconds are paid. So everything that was acknowledged is in the ledger exactly once,
 * even if the relay dies.
 */
export class StreamPayments {
  /** The wallet's last answer. */
  answer: Metered | undefined;
  /** Whose credits could not pay a second, so that the session ends. */
  exhaustedBy: Payer | undefined;
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
    this.lanes = options.channels.map(({ sampleRate }, channel) => {
      const startSample = options.startSamples[channel] ?? 0;
      const used = usedUntil(startSample, options.former?.[channel]);
      return { samplesPerSecond: sampleRate, seconds: new Map(), startSample, used };
    });
  }

  /** Credits that a second of the session costs: one for each analyzed channel. */
  get rate(): number {
    return this.analysed;
  }

  /** Audio is on its way to analysis. */
  receive(channel: number, startSample: number, count: number): void {
    const lane = this.lanes[channel];
    if (lane === undefined || count === 0) return;
    const { samplesPerSecond, seconds } = lane;
    const last = Math.floor((startSample + count - 1) / samplesPerSecond);
    for (let second = Math.floor(startSample / samplesPerSecond); second <= last; second += 1) {
      if (seconds.has(second)) continue;
      // Earlier holders analyzed audio before the first sample of this one.
      const begin = second * samplesPerSecond;
      const before = lane.used.between(begin, Math.min(lane.startSample, begin + samplesPerSecond));
      seconds.set(second, { state: 'due', usedSamples: before });
    }
  }

  /** What was analyzed of each channel, for a checkpoint. */
  get used(): SavedUse[] {
    return this.lanes.map(({ used }) => used.save());
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

  /** A span was analyzed and its result leaves. */
  use(channel: number, startSample: number, endSample: number): void {
    const lane = this.lanes[channel];
    if (lane === undefined) return;
    const { samplesPerSecond, seconds } = lane;
    lane.used.add(startSample, endSample);
    for (let at = startSample; at < endSample;) {
      const second = Math.floor(at / samplesPerSecond);
      const until = Math.min(endSample, (second + 1) * samplesPerSecond);
      const entry = seconds.get(second);
      if (entry !== undefined) entry.usedSamples = Math.min(samplesPerSecond, entry.usedSamples + until - at);
      at = until;
    }
  }

  /** The channel's clock has passed a position. The seconds before it cannot be used any more. */
  pass(channel: number, sample: number): void {
    const lane = this.lanes[channel];
    if (lane === undefined) return;
    for (const second of lane.seconds.keys()) {
      if ((second + 1) * lane.samplesPerSecond > sample) return;
      this.finish(channel, lane, second);
    }
  }

  /** The session is over. Unused payments and the hold are given back. */
  close(): void {
    if (this.hold !== 'closed') this.hold = 'close';
    this.lanes.forEach((lane, channel) => {
      for (const second of [...lane.seconds.keys()]) this.finish(channel, lane, second);
    });
  }

  /** Resolves with the next answer of the wallet, or when no answer will come. */
  answered(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** No more requests are made for this session. Code that waits for an answer continues without one. */
  abandon(): void {
    this.tell();
  }

  /** The next request to the wallet, if there is one. While an answer is awaited there is none. */
  request(nowMs: number): PaymentRequest | undefined {
    if (this.asked !== undefined || this.hold === 'closed') return undefined;
    if (this.hold === 'close') this.close();
    if (this.exhaustedByToken()) return undefined;
    const charges = this.hold === 'open' || this.exhaustedBy !== undefined ? [] : this.due();
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

  /** Takes the wallet's answer to the last request. */
  settle(outcome: Metered): void {
    const { asked } = this;
    this.asked = undefined;
    this.answer = outcome;
    for (const second of outcome.paid) this.setState(second, 'paid');
    for (const second of outcome.firstPaid) this.begin(second);
    // A token never asks for more than it may pay.
    if (outcome.refused.length > 0) this.exhaustedBy = 'wallet';
    if (asked?.hold === 'close') this.hold = 'closed';
    else if (this.hold === 'open') this.hold = 'keep';
    this.tell();
  }

  /** The wallet could not be reached: everything is requested again. */
  failed(): void {
    const { asked } = this;
    if (asked === undefined) return;
    this.asked = undefined;
    this.returns.unshift(...asked.returns);
    for (const second of asked.charges) this.setState(second, 'due');
  }

  /** Whether a payment was requested or waits to be requested. */
  get isOwing(): boolean {
    if (this.hold === 'closed') return false;
    return (
      this.hold === 'close' || this.asked !== undefined || this.returns.length > 0 || this.due().length > 0
    );
  }

  /** Whether the stream received any money to start with. */
  get canStart(): boolean {
    return (this.answer?.heldMicroCredits ?? 0) > 0;
  }

  /** How long the money of the organization and of the token lasts, in seconds, and whose ends first. */
  get left(): { readonly seconds: number; readonly of: Payer } {
    const ofToken = (this.leftOfToken() ?? Infinity) / Math.max(1, this.analysed);
    const ofWallet = this.answer?.leftS ?? Infinity;
    return ofToken < ofWallet ? { seconds: ofToken, of: 'token' } : { seconds: ofWallet, of: 'wallet' };
  }

  private leftOfToken(): number | undefined {
    const { maxCredits } = this.options;
    if (maxCredits === undefined) return undefined;
    return Math.max(0, maxCredits - (this.answer?.chargedMicroCredits ?? 0) / MICRO_CREDITS_PER_CREDIT);
  }

  /** A token that cannot pay another whole second ends the session, like an empty wallet. */
  private exhaustedByToken(): boolean {
    if (this.exhaustedBy !== undefined) return false;
    const left = this.leftOfToken();
    if (left === undefined || this.due().length <= left) return false;
    this.exhaustedBy = 'token';
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

  /** No holder before this one has analyzed anything of a second, whatever it may have been taken for. No result of it has left yet. */
  private begin({ channel, second }: AudioSecond): void {
    const lane = this.lanes[channel];
    const entry = lane?.seconds.get(second);
    if (lane === undefined || entry === undefined) return;
    entry.usedSamples = 0;
    lane.used.remove(second * lane.samplesPerSecond, (second + 1) * lane.samplesPerSecond);
  }

  private finish(channel: number, lane: ChannelSeconds, second: number): void {
    const entry = lane.seconds.get(second);
    // A second with an open request is finished after the answer.
    if (entry === undefined || entry.state === 'asked') return;
    lane.seconds.delete(second);
    const microCredits = unusedMicroCredits(entry.usedSamples, lane.samplesPerSecond);
    if (entry.state === 'paid' && microCredits > 0) this.returns.push({ channel, second, microCredits });
  }

  private tell(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** What was analyzed before a holder begins. Audio that the former one may have analyzed after its checkpoint counts as analyzed. */
const usedUntil = (startSample: number, former: FormerUse | undefined): UsedAudio => {
  const used = new UsedAudio(former ?? { from: startSample, spans: [] });
  if (former !== undefined) used.add(former.to, startSample);
  return used;
};
