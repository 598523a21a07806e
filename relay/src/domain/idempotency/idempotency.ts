import { timingSafeEqual } from 'node:crypto';
import { Fault } from '../fault.js';
import { fingerprintOf } from './fingerprint.js';
import type { HeldKey, IdempotencyKey, IdempotencyStore } from './idempotency-store.js';
import { openAnswer, sealAnswer } from './sealed-answer.js';

/** How long an answer is kept. */
const KEPT_MS = 24 * 3_600_000;
/** Longer than any handler may take. After this time, a request whose relay died may run again. */
const LOCK_MS = 300_000;
const RETRY_S = 1;
/** Visible ASCII, as a header can carry it. */
export const KEY_SHAPE = /^[\x21-\x7e]{1,255}$/;
/**
 * Answers that may differ on another try although the request is the same: the caller pays, waits, or the
 * request was not read to its end. Nothing was done.
 */
const PASSING = new Set([401, 402, 408, 409, 429]);
/** The client left, perhaps in the middle of the work. */
const CLIENT_GONE = 499;

/** Whether the request did not come to an end, of which nothing is known to others. */
const isUnknown = (status: number): boolean => status >= 500 || status === CLIENT_GONE;

/** Whether repetitions of a request get this answer to it. */
export const isKept = (status: number): boolean => !isUnknown(status) && !PASSING.has(status);

/** An answer as it is remembered. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface IdempotentRequest {
  readonly orgId: string;
  readonly key: string;
  readonly method: string;
  /** With its query: a different query makes a different request. */
  readonly path: string;
  readonly requestId: string;
  readonly contentType: string | undefined;
  readonly body: Buffer;
  /** The API key in clear text: it seals and opens the stored answer. */
  readonly credential: string;
}

export type Outcome<A extends Answer> =
  { readonly kind: 'fresh'; readonly answer: A } | { readonly kind: 'replayed'; readonly answer: Answer };

export interface IdempotencyOptions {
  readonly store: IdempotencyStore;
  readonly nowMs: () => number;
  /** Called if an answer could not be stored. The caller still gets the answer. */
  readonly onKeepFailed: (error: unknown, requestId: string) => void;
}

/** Runs a request once, however often it is sent with its key. */
export class Idempotency {
  private readonly options: IdempotencyOptions;

  constructor(options: IdempotencyOptions) {
    this.options = options;
  }

  /**
   * @param handle does the work, under the id of the first request that began it: a retry, after a relay died or its answer could
   *   not be kept, charges nothing twice
   * @throws Fault `validation_error` for a malformed key; `idempotency_mismatch` for another body with a used key;
   *   `conflict` while the first request runs, or if a request of another API key used the key
   */
  async run<A extends Answer>(
    request: IdempotentRequest,
    handle: (workId: string) => Promise<A>,
  ): Promise<Outcome<A>> {
    if (!KEY_SHAPE.test(request.key)) {
      throw new Fault('validation_error', 'the request has invalid parameters', {
        details: { 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] },
      });
    }
    const { store, nowMs } = this.options;
    const fingerprint = await fingerprintOf(request.contentType, request.body);
    const now = nowMs();
    const lockedUntil = new Date(now + LOCK_MS);
    const claimed = await store.claim({
      ...keyOf(request),
      requestId: request.requestId,
      fingerprint,
      now: new Date(now),
      lockedUntil,
      expiresAt: new Date(now + KEPT_MS),
    });
    switch (claimed.kind) {
      case 'first': {
        const held = { ...keyOf(request), lockedUntil, workId: claimed.workId };
        return { kind: 'fresh', answer: await this.runFirst(request, held, handle) };
      }
      case 'running':
        requireSame(claimed.fingerprint, fingerprint);
        throw new Fault('conflict', 'a request with this Idempotency-Key is still running', {
          retryAfterS: RETRY_S,
        });
      case 'done':
        requireSame(claimed.fingerprint, fingerprint);
        return { kind: 'replayed', answer: unseal(request, claimed.status, claimed.answer) };
    }
  }

  private async runFirst<A extends Answer>(
    request: IdempotentRequest,
    held: HeldKey,
    handle: (workId: string) => Promise<A>,
  ): Promise<A> {
    let answer: A | undefined;
    try {
      answer = await handle(held.workId);
      return answer;
    } finally {
      try {
        await this.keep(request, held, answer);
      } catch (error) {
        // The work of the request is done. Without a stored answer, a retry finds the key locked, and later goes on with the work.
        this.options.onKeepFailed(error, request.requestId);
      }
    }
  }

  private async keep(request: IdempotentRequest, held: HeldKey, answer: Answer | undefined): Promise<void> {
    const { store } = this.options;
    if (answer === undefined || isUnknown(answer.status)) {
      await store.unlock(held);
    } else if (PASSING.has(answer.status)) await store.abandon(held);
    else {
      const sealed = seal(request, answer);
      await store.complete(held, { status: answer.status, sealed, sessionIds: sessionsIn(answer) });
    }
  }
}

const keyOf = ({ orgId, key, method, path }: IdempotentRequest): IdempotencyKey => ({
  orgId,
  key,
  method,
  path,
});

const requireSame = (stored: Uint8Array, fresh: Uint8Array): void => {
  if (stored.length === fresh.length && timingSafeEqual(stored, fresh)) return;
  throw new Fault(
    'idempotency_mismatch',
    'this Idempotency-Key was used for a request with another body: use a fresh one',
  );
};

/** Every session that a JSON answer names. Answers are long lists at most, so one pass over the text is enough. */
const sessionsIn = ({ body }: Answer): readonly string[] => {
  const text = typeof body === 'string' ? body : Buffer.from(body ?? '').toString();
  const named = text.matchAll(/"session_id":\s*("(?:[^"\\]|\\.)*")/g);
  return [...new Set([...named].map(([, quoted]) => JSON.parse(quoted ?? '""') as string))];
};

/** Binds the sealed bytes to their row. */
const contextOf = ({ orgId, key, method, path }: IdempotentRequest): string =>
  JSON.stringify([orgId, key, method, path]);

const seal = (request: IdempotentRequest, { headers, body }: Answer): Buffer => {
  const head = Buffer.from(`${JSON.stringify(headers ?? {})}\n`);
  return sealAnswer(request.credential, contextOf(request), Buffer.concat([head, Buffer.from(body ?? '')]));
};

const unseal = (request: IdempotentRequest, status: number, sealed: Uint8Array): Answer => {
  const plain = openAnswer(request.credential, contextOf(request), sealed);
  if (plain === undefined) {
    throw new Fault(
      'conflict',
      'this Idempotency-Key was used with another API key, which alone can read the answer',
    );
  }
  const end = plain.indexOf('\n');
  return {
    status,
    headers: JSON.parse(plain.subarray(0, end).toString()) as Record<string, string>,
    body: plain.subarray(end + 1),
  };
};
