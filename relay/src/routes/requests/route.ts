import type { VerifiedApiKey } from '../../domain/keys/api-key.js';
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
  /** How much body it reads; absent, none. */
  readonly bodyLimitBytes?: number;
  /** What the API reference says; absent for what is no part of the public API (probes, pages). */
  readonly doc?: OperationDoc;
  /** For large bodies and long work; absent, the server’s own deadlines. */
  readonly deadlines?: RequestDeadlines;
}

/** Anybody may call it. */
export interface OpenRoute extends RouteBase {
  readonly access: 'anyone';
  /** False for probes and scrapes, which must be answered however often they come. */
  readonly counted: boolean;
  handle(context: RouteContext): HttpReply | Promise<HttpReply>;
}

/** Only a valid API key may call it; everything it touches belongs to that key's organisation. */
export interface KeyRoute extends RouteBase {
  readonly access: 'api_key';
  handle(context: RouteContext, caller: VerifiedApiKey): HttpReply | Promise<HttpReply>;
}

/** Only the operator's own token may call it; an API key never may. */
export interface AdminRoute extends RouteBase {
  readonly access: 'admin';
  handle(context: RouteContext): HttpReply | Promise<HttpReply>;
}

/** One row of the route table. Tests of other tenants' access are generated from these rows. */
export type Route = OpenRoute | KeyRoute | AdminRoute;
