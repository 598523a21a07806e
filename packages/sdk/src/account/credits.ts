import type { Answer, Body, Query } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** What the organization has, what of it is reserved by work under way, and what is left. */
export type WalletState = Answer<'getWallet'>['wallet'];
/** One credit is one second of audio. `micro_credits` is exact. */
export type Amount = WalletState['balance'];
/** What one key cost on one day for one kind of work. */
export type UsageRow = Answer<'getUsage'>['usage'][number];
/** Which days (UTC) of usage, and of which key or kind. */
export type UsageQuery = Query<'getUsage'>;
/** The limits on the wallet, and how near they are. */
export type Budgets = Answer<'getBudgets'>;
/** A limit that is told of when it is reached: on what is spent in a calendar month, or on a low balance. */
export type BudgetLimit = Body<'setBudgets'>['budgets'][number];

/** The credits that the organization has and has used. */
export class Credits {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** What there is, what is reserved for work under way, and what is left. */
  async wallet(options?: CallOptions): Promise<WalletState> {
    const call = { method: 'GET', path: '/v1/wallet' } as const;
    return (await this.http.call<Answer<'getWallet'>>(call, options)).wallet;
  }

  /** Limits that the event `wallet.budget_reached` tells of, once a month. */
  budgets(options?: CallOptions): Promise<Budgets> {
    return this.http.call({ method: 'GET', path: '/v1/wallet/budgets' }, options);
  }

  /** Puts these limits in the place of all others. */
  setBudgets(budgets: readonly BudgetLimit[], options?: CallOptions): Promise<Budgets> {
    return this.http.call({ method: 'PUT', path: '/v1/wallet/budgets', json: { budgets } }, options);
  }

  /** Every row, page by page, the newest day first. */
  usage(query: UsageQuery = {}, options?: CallOptions): AsyncGenerator<UsageRow, void> {
    const call = { method: 'GET', path: '/v1/usage', query: { ...query } } as const;
    return readPages<UsageRow>(this.http, call, 'usage', options);
  }
}
