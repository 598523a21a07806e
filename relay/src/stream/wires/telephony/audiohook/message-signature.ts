import { createHmac, timingSafeEqual } from 'node:crypto';
import * as structured from 'structured-headers';

/** What a signature must cover, or parts of the request could be exchanged (AudioHook protocol, "Security"). */
const COVERED = [
  '@request-target',
  '@authority',
  'audiohook-organization-id',
  'audiohook-session-id',
  'audiohook-correlation-id',
  'x-api-key',
];
/** How old a signature may be, and how far the clocks may differ. */
const MOST_AGE_S = 30;
const SKEW_S = 5;
const LEAST_NONCE = 22;

type Parameters = ReadonlyMap<string, unknown>;
type Item = readonly [value: unknown, parameters: Parameters];
type InnerList = readonly [items: readonly Item[], parameters: Parameters];

/** RFC 8941. The library's own types need those of a browser. */
const { parseDictionary, serializeInnerList, serializeItem } = structured as unknown as {
  parseDictionary: (text: string) => ReadonlyMap<string, Item | InnerList>;
  serializeInnerList: (list: InnerList) => string;
  serializeItem: (item: Item) => string;
};

export interface SignedRequest {
  readonly headers: ReadonlyMap<string, string>;
  /** Path and query, as sent. */
  readonly target: string;
  /** Host, and port unless it is the standard one. */
  readonly authority: string;
}

/** The nonces of the last minute: a signature opens one connection. */
export class Nonces {
  private readonly until = new Map<string, number>();

  /** @returns whether this nonce is new */
  claim(nonce: string, nowS: number): boolean {
    for (const [old, untilS] of this.until) {
      if (untilS > nowS) break;
      this.until.delete(old);
    }
    if (this.until.has(nonce)) return false;
    this.until.set(nonce, nowS + MOST_AGE_S + 2 * SKEW_S);
    return true;
  }
}

/** Whether a request carries any part of a signature. */
export const isSigned = (headers: ReadonlyMap<string, string>): boolean =>
  headers.has('signature') || headers.has('signature-input');

/**
 * Checks the HTTP message signature of a request: HMAC-SHA256 over the components that it names
 * (draft-ietf-httpbis-message-signatures-11 §3.2, which AudioHook refers to).
 * @returns what is wrong with it; undefined when it is right
 */
export const signatureProblem = (
  request: SignedRequest,
  { apiKey, clientSecrets }: { readonly apiKey: string; readonly clientSecrets: readonly Uint8Array[] },
  nonces: Nonces,
  nowMs: number,
): string | undefined => {
  const read = readSignature(request.headers);
  if (typeof read === 'string') return read;
  const { covered, signature } = read;
  const [items, parameters] = covered;
  const names = items.map(([name]) => name);
  const uncovered = COVERED.find((name) => !names.includes(name));
  if (uncovered !== undefined) return `the signature does not cover ${uncovered}`;
  const nowS = nowMs / 1_000;
  const stale = timeProblem(parameters, nowS);
  if (stale !== undefined) return stale;
  const alg = parameters.get('alg') ?? 'hmac-sha256';
  if (alg !== 'hmac-sha256') return 'the signature must be hmac-sha256';
  if (parameters.get('keyid') !== apiKey) return 'keyid is not the API key';
  const nonce = parameters.get('nonce');
  if (typeof nonce !== 'string' || nonce.length < LEAST_NONCE) return 'the signature needs a nonce';
  const base = signatureBase(request, covered);
  if (base === undefined) return 'the signature covers what the request does not have';
  const isOf = (clientSecret: Uint8Array): boolean => {
    const made = createHmac('sha256', clientSecret).update(base, 'utf8').digest();
    return made.length === signature.length && timingSafeEqual(made, signature);
  };
  if (!clientSecrets.some(isOf)) return 'the signature is wrong';
  return nonces.claim(`${apiKey} ${nonce}`, nowS) ? undefined : 'the signature was used before';
};

const readSignature = (
  headers: ReadonlyMap<string, string>,
): { readonly covered: InnerList; readonly signature: Buffer } | string => {
  try {
    const inputs = parseDictionary(headers.get('signature-input') ?? '');
    const signatures = parseDictionary(headers.get('signature') ?? '');
    const [first] = inputs;
    if (first === undefined) return 'Signature-Input is missing';
    const [label, input] = first;
    const signature = signatures.get(label)?.[0];
    if (!isInnerList(input)) return 'Signature-Input lists no components';
    if (!(signature instanceof ArrayBuffer)) return 'Signature is missing';
    return { covered: input, signature: Buffer.from(signature) };
  } catch {
    return 'Signature or Signature-Input cannot be read';
  }
};

const isInnerList = (member: Item | InnerList): member is InnerList => Array.isArray(member[0]);

const timeProblem = (parameters: Parameters, nowS: number): string | undefined => {
  const created = parameters.get('created');
  const expires = parameters.get('expires');
  if (typeof created !== 'number') return 'the signature does not say when it was made';
  if (created > nowS + SKEW_S) return 'the signature is from the future';
  if (created + MOST_AGE_S + SKEW_S < nowS) return 'the signature is too old';
  if (expires !== undefined && (typeof expires !== 'number' || expires + SKEW_S < nowS))
    return 'the signature has expired';
  return undefined;
};

/** The text that is signed. Undefined when it names a component that the request lacks, or that needs parameters. */
const signatureBase = (request: SignedRequest, covered: InnerList): string | undefined => {
  const lines: string[] = [];
  for (const item of covered[0]) {
    const [name, parameters] = item;
    const value = typeof name === 'string' && parameters.size === 0 ? componentOf(request, name) : undefined;
    if (value === undefined) return undefined;
    lines.push(`${serializeItem(item)}: ${value}`);
  }
  if (new Set(lines).size !== lines.length) return undefined;
  return [...lines, `"@signature-params": ${serializeInnerList(covered)}`].join('\n');
};

const componentOf = ({ headers, target, authority }: SignedRequest, name: string): string | undefined => {
  switch (name) {
    case '@request-target':
      return target;
    case '@authority':
      return authority;
    case '@method':
      return 'GET';
    case 'signature':
    case 'signature-input':
      return undefined;
    default:
      return headers.get(name)?.trim();
  }
};
