import { parseEvent, type WebhookEvent } from './event.js';
import { fromBase64, fromHex, toBytes, verify } from './hmac.js';
import { standardKey, standardMessage } from './standard-signature.js';
import { WebhookVerificationError } from './webhook-error.js';

/** Headers in the form of a framework: Fetch's `Headers`, Node's `request.headers`, or a plain object. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that came to a webhook, and what it must be signed with. */
export interface VerifyWebhookOptions {
  /** The body of the request exactly as it came: bytes, or the text of those bytes. Never a parsed object. */
  readonly body: Uint8Array | ArrayBuffer | string;
  /** Those of the request, in any form and case. */
  readonly headers: WebhookHeaders;
  /** The secret of the webhook, or several while one replaces another. */
  readonly secret: string | readonly string[];
  /** How far the timestamp of the attempt may be from now. Default 300. */
  readonly toleranceS?: number;
  /**
   * How old the event may be when no signed timestamp came with it. The last of the five attempts is made 2 h 36 min after the
   * first. Default 10,800.
   */
  readonly maxEventAgeS?: number;
  /** Milliseconds since 1970. Default: now. */
  readonly nowMs?: number;
}

/**
 * Checks that a delivery comes from the relay and is recent, and reads its event.
 *
 * Accepts both published forms of `X-Service-Signature` (`sha256=<hex>` and the bare `<hex>`) and the Standard Webhooks
 * headers. Every signature that is present must be right. The comparison takes constant time.
 * @throws WebhookVerificationError with a message that says what to check; answer 401
 */
export const verifyWebhook = async (options: VerifyWebhookOptions): Promise<WebhookEvent> => {
  const body = readBody(options.body);
  const secrets = typeof options.secret === 'string' ? [options.secret] : options.secret;
  const service = readHeader(options.headers, 'x-service-signature');
  const standard = readHeader(options.headers, 'webhook-signature');
  if (service === undefined && standard === undefined) {
    throw new WebhookVerificationError(
      'missing_signature',
      'neither X-Service-Signature nor webhook-signature is there: did a proxy drop it, or is this no delivery?',
    );
  }
  const nowMs = options.nowMs ?? Date.now();
  if (standard !== undefined) await checkStandard(standard, body, secrets, options, nowMs);
  if (service !== undefined) {
    const previous = readHeader(options.headers, 'x-service-signature-previous');
    await checkService([service, ...(previous === undefined ? [] : [previous])], body, secrets);
  }
  const event = parseEvent(new TextDecoder().decode(body));
  if (event === undefined) {
    throw new WebhookVerificationError(
      'not_an_event',
      'the signature is right, but the body is no event envelope (id, type, created_at, data)',
    );
  }
  if (standard === undefined) {
    checkAge(Date.parse(event.created_at), nowMs, options.maxEventAgeS ?? 10_800);
  }
  return event;
};

const readBody = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return toBytes(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookVerificationError(
    'body_already_parsed',
    'the body was parsed before verification: pass the raw bytes of the request (express.raw(), a raw content-type parser in Fastify, await request.arrayBuffer())',
  );
};

const readHeader = (headers: WebhookHeaders, name: string): string | undefined => {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'string' ? value : value?.[0];
};

const hasGet = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

/**
 * `X-Service-Signature`: HMAC-SHA256 of the raw body, with the text of the secret as the key. While a secret is replaced,
 * `X-Service-Signature-Previous` holds the same made with the previous secret.
 */
const checkService = async (
  signatures: readonly string[],
  body: Uint8Array,
  secrets: readonly string[],
): Promise<void> => {
  const parsed = signatures.map((text) => fromHex(text.trim().replace(/^sha256=/i, '')));
  if (parsed.some((signature) => signature?.length !== 32)) {
    throw new WebhookVerificationError(
      'malformed_signature',
      'X-Service-Signature must read sha256=<64 hex digits> or <64 hex digits>',
    );
  }
  for (const secret of secrets) {
    for (const signature of parsed) {
      if (signature !== undefined && (await verify(toBytes(secret), body, signature))) return;
    }
  }
  throw mismatch(body);
};

/** Standard Webhooks: `v1,<base64>` over `id.timestamp.body`. While a secret is replaced there are several, with spaces between. */
const checkStandard = async (
  header: string,
  body: Uint8Array,
  secrets: readonly string[],
  { headers, toleranceS = 300 }: VerifyWebhookOptions,
  nowMs: number,
): Promise<void> => {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  if (id === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'missing_timestamp',
      'webhook-signature came without a valid webhook-id and webhook-timestamp',
    );
  }
  const signatures = header
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => fromBase64(part.slice(3)));
  if (signatures.length === 0 || signatures.includes(undefined)) {
    throw new WebhookVerificationError('malformed_signature', 'webhook-signature must read v1,<base64>');
  }
  const message = standardMessage(id, timestamp, body);
  for (const secret of secrets) {
    for (const signature of signatures) {
      if (signature !== undefined && (await verify(standardKey(secret), message, signature))) {
        // Checked after the signature, because an unsigned timestamp proves nothing.
        checkAge(Number(timestamp) * 1_000, nowMs, toleranceS);
        return;
      }
    }
  }
  throw mismatch(body);
};

const checkAge = (atMs: number, nowMs: number, toleranceS: number): void => {
  const ageS = (nowMs - atMs) / 1_000;
  if (ageS > toleranceS) {
    throw new WebhookVerificationError(
      'too_old',
      `this delivery is ${Math.round(ageS)} s old: a replay, or this machine's clock is ahead`,
    );
  }
  if (!(ageS >= -toleranceS)) {
    throw new WebhookVerificationError(
      'from_the_future',
      'this delivery is dated in the future: this machine’s clock is behind, or the date is malformed',
    );
  }
};

/** Guesses the usual mistake from the form of the body. */
const mismatch = (body: Uint8Array): WebhookVerificationError => {
  const text = new TextDecoder().decode(body);
  const advice =
    text === '[object Object]'
      ? 'the body was parsed before verification and turned into "[object Object]"'
      : body.length === 0
        ? 'the body is empty: it was read before, or a body parser consumed it'
        : /^\{\s*\n/.test(text)
          ? 'the body looks re-formatted: it was parsed before verification and printed anew'
          : 'the secret is another one, or the body was changed on its way (parsed and printed anew?)';
  return new WebhookVerificationError('signature_mismatch', `the signature does not fit: ${advice}`);
};
