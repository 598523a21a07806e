import type { Query, Schema } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** Who asked for what, and what came of it; never what was said. */
export type LoggedRequest = Schema<'LoggedRequest'>;
/** Which requests. */
export type RequestQuery = Query<'listRequests'>;
/** What was done to the organization, and by whom. */
export type AuditEntry = Schema<'AuditEntry'>;
/** Which entries. */
export type AuditQuery = Omit<Query<'listAuditEntries'>, 'before'>;

/** What happened in the organization. */
export class Logs {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** Every request of the last seven days, page by page, the newest first. */
  requests(query: RequestQuery = {}, options?: CallOptions): AsyncGenerator<LoggedRequest, void> {
    const call = { method: 'GET', path: '/v1/requests', query: { ...query } } as const;
    return readPages<LoggedRequest>(this.http, call, 'requests', options);
  }

  /** Every entry of the audit log, page by page, the newest first. */
  audit(query: AuditQuery = {}, options?: CallOptions): AsyncGenerator<AuditEntry, void> {
    const call = { method: 'GET', path: '/v1/audit', query: { ...query } } as const;
    return readPages<AuditEntry>(this.http, call, 'entries', options, 'before');
  }
}
