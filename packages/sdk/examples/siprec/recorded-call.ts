/** One call that a border controller copies to us: two labelled lines of RTP become the two channels of a session. */
import type { SessionEnded } from '@undertone/protocol';
import { RtpBridge, type RtpBridgeOptions } from '../rtp/bridge.js';
import type { RtpEngine } from '../rtp/rtpengine.js';
import { answerTo, readOffer, type RecordedLines } from './recorded-lines.js';
import { type Participant, speakersOf } from './recording-metadata.js';
import { SecureMedia } from './secure-media.js';
import { SiprecError } from './siprec-error.js';

export interface RecordedCallOptions extends Omit<RtpBridgeOptions, 'encoding' | 'metadata' | 'source'> {
  readonly callId: string;
  /**
   * Who of the two is the agent: metadata names people, not their parts. Without it, or when both or none are, the party on the
   * second line is.
   */
  readonly isAgent?: (participant: Participant) => boolean;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Where SRTP is taken. Without it SRTP is refused. */
  readonly engine?: RtpEngine;
}

export class RecordedCall {
  private isHeld = false;

  private constructor(
    private readonly bridge: RtpBridge,
    private readonly address: string,
    private readonly isCallerFirst: boolean,
    private readonly secure: SecureMedia | undefined,
  ) {}

  /** @throws SiprecError when it cannot be read or recorded; UndertoneError when the relay refuses */
  static async open(
    options: RecordedCallOptions,
    sdp: string,
    metadata: string | undefined,
  ): Promise<RecordedCall> {
    const { callId, isAgent, address = '127.0.0.1', metadata: given = {}, engine, ...rest } = options;
    const { all, parties, encoding, isSecure } = readOffer(sdp);
    if (isSecure && engine === undefined) throw new SiprecError(488, 'SRTP needs rtpengine');
    const speakers = metadata === undefined ? new Map<string, Participant>() : speakersOf(metadata);
    const [first, second] = parties.map((line) => speakers.get(all[line]?.label ?? ''));
    const known = isAgent ?? (() => false);
    const isCallerFirst = first === undefined || !known(first) || (second !== undefined && known(second));
    const [caller, agent] = isCallerFirst ? [first, second] : [second, first];
    const bridge = await RtpBridge.open({
      ...rest,
      address,
      encoding,
      source: 'siprec',
      metadata: { call_id: callId, ...wordsOf('caller', caller), ...wordsOf('agent', agent), ...given },
    });
    const secure = isSecure && engine !== undefined ? new SecureMedia(engine, callId) : undefined;
    return new RecordedCall(bridge, address, isCallerFirst, secure);
  }

  /**
   * An INVITE of the call, the first or a later one. While both parties are on hold, the relay pauses, so that a long hold is not taken for a
   * call that was forgotten (RT40).
   * @returns the answer's SDP
   * @throws SiprecError 488 when its media became another; RtpEngineError
   */
  async offered(sdp: string): Promise<string> {
    const lines = readOffer(sdp);
    if (lines.isSecure !== (this.secure !== undefined))
      throw new SiprecError(488, 'the call began otherwise: SRTP or not');
    const answer = this.answerTo(this.secure === undefined ? lines : readOffer(await this.secure.offer(sdp)));
    const told = this.secure === undefined ? answer : await this.secure.answer(answer);
    this.hold(lines.parties.every((line) => lines.all[line]?.isHeld === true));
    return told;
  }

  private answerTo(lines: RecordedLines): string {
    const [caller = 0, called = 0] = this.bridge.ports;
    return answerTo(lines, this.address, this.isCallerFirst ? [caller, called] : [called, caller]);
  }

  /** Resolves when the session is over, whoever ended it. */
  get over(): Promise<unknown> {
    return this.bridge.over;
  }

  /** On BYE. Resolves when the relay has told its last result. */
  async end(): Promise<SessionEnded | undefined> {
    await this.secure?.end();
    return this.bridge.end();
  }

  private hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    this.bridge.hold(isHeld);
  }
}

/** `caller` and `caller_name`: a person's address without its scheme, and the name. */
const wordsOf = (part: string, participant: Participant | undefined): Record<string, string> =>
  participant === undefined
    ? {}
    : {
        [part]: participant.aor.replace(/^(sips?|tel):/iu, ''),
        ...(participant.name !== undefined && { [`${part}_name`]: participant.name }),
      };
