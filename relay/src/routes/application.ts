import { Fault } from '../domain/fault.js';
import { NotYoursFault, type RemovedIds, removedFault } from '../domain/removed-ids.js';
import type { Idempotency } from '../domain/idempotency/idempotency.js';
import type { VerifiedApiKey } from '../domain/keys/api-key.js';
import { planLimits } from '../domain/limits/plan-limits.js';
import type { RateState } from '../domain/limits/rate-limiter.js';
import type { RequestSlots } from '../domain/limits/request-slots.js';
import {
  ClientGoneError,
  errorReply,
  HttpError,
  type HttpReply,
  type HttpRequest,
} from '../transport/http-message.js';
import { Router } from '../transport/router.js';
import type { HttpApplication, RequestDeadlines } from '../transport/server.js';
import type { StaticFiles } from '../transport/static-files.js';
import { type Authenticator, rateHeaders, tooMany } from './auth/authenticator.js';
import { lackOfScope } from './auth/credential.js';
import { lackOfRole } from './auth/route-roles.js';
import { runOnce } from './requests/idempotent.js';
import { outageError } from './requests/outage.js';
import type { KeyRoute, Route, RouteContext } from './requests/route.js';
import { defined } from '../domain/defined.js';

export interface ApplicationOptions {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly places: RequestSlots;
  readonly removedIds: RemovedIds;
  /** Built pages: the demo, when it is enabled, and the console. */
  readonly files: readonly Pick<StaticFiles, 'serve'>[];
  /** Called for a bug in the relay. The caller gets `internal_error` and can quote the request id. */
  readonly failed: (error: unknown, requestId: string) => void;
  /** Called when the thread begins to work for a route, for those who watch its stalls. */
  readonly begins?: (route: string) => void;
  /** Called when a request got 503 because the database does not answer. */
  readonly unavailable: (error: unknown, requestId: string) => void;
}

/** Answers every HTTP request: first the route table, then files, then the errors of both. */
export class Application implements HttpApplication {
  private readonly router: Router<Route>;
  private readonly options: ApplicationOptions;
  /** Whose key each request showed, for the access log. */
  private readonly callers = new WeakMap<HttpRequest, VerifiedApiKey>();

  constructor(options: ApplicationOptions) {
    this.options = options;
    this.router = new Router(options.routes);
  }

  bodyLimitBytes(method: string, path: string): number {
    const match = this.router.match(method, path);
    return match.kind === 'found' ? (match.route.bodyLimitBytes ?? 0) : 0;
  }

  deadlines(method: string, path: string): RequestDeadlines | undefined {
    const match = this.router.match(method, path);
    return match.kind === 'found' ? match.route.deadlines : undefined;
  }

  /**
   * For a request that timed out or failed in the relay: the answer contains at least the address's
   * allowance.
   */
  commonHeaders({ remoteAddress }: HttpRequest): Record<string, string> {
    return rateHeaders(this.options.authenticator.peekAnonymous(remoteAddress));
  }

  /** The route name in metrics and logs. It is never the path, because anybody can invent paths. */
  routeName(method: string, path: string): string {
    const match = this.router.match(method, path);
    switch (match.kind) {
      case 'found':
        return match.route.path;
      case 'wrong_method':
        return match.path;
      case 'unknown':
        return 'other';
    }
  }

  /** Whose key a request showed. Undefined without a valid key, and before the key was checked. */
  callerOf(request: HttpRequest): VerifiedApiKey | undefined {
    return this.callers.get(request);
  }

  async handle(request: HttpRequest): Promise<HttpReply> {
    try {
      return await this.route(request);
    } catch (error) {
      // Keys and limits ask the database before any route does.
      const outage = this.outageReply(error, request);
      if (outage === undefined) throw error;
      return withRate(outage, this.options.authenticator.peekAnonymous(request.remoteAddress));
    }
  }

  private outageReply(error: unknown, request: HttpRequest): HttpReply | undefined {
    const outage = outageError(error);
    if (outage === undefined) return undefined;
    this.options.unavailable(error, request.id);
    return errorReply(outage);
  }

  private async route(request: HttpRequest): Promise<HttpReply> {
    const match = this.router.match(request.method, request.path);
    if (match.kind === 'found') return this.call(match.route, { request, params: match.params });
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const file = reading ? await this.file(request) : undefined;
    if (file !== undefined) {
      // A page loads dozens of files, so they are not counted with what else needs no key.
      const flood = this.options.authenticator.countAddress(request.remoteAddress);
      if (!flood.allowed) return withRate(errorReply(tooMany(flood)), flood);
      return withRate(file, this.options.authenticator.peekAnonymous(request.remoteAddress));
    }
    const rate = this.options.authenticator.countAnonymous(request.remoteAddress);
    if (!rate.allowed) return withRate(errorReply(tooMany(rate)), rate);
    return withRate(
      errorReply(match.kind === 'wrong_method' ? wrongMethod(request, match.allow) : unknownPath()),
      rate,
    );
  }

  private async file(request: HttpRequest): Promise<HttpReply | undefined> {
    for (const files of this.options.files) {
      const file = await files.serve(request);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  private async call(route: Route, context: RouteContext): Promise<HttpReply> {
    const { authenticator } = this.options;
    const { headers, remoteAddress } = context.request;
    if (route.access === 'api_key') {
      const admission = await authenticator.admit(headers, remoteAddress);
      if (admission.caller !== undefined) this.callers.set(context.request, admission.caller);
      if (admission.kind === 'refused') return withRate(errorReply(admission.error), admission.rate);
      const { key, member } = admission.caller;
      const lack = member === undefined ? lackOfScope(key, route.scope) : lackOfRole(member, route);
      if (lack !== undefined) return withRate(errorReply(lack), admission.rate);
      const called = { ...context, request: { ...context.request, headers: admission.headers } };
      return withRate(await this.callWithKey(route, called, admission.caller), admission.rate);
    }
    if (route.access === 'admin') {
      const refusal = authenticator.admitOperator(headers, remoteAddress);
      if (refusal !== undefined) return withRate(errorReply(refusal.error), refusal.rate);
      const reply = await this.answer(context, () => route.handle(context));
      return withRate(reply, authenticator.peekAnonymous(remoteAddress));
    }
    const rate = route.counted
      ? authenticator.countAnonymous(remoteAddress)
      : authenticator.peekAnonymous(remoteAddress);
    if (route.counted && !rate.allowed) return withRate(errorReply(tooMany(rate)), rate);
    return withRate(await this.answer(context, () => route.handle(context)), rate);
  }

  private async callWithKey(
    route: KeyRoute,
    context: RouteContext,
    caller: VerifiedApiKey,
  ): Promise<HttpReply> {
    const { id, plan } = caller.organization;
    const most = planLimits(plan).concurrentRequests;
    const place = await this.options.places.acquire(id, most);
    if (place === undefined) return errorReply(tooManyAtOnce(most));
    try {
      return await this.callInPlace(route, context, caller);
    } finally {
      place.release();
    }
  }

  private async callInPlace(
    route: KeyRoute,
    context: RouteContext,
    caller: VerifiedApiKey,
  ): Promise<HttpReply> {
    const { id } = context.request;
    const handle = (workId = id): Promise<HttpReply> => {
      // The key and its limits were asked of the database. From here on it is the route's own work.
      this.options.begins?.(route.path);
      const work = { ...context, request: { ...context.request, id: workId } };
      return this.answer(context, () => this.callAsOwner(route, work, caller));
    };
    const key = route.method === 'POST' ? context.request.headers.get('idempotency-key') : undefined;
    if (key === undefined) return handle();
    return this.answer(context, () =>
      runOnce(this.options.idempotency, { key, request: context.request, caller }, handle),
    );
  }

  /** What the organization itself removed is told to it as such, and to everybody else like what never was. */
  private async callAsOwner(
    route: KeyRoute,
    context: RouteContext,
    caller: VerifiedApiKey,
  ): Promise<HttpReply> {
    try {
      return await route.handle(context, caller);
    } catch (error) {
      if (!(error instanceof NotYoursFault)) throw error;
      const { removedIds } = this.options;
      throw (await removedIds.has(caller.organization.id, error.named)) ? removedFault(error) : error;
    }
  }

  /** A caller's mistake becomes an error answer; anything else is a bug in the relay. */
  private async answer(
    { request }: RouteContext,
    handle: () => HttpReply | Promise<HttpReply>,
  ): Promise<HttpReply> {
    try {
      return await handle();
    } catch (error) {
      if (error instanceof HttpError) return errorReply(error);
      if (error instanceof Fault) return errorReply(fromFault(error));
      // Nobody reads this answer; the status is for the metrics (nginx's "client closed request").
      if (error instanceof ClientGoneError) return { status: 499 };
      const outage = this.outageReply(error, request);
      if (outage !== undefined) return outage;
      this.options.failed(error, request.id);
      return errorReply(new HttpError('internal_error', 'something went wrong on our side'));
    }
  }
}

const withRate = (reply: HttpReply, rate: RateState): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, ...rateHeaders(rate) },
});

/** Converts a fault of the domain to an answer. */
const fromFault = (fault: Fault): HttpError =>
  new HttpError(fault.code, fault.message, {
    cause: fault,
    ...defined({ details: fault.details }),
    ...(fault.retryAfterS !== undefined && { headers: { 'Retry-After': String(fault.retryAfterS) } }),
  });

/** 429 when the organization has as many requests running as its plan allows. */
const tooManyAtOnce = (most: number): HttpError =>
  new HttpError('concurrency_exceeded', `the plan allows ${most} requests at the same time`, {
    headers: { 'Retry-After': '1' },
  });

const wrongMethod = (request: HttpRequest, allow: readonly string[]): HttpError =>
  new HttpError('method_not_allowed', `this path does not answer ${request.method.slice(0, 20)}`, {
    headers: { Allow: allow.join(', ') },
  });

const unknownPath = (): HttpError => new HttpError('not_found', 'there is nothing at this path');
