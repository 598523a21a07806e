import type { PageEnd } from '../page-end.js';

/** A finished request, without what it said: no path with ids, no query, no header, no body. */
export interface LoggedRequest {
  /** What `X-Request-Id` of the answer says. */
  readonly id: string;
  readonly orgId: string;
  /** Of the key, or of the member's sign-in. */
  readonly keyId: string;
  readonly at: Date;
  readonly method: string;
  /** The pattern of the route. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** A request as the log shows it. */
export interface ShownRequest extends LoggedRequest {
  /** The name of the key, or the address of the member. */
  readonly keyName: string | undefined;
  readonly memberId: string | undefined;
}

export interface RequestLogQuery {
  readonly method?: string | undefined;
  readonly route?: string | undefined;
  readonly keyId?: string | undefined;
  readonly memberId?: string | undefined;
  /** The lowest and the highest status. */
  readonly status?: readonly [number, number] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface RequestLogStore {
  add(requests: readonly LoggedRequest[]): Promise<void>;
  /** Newest first. */
  list(
    orgId: string,
    query: RequestLogQuery,
    limit: number,
    after: PageEnd | undefined,
  ): Promise<readonly ShownRequest[]>;
}

/** A relay whose database is away for a while keeps so many; more would cost memory. */
const MOST_WAITING = 20_000;

export interface RequestLogOptions {
  readonly store: RequestLogStore;
  readonly onFailed: (error: unknown, dropped: number) => void;
}

/** Collects finished requests. A thousand in a second cause one write, and no request waits for it. */
export class RequestLog {
  private readonly options: RequestLogOptions;
  private waiting: LoggedRequest[] = [];
  private dropped = 0;

  constructor(options: RequestLogOptions) {
    this.options = options;
  }

  note(request: LoggedRequest): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push(request);
    else this.dropped += 1;
  }

  /** Writes what was collected. If that fails, it goes into the next round. */
  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const requests = this.waiting;
    this.waiting = [];
    try {
      await this.options.store.add(requests);
    } catch (error) {
      const kept = [...requests, ...this.waiting].slice(0, MOST_WAITING);
      this.dropped += requests.length + this.waiting.length - kept.length;
      this.waiting = kept;
      this.options.onFailed(error, this.dropped);
      this.dropped = 0;
    }
  }

  list(
    orgId: string,
    query: RequestLogQuery,
    limit: number,
    after: PageEnd | undefined,
  ): Promise<readonly ShownRequest[]> {
    return this.options.store.list(orgId, query, limit, after);
  }
}
