/** Identifies the request that a caller means when it sends the same `Idempotency-Key` again. */
export interface IdempotencyKey {
  readonly orgId: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
}

export interface IdempotencyClaim extends IdempotencyKey {
  readonly requestId: string;
  /** SHA-256 of what was sent. */
  readonly fingerprint: Uint8Array;
  readonly now: Date;
  /** Nobody else may run the request until then. After this time, its relay is assumed to have died. */
  readonly lockedUntil: Date;
  readonly expiresAt: Date;
}

export type ClaimOutcome =
  /** The caller is the first: run the request, then `complete` or `abandon` it. */
  | { readonly kind: 'first' }
  | { readonly kind: 'running'; readonly fingerprint: Uint8Array; readonly lockedUntil: Date }
  | {
      readonly kind: 'done';
      readonly fingerprint: Uint8Array;
      readonly status: number;
      readonly answer: Uint8Array;
    };

/** An answer as it is stored. */
export interface KeptAnswer {
  readonly status: number;
  readonly sealed: Uint8Array;
  /** What it is about: it is forgotten with them. */
  readonly sessionIds: readonly string[];
}

/** Remembers answers by idempotency key. */
export interface IdempotencyStore {
  claim(claim: IdempotencyClaim): Promise<ClaimOutcome>;
  /** Stores an answer. Does nothing if another request has taken over the key. */
  complete(key: IdempotencyKey & { readonly requestId: string }, answer: KeptAnswer): Promise<void>;
  /** Forgets the request, so that the next one with the key runs. */
  abandon(key: IdempotencyKey & { readonly requestId: string }): Promise<void>;
}
