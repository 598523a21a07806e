import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** One credit is one second of audio; `micro_credits` is exact. */
export interface Amount {
  readonly credits: number;
  readonly seconds: number;
  readonly micro_credits: number;
}

export interface WalletState {
  readonly balance: Amount;
  /** Set aside for work under way. */
  readonly held: Amount;
  readonly available: Amount;
}

export interface UsageRow extends Amount {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly key_id: string | null;
  readonly kind: 'stream' | 'analysis' | 'fine_tune';
  /** Sessions, requests or jobs. */
  readonly operations: number;
}

export interface UsageQuery {
  /** YYYY-MM-DD; the last 30 days when left out. */
  readonly from?: string;
  readonly to?: string;
  readonly key_id?: string;
  readonly kind?: UsageRow['kind'];
}

/** What the organization has and what it used. */
export class Credits {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  async wallet(options?: CallOptions): Promise<WalletState> {
    const call = { method: 'GET', path: '/v1/wallet' } as const;
    return (await this.#http.call<{ wallet: WalletState }>(call, options)).wallet;
  }

  /** Every row, page after page, the newest day first. */
  usage(query: UsageQuery = {}, options?: CallOptions): AsyncGenerator<UsageRow, void> {
    const call = { method: 'GET', path: '/v1/usage', query: { ...query } } as const;
    return readPages<UsageRow>(this.#http, call, 'usage', options);
  }
}
