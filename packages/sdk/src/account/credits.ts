import type { Answer, Query } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

export type WalletState = Answer<'getWallet'>['wallet'];
/** One credit is one second of audio. `micro_credits` is exact. */
export type Amount = WalletState['balance'];
export type UsageRow = Answer<'getUsage'>['usage'][number];
export type UsageQuery = Query<'getUsage'>;

/** The credits that the organization has and has used. */
export class Credits {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  async wallet(options?: CallOptions): Promise<WalletState> {
    const call = { method: 'GET', path: '/v1/wallet' } as const;
    return (await this.http.call<Answer<'getWallet'>>(call, options)).wallet;
  }

  /** Every row, page by page, the newest day first. */
  usage(query: UsageQuery = {}, options?: CallOptions): AsyncGenerator<UsageRow, void> {
    const call = { method: 'GET', path: '/v1/usage', query: { ...query } } as const;
    return readPages<UsageRow>(this.http, call, 'usage', options);
  }
}
