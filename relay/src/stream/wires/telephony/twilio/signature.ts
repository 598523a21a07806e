import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TwilioAccount } from '../../../../domain/telephony/telephony-accounts.js';
import { keepNewest } from '../../../../domain/keep-newest.js';

/** A signature is base64 of an HMAC-SHA1. */
const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;
/**
 * HMACs in a minute for URLs that no account has signed yet, .2 s of CPU. Whoever asks may name any host and query, and a thousand
 * accounts with four tokens are 12,000 HMACs for one wrong signature.
 */
const SEARCHED_PER_MINUTE = 100_000;
/** URLs that an account has signed, whose signatures are remembered. An operator has one or two. */
const KNOWN_URLS = 16;

export type Signer =
  | { readonly kind: 'account'; readonly account: TwilioAccount }
  | { readonly kind: 'nobody' }
  /** Too many wrong signatures came: this one was not looked at. */
  | { readonly kind: 'busy' };

interface Made {
  readonly signature: Buffer;
  readonly account: TwilioAccount;
}

/** What was signed with one list of accounts. */
class Signatures {
  private readonly known = new Map<string, readonly Made[]>();
  private left = SEARCHED_PER_MINUTE;
  private filledMs: number;

  constructor(
    private readonly accounts: readonly TwilioAccount[],
    nowMs: number,
  ) {
    this.filledMs = nowMs;
  }

  signerOf(given: Buffer, url: string, nowMs: number): Signer {
    const known = this.known.get(url);
    if (known !== undefined) return found(given, known);
    const urls = [...new Set([url, withPort(url), withoutPort(url)])];
    this.fill(nowMs);
    if (this.left <= 0) return { kind: 'busy' };
    const made = this.accounts.flatMap((account) =>
      account.authTokens.flatMap((token) =>
        urls.map((signed) => ({
          account,
          signature: createHmac('sha1', token).update(signed, 'utf8').digest(),
        })),
      ),
    );
    this.left -= made.length;
    const signer = found(given, made);
    if (signer.kind === 'account') this.remember(url, made);
    return signer;
  }

  private fill(nowMs: number): void {
    const more = ((nowMs - this.filledMs) / 60_000) * SEARCHED_PER_MINUTE;
    this.left = Math.min(SEARCHED_PER_MINUTE, this.left + Math.max(0, more));
    this.filledMs = nowMs;
  }

  private remember(url: string, made: readonly Made[]): void {
    keepNewest(this.known, url, made, KNOWN_URLS);
  }
}

const found = (given: Buffer, made: readonly Made[]): Signer => {
  const one = made.find(({ signature }) => timingSafeEqual(signature, given));
  return one === undefined ? { kind: 'nobody' } : { kind: 'account', account: one.account };
};

/** For each list of accounts, which the operator's file replaces as a whole. */
const signatures = new WeakMap<readonly TwilioAccount[], Signatures>();

/**
 * The account of which an auth token made the signature: HMAC-SHA1 over the URL as the TwiML names it, in base64 (Twilio, "Webhooks
 * security"). A WebSocket request has no parameters to add. Twilio signs with the port or without it, whatever the request's `Host`
 * says, so both count, as in Twilio's own libraries.
 * @param nowMs wrong signatures are counted by this clock
 */
export const signerOf = (
  signature: string,
  url: string,
  accounts: readonly TwilioAccount[],
  nowMs: number,
): Signer => {
  if (!SIGNATURE.test(signature)) return { kind: 'nobody' };
  const those = signatures.get(accounts) ?? new Signatures(accounts, nowMs);
  signatures.set(accounts, those);
  return those.signerOf(Buffer.from(signature, 'base64'), url, nowMs);
};

const withPort = (url: string): string => url.replace(/^(wss?:\/\/)([^/:]+)(?=\/|$)/, '$1$2:443');

const withoutPort = (url: string): string => url.replace(/^(wss?:\/\/[^/]*?):\d+(?=\/|$)/, '$1');
