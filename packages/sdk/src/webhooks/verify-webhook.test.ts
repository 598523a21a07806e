import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  makeTestHeaders,
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookVerificationError,
} from './index.js';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const SECRET = 'a secret of at least twenty-four characters';
const EVENT = {
  id: 'evt_1',
  type: 'analysis.complete',
  created_at: '2026-06-01T11:59:58Z',
  data: { emotion: 'calm', note: 'größer' },
};
const BODY = JSON.stringify(EVENT);

const headersFor = (change: Partial<Parameters<typeof makeTestHeaders>[0]> = {}) =>
  makeTestHeaders({ body: BODY, secret: SECRET, id: EVENT.id, nowMs: NOW, ...change });

const check = (change: Partial<VerifyWebhookOptions>) =>
  verifyWebhook({ body: BODY, headers: {}, secret: SECRET, nowMs: NOW, ...change });

const codeOf = (checking: Promise<unknown>): Promise<string> =>
  checking.then(
    () => 'accepted',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );

/** Written only from the interface specification. */
const hexOf = (body: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex');

describe('verifyWebhook', () => {
  it('accepts what the relay sends and returns the event', async () => {
    expect(await check({ headers: await headersFor() })).toEqual(EVENT);
  });

  it.each([
    ['sha256=<hex digest>', `sha256=${hexOf(BODY)}`],
    ['the bare <hex digest>', hexOf(BODY)],
    ['upper-case digits', hexOf(BODY).toUpperCase()],
  ])('accepts X-Service-Signature as %s', async (_form, signature) => {
    expect(await check({ headers: { 'X-Service-Signature': signature } })).toEqual(EVENT);
  });

  it('takes the body as bytes, an ArrayBuffer or text, and headers as Headers, as Node’s object or in any case', async () => {
    const bytes = new TextEncoder().encode(BODY);
    const headers = await headersFor();
    for (const body of [bytes, bytes.buffer.slice(0), BODY]) {
      for (const form of [new Headers(headers), headers, lowerCased(headers), asLists(headers)]) {
        expect(await check({ body, headers: form })).toEqual(EVENT);
      }
    }
  });

  it('accepts either secret while one replaces the other', async () => {
    const headers = await headersFor({ secret: 'the new secret, also long enough' });
    expect(await check({ headers, secret: [SECRET, 'the new secret, also long enough'] })).toEqual(EVENT);
  });

  it('accepts either of two signatures while the relay sends both', async () => {
    const [ours, other] = [await headersFor(), await headersFor({ secret: 'another secret' })];
    const headers = {
      ...ours,
      'webhook-signature': `${other['webhook-signature'] ?? ''} ${ours['webhook-signature'] ?? ''}`,
      'X-Service-Signature': `sha256=${hexOf(BODY, 'another secret')}`,
      'X-Service-Signature-Previous': `sha256=${hexOf(BODY)}`,
    };
    expect(await check({ headers })).toEqual(EVENT);
  });

  it('explains that the body was parsed before verification', async () => {
    const headers = await headersFor();
    const parsed = EVENT as unknown as string;
    await expect(check({ body: parsed, headers })).rejects.toThrow('the body was parsed before verification');
    expect(await codeOf(check({ body: parsed, headers }))).toBe('body_already_parsed');
    await expect(check({ body: '[object Object]', headers })).rejects.toThrow('parsed before verification');
    await expect(check({ body: JSON.stringify(EVENT, null, 2), headers })).rejects.toThrow('re-formatted');
    await expect(check({ body: '', headers })).rejects.toThrow('empty');
  });

  it('refuses a changed body, another secret and a changed signature', async () => {
    const headers = await headersFor();
    expect(await codeOf(check({ body: BODY.replace('calm', 'angry'), headers }))).toBe('signature_mismatch');
    expect(await codeOf(check({ secret: 'some other secret', headers }))).toBe('signature_mismatch');
    const zeros = { 'X-Service-Signature': `sha256=${'0'.repeat(64)}` };
    expect(await codeOf(check({ headers: zeros }))).toBe('signature_mismatch');
  });

  it('refuses when either of the two signatures is wrong', async () => {
    const good = await headersFor();
    const bad = await headersFor({ secret: 'another secret' });
    for (const name of ['X-Service-Signature', 'webhook-signature']) {
      expect(await codeOf(check({ headers: { ...good, [name]: bad[name] } }))).toBe('signature_mismatch');
    }
  });

  it.each([
    ['no signature at all', {}, 'missing_signature'],
    ['a signature of another length', { 'x-service-signature': 'sha256=abcd' }, 'malformed_signature'],
    ['no hex', { 'x-service-signature': 'z'.repeat(64) }, 'malformed_signature'],
    ['an empty signature', { 'x-service-signature': ' ' }, 'malformed_signature'],
    ['a standard signature without its timestamp', { 'webhook-signature': 'v1,AAAA' }, 'missing_timestamp'],
    [
      'a standard signature of another version',
      { 'webhook-signature': 'v2,AAAA', 'webhook-id': 'evt_1', 'webhook-timestamp': '1' },
      'malformed_signature',
    ],
  ])('refuses %s', async (_name, headers, code) => {
    expect(await codeOf(check({ headers }))).toBe(code);
  });

  it('refuses an attempt that is too old or in the future, by the signed timestamp', async () => {
    expect(await codeOf(check({ headers: await headersFor({ nowMs: NOW - 301_000 }) }))).toBe('too_old');
    expect(await codeOf(check({ headers: await headersFor({ nowMs: NOW + 302_000 }) }))).toBe(
      'from_the_future',
    );
    expect(await codeOf(check({ headers: await headersFor({ nowMs: NOW - 299_000 }) }))).toBe('accepted');
  });

  it('uses the date of the event when no signed timestamp came', async () => {
    const headers = { 'x-service-signature': hexOf(BODY) };
    expect(await codeOf(check({ headers, nowMs: NOW + 10_000_000 }))).toBe('accepted');
    expect(await codeOf(check({ headers, nowMs: NOW + 11_000_000 }))).toBe('too_old');
  });

  it('refuses a signed body that is not an event', async () => {
    for (const body of ['[]', 'null', 'text', '{"id":"evt_1"}']) {
      expect(await codeOf(check({ body, headers: await headersFor({ body }) }))).toBe('not_an_event');
    }
  });
});

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const asLists = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));

describe('The Standard Webhooks library', () => {
  it('accepts the headers made for tests, with a whsec_ secret and with a plain one', async () => {
    const nowMs = Date.now();
    const whsec = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
    for (const [secret, library] of [
      [whsec, new Webhook(whsec)],
      [SECRET, new Webhook(SECRET, { format: 'raw' })],
    ] as const) {
      const headers = await makeTestHeaders({ body: BODY, secret, id: EVENT.id, nowMs });
      expect(library.verify(BODY, headers)).toEqual(EVENT);
      expect(() => library.verify(BODY.replace('calm', 'sad'), headers)).toThrow();
    }
  });
});
