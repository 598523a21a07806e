/** Which keys are still usable, according to the storage. */
export interface KeyStates {
  /** Returns those of the keys that were revoked or have expired. */
  findUnusable(keyIds: readonly string[], now: Date): Promise<readonly string[]>;
}

/** The open streams, by the API keys behind them. */
export interface KeyedStreams {
  keysInUse(): readonly string[];
  revoke(revocation: { readonly keyId: string }): number;
}

export interface StreamCredentialsOptions {
  readonly states: KeyStates;
  readonly streams: KeyedStreams;
  readonly nowMs: () => number;
  /** Forgets the cached verification of a key. */
  readonly forget: (keyId: string) => void;
  readonly onEnded: (keyId: string, streams: number) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Ends streams whose key has expired or was revoked, on this relay or another. Each round makes one query,
 * only about the keys of open streams, and none while no stream is open. It needs no message between relays
 * that could get lost.
 */
export class StreamCredentials {
  private readonly options: StreamCredentialsOptions;

  constructor(options: StreamCredentialsOptions) {
    this.options = options;
  }

  /** Call it for a revocation that was made on this relay. */
  revoked(keyId: string): void {
    const { forget, streams, onEnded } = this.options;
    forget(keyId);
    const ended = streams.revoke({ keyId });
    if (ended > 0) onEnded(keyId, ended);
  }

  /** One round; the caller repeats it every other second. */
  async check(): Promise<void> {
    const { states, streams, nowMs, onFailed } = this.options;
    const keyIds = streams.keysInUse();
    if (keyIds.length === 0) return;
    try {
      for (const keyId of await states.findUnusable(keyIds, new Date(nowMs()))) this.revoked(keyId);
    } catch (error) {
      onFailed(error);
    }
  }
}
