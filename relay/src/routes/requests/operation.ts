import { z } from 'zod';
import type { ErrorCode } from '@undertone/protocol';
import type { VerifiedApiKey } from '../../domain/keys/api-key.js';
import type { HttpReply, HttpRequest } from '../../transport/http-message.js';
import { checkInput, MOST_PROBLEMS, type Problems, readJsonBody } from './json-body.js';
import type { AdminRoute, KeyRoute, RouteContext } from './route.js';
import { defined } from '../../domain/defined.js';

const BODY_LIMIT_BYTES = 64 * 1024;

/** One answer of an operation, as the API reference shows it. */
export interface ResponseDoc {
  readonly description: string;
  /** Absent when there is no body. */
  readonly schema?: z.ZodType;
  readonly example?: unknown;
}

/**
 * What the API reference says about an operation. It is part of the route table, so that both always agree.
 */
export interface OperationDoc {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** By media type. */
  readonly bodies?: Readonly<Record<string, z.ZodType>>;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** Besides the errors of every operation with a key, 400, 401, 403, 429 and 500, and 404 where its path has an id. */
  readonly faults?: readonly ErrorCode[];
}

const noFields = z.strictObject({});
type NoFields = typeof noFields;

export interface OperationInput<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly request: HttpRequest;
}

export interface OperationSpec<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
> extends Omit<OperationDoc, 'params' | 'query' | 'bodies'> {
  readonly method: KeyRoute['method'];
  readonly scope: KeyRoute['scope'];
  /** `:name` segments match the fields of `params`. */
  readonly path: string;
  readonly params?: P;
  readonly query?: Q;
  /** A JSON body. A route that reads its body differently builds its own row with a `doc`. */
  readonly body?: B;
  readonly bodyLimitBytes?: number;
  readonly handle: (input: OperationInput<P, Q, B>, caller: VerifiedApiKey) => HttpReply | Promise<HttpReply>;
}

/**
 * Builds a row of the route table from one description: the same schemas check a request, give the handler
 * its types and make the API reference. Unknown fields are refused in the query and in the body.
 */
export const defineOperation = <
  P extends z.ZodObject = NoFields,
  Q extends z.ZodObject = NoFields,
  B extends z.ZodType = NoFields,
>(
  spec: OperationSpec<P, Q, B>,
): KeyRoute => {
  const { method, path, scope, params, query, body, bodyLimitBytes, handle, ...doc } = spec;
  return {
    method,
    path,
    access: 'api_key',
    scope,
    ...(body !== undefined && { bodyLimitBytes: bodyLimitBytes ?? BODY_LIMIT_BYTES }),
    doc: {
      ...doc,
      ...defined({ params, query }),
      ...(body !== undefined && { bodies: { 'application/json': body } }),
    },
    async handle(context, caller) {
      return handle(await readInput(spec, context), caller);
    },
  };
};

/** An operation for the operator; it is not part of the public API reference. */
export interface AdminOperationSpec<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
> extends Pick<OperationSpec<P, Q, B>, 'method' | 'path' | 'params' | 'query' | 'body'> {
  readonly handle: (input: OperationInput<P, Q, B>) => HttpReply | Promise<HttpReply>;
}

/** A row of the operator's API. Its input is checked like the input of any other operation. */
export const defineAdminOperation = <
  P extends z.ZodObject = NoFields,
  Q extends z.ZodObject = NoFields,
  B extends z.ZodType = NoFields,
>(
  spec: AdminOperationSpec<P, Q, B>,
): AdminRoute => ({
  method: spec.method,
  path: spec.path,
  access: 'admin',
  ...(spec.body !== undefined && { bodyLimitBytes: BODY_LIMIT_BYTES }),
  handle: async (context) => spec.handle(await readInput(spec, context)),
});

const readInput = async <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  { params, query, body }: Pick<OperationSpec<P, Q, B>, 'params' | 'query' | 'body'>,
  { request, params: segments }: RouteContext,
): Promise<OperationInput<P, Q, B>> => {
  const input = {
    params: checkInput<unknown>(params ?? noFields, segments),
    query: checkInput<unknown>(query ?? noFields, Object.fromEntries(request.query), repeated(request.query)),
    body: body === undefined ? {} : await readJsonBody<unknown>(request, body),
    request,
  };
  // The schema that its type comes from has just read each part; the compiler cannot see that through `??`.
  return input as OperationInput<P, Q, B>;
};

/** No parameter of a query is a list: one that comes twice was put together wrongly. */
const repeated = (query: URLSearchParams): Problems => {
  const twice = [...query.keys()].filter((name, place, all) => all.indexOf(name) < place);
  return Object.fromEntries(
    twice.slice(0, MOST_PROBLEMS).map((name) => [name.slice(0, 64), ['is given twice']]),
  );
};
