import { createHash } from 'node:crypto';
import type { Idempotency } from '../../domain/idempotency/idempotency.js';
import type { VerifiedApiKey } from '../../domain/keys/api-key.js';
import type { HttpReply, HttpRequest } from '../../transport/http-message.js';
import { readApiKey } from '../auth/credential.js';

/** The header that marks a replayed answer. */
const REPLAYED = { 'Idempotency-Replayed': 'true' };
/** Longer than any path of the API; a Postgres index holds no text above 2.7 kB. */
const MAX_PATH_CHARACTERS = 512;

export interface IdempotentCall {
  /** The `Idempotency-Key` header. */
  readonly key: string;
  readonly request: HttpRequest;
  readonly caller: VerifiedApiKey;
}

/**
 * Runs a POST once per `Idempotency-Key`, and answers its repetitions with the first answer.
 * @param handle does the work under the given id, which is that of the first request with this key
 * @throws Fault `validation_error`, `idempotency_mismatch`, `conflict`; whatever reading the body throws
 */
export const runOnce = async (
  idempotency: Idempotency,
  { key, request, caller }: IdempotentCall,
  handle: (workId: string) => Promise<HttpReply>,
): Promise<HttpReply> => {
  const outcome = await idempotency.run(
    {
      key,
      orgId: caller.organization.id,
      method: request.method,
      path: pathOf(request),
      requestId: request.id,
      contentType: request.headers.get('content-type'),
      body: await request.body(),
      credential: readApiKey(request.headers) ?? '',
    },
    handle,
  );
  if (outcome.kind === 'fresh') return outcome.answer;
  return { ...outcome.answer, headers: { ...outcome.answer.headers, ...REPLAYED } };
};

const pathOf = ({ path, query }: HttpRequest): string => {
  const whole = query.size === 0 ? path : `${path}?${query.toString()}`;
  if (whole.length <= MAX_PATH_CHARACTERS) return whole;
  return `sha256:${createHash('sha256').update(whole).digest('hex')}`;
};
