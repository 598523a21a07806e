import type { VerifiedApiKey } from '../../domain/keys/api-key.js';
import type { KeyScope } from '../../domain/keys/key-scopes.js';
import type { HttpReply, HttpRequest } from '../../transport/http-message.js';
import type { RequestDeadlines } from '../../transport/server.js';
import type { OperationDoc } from './operation.js';

export interface RouteContext {
  readonly request: HttpRequest;
  /** The `:name` segments of the path. */
  readonly params: Readonly<Record<string, string>>;
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The largest body it reads; without a value it reads none. */
  readonly bodyLimitBytes?: number;
  /** For the API reference; absent for routes outside the public API (probes, pages). */
  readonly doc?: OperationDoc;
  /** For large bodies and long work; the server’s own deadlines when absent. */
  readonly deadlines?: RequestDeadlines;
}

/** A route without authentication. */
export interface OpenRoute extends RouteBase {
  readonly access: 'anyone';
  /** False for probes and scrapes, which must always be answered, however often they come. */
  readonly counted: boolean;
  handle(context: RouteContext): HttpReply | Promise<HttpReply>;
}

/** A route for valid API keys only; everything it touches belongs to the key's organization. */
export interface KeyRoute extends RouteBase {
  readonly access: 'api_key';
  /** What a limited key must be allowed. */
  readonly scope: KeyScope;
  handle(context: RouteContext, caller: VerifiedApiKey): HttpReply | Promise<HttpReply>;
}

/** A route for the operator's own token only, never for an API key. */
export interface AdminRoute extends RouteBase {
  readonly access: 'admin';
  handle(context: RouteContext): HttpReply | Promise<HttpReply>;
}

/** One row of the route table. The tests for access to other tenants' data are generated from these rows. */
export type Route = OpenRoute | KeyRoute | AdminRoute;
