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
  /**
   * The caller runs the request, then must `complete`, `unlock` or `abandon` it. `workId` is the id of the first request that ran it:
   * what that one has charged or stored under its id is not charged or stored again.
   */
  | { readonly kind: 'first'; readonly workId: string }
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

/** A claim that turned out to be the first. Another request may take over its key once it is locked no more. */
export type HeldKey = IdempotencyKey & Pick<IdempotencyClaim, 'lockedUntil'> & { readonly workId: string };

/** Remembers answers by idempotency key. A key that another request has taken over is left as it is. */
export interface IdempotencyStore {
  claim(claim: IdempotencyClaim): Promise<ClaimOutcome>;
  complete(key: HeldKey, answer: KeptAnswer): Promise<void>;
  /** Lets the next request with the key run. If it is the same request, it goes on under the same `workId`. */
  unlock(key: HeldKey): Promise<void>;
  /** Forgets the request, which did nothing. */
  abandon(key: HeldKey): Promise<void>;
}
