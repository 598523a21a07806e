/** Above this number of addresses, those with a full bucket are forgotten. */
const SWEEP_AT = 10_000;
/** Addresses left after a sweep, so that a flood from many addresses does not cause a sweep per handshake. */
const SWEEP_TO = 9_000;

export interface HandshakeAllowance {
  /** Handshakes that one address may make at once. */
  readonly burst: number;
  readonly perMinute: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * A token bucket per address, checked before any cryptography: verifying a signature costs us more than a request for it
 * costs an attacker.
 */
export class HandshakeLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private readonly allowance: HandshakeAllowance;
  private readonly nowMs: () => number;

  constructor(allowance: HandshakeAllowance, nowMs: () => number) {
    this.allowance = allowance;
    this.nowMs = nowMs;
  }

  /** Seconds to wait, or 0 if the handshake may continue. */
  take(address: string): number {
    const now = this.nowMs();
    const bucket = this.fill(address, now);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / this.allowance.perMinute));
  }

  /** Headers for a refused client: when it may try again, and the limit that it reached. */
  headers(waitS: number, wallMs: number): Record<string, string> {
    return {
      'Retry-After': String(waitS),
      'X-RateLimit-Limit': String(this.allowance.perMinute),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(wallMs / 1_000) + waitS),
    };
  }

  private fill(address: string, now: number): Bucket {
    const { burst, perMinute } = this.allowance;
    let bucket = this.buckets.get(address);
    if (bucket === undefined) {
      if (this.buckets.size >= SWEEP_AT) this.sweep(now);
      bucket = { tokens: burst, filledAtMs: now };
      this.buckets.set(address, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAtMs) * perMinute) / 60_000);
    bucket.filledAtMs = now;
    return bucket;
  }

  private sweep(now: number): void {
    const { burst, perMinute } = this.allowance;
    const fullAfterMs = (burst * 60_000) / perMinute;
    for (const [address, { filledAtMs }] of this.buckets) {
      if (now - filledAtMs >= fullAfterMs) this.buckets.delete(address);
    }
    // In a flood from many addresses, those that were seen first are removed first.
    for (const address of this.buckets.keys()) {
      if (this.buckets.size <= SWEEP_TO) return;
      this.buckets.delete(address);
    }
  }
}
