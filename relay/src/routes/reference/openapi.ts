import { OpenApiGeneratorV31, OpenAPIRegistry, type ResponseConfig } from '@asteasolutions/zod-to-openapi';
import { ERROR_CODES, type ErrorCode } from '@undertone/protocol';
import { z } from 'zod';
import type { EventDoc } from '../../domain/events/event-docs.js';
import type { OperationDoc } from '../requests/operation.js';
import type { Route } from '../requests/route.js';
import { defined } from '../../domain/defined.js';
import { isKept, KEY_SHAPE } from '../../domain/idempotency/idempotency.js';

export interface ReferenceOptions {
  readonly routes: readonly Route[];
  readonly version: string;
  readonly events: readonly EventDoc[];
}

type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** The errors of every operation with a key, besides the ones it names itself. */
const COMMON_FAULTS: readonly ErrorCode[] = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'concurrency_exceeded',
  'internal_error',
  'overloaded',
];
const POST_FAULTS: readonly ErrorCode[] = ['conflict', 'idempotency_mismatch'];

const errorEnvelope = z
  .strictObject({
    error: z
      .strictObject({
        code: z.string().meta({ description: 'Stable; safe to match on.' }),
        message: z.string().meta({ description: 'For people.' }),
        details: z
          .record(z.string(), z.unknown())
          .meta({ description: 'With `validation_error`: messages by parameter.' })
          .optional(),
      })
      .meta({ description: 'What was wrong with the request, or why it could not be answered.' }),
  })
  .meta({ id: 'Error', description: 'Every answer of 400 or more has this body.' });

const envelope = z.object({
  id: z.string().meta({ description: 'Unique event id: the same at every attempt.' }),
  created_at: z.iso.datetime().meta({ description: 'When it happened.' }),
});

/** On every answer: described once and referenced elsewhere. */
const ANSWER_HEADERS = {
  'X-Request-Id': 'Identifier of the request.',
  'X-RateLimit-Limit': 'Requests allowed per minute.',
  'X-RateLimit-Remaining': 'Requests left.',
  'X-RateLimit-Reset': 'Unix timestamp when the limit resets.',
} as const;
/** On some answers. */
const SOME_HEADERS = {
  'Retry-After': 'Seconds after which the same request may be sent again.',
  'Idempotency-Replayed':
    '`true`: the first answer to this `Idempotency-Key`, of which nothing was done again.',
} as const;
type HeaderName = keyof typeof ANSWER_HEADERS | keyof typeof SOME_HEADERS;

/** Answers that say when to come again. Of conflicts, one with a request of the same `Idempotency-Key` that still runs. */
const PASSING_STATUSES: readonly number[] = [409, 429, 503];
const isIdempotent = ({ method, access }: Route): boolean => method === 'POST' && access === 'api_key';

const headersOf = (route: Route, status: number) => {
  const names: HeaderName[] = [...(Object.keys(ANSWER_HEADERS) as (keyof typeof ANSWER_HEADERS)[])];
  if (PASSING_STATUSES.includes(status) && (status !== 409 || isIdempotent(route))) names.push('Retry-After');
  if (isIdempotent(route) && isKept(status)) names.push('Idempotency-Replayed');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
};

const idempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .regex(KEY_SHAPE)
    .meta({
      description:
        'The request is run once for each key; its repetitions within 24 hours get the first answer. The same key with another body is `idempotency_mismatch`.',
    })
    .optional(),
});

const DESCRIPTION = `Analyzes speech for emotion, prosody and what they mean in a line of work.

Every request carries an API key, as \`Authorization: Bearer <API_KEY>\` or \`X-API-Key: <API_KEY>\`. Every answer carries \`X-Request-Id\` and the rate limit headers. Every error is \`{"error": {"code", "message", "details"?}}\`.

Limits of audio: 25 MB a file, one hour decoded. WAV, MP3, OGG (Vorbis, Opus), WebM (Opus), FLAC and M4A, recognized by their bytes; 16 kHz, 16-bit, mono is preferred. A second of audio costs a credit, charged by decoded duration.`;

/** The OpenAPI 3.1 document of every route that has a description. */
export const buildOpenApi = ({ routes, version, events }: ReferenceOptions): Document => {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
  for (const [name, description] of Object.entries(ANSWER_HEADERS)) {
    registry.registerComponent('headers', name, { description, required: true, schema: { type: 'string' } });
  }
  for (const [name, description] of Object.entries(SOME_HEADERS)) {
    registry.registerComponent('headers', name, { description, schema: { type: 'string' } });
  }
  for (const route of routes) if (route.doc !== undefined) registerRoute(registry, route, route.doc);
  for (const { name, summary, description, data, example } of events) {
    const schema = envelope.extend({
      type: z.literal(name).meta({ description: 'What happened.' }),
      data: data.meta({ description: 'The facts about it.' }),
    });
    registry.registerWebhook({
      method: 'post',
      path: name,
      summary,
      description,
      // Signed, and without a key: it is our request to a receiver.
      security: [],
      request: { body: { content: { 'application/json': { schema, example } } } },
      responses: { 200: { description: 'Any 2xx counts as delivered.' } },
    });
  }
  return new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' }).generateDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Undertone',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
    },
  );
};

/** With the scope that a limited key needs, as OpenAPI 3.1 allows for every kind of scheme. */
const securityOf = (route: Route): Record<string, string[]>[] => {
  if (route.access !== 'api_key') return [];
  return [{ bearer: [route.scope] }, { apiKey: [route.scope] }];
};

const registerRoute = (registry: OpenAPIRegistry, route: Route, doc: OperationDoc): void => {
  const { operationId, tag, summary, description, params, query, bodies, responses } = doc;
  registry.registerPath({
    operationId,
    tags: [tag],
    summary,
    ...defined({ description }),
    method: route.method.toLowerCase() as Lowercase<Route['method']>,
    path: templateOf(route.path),
    security: securityOf(route),
    request: {
      ...defined({ params, query }),
      ...(isIdempotent(route) && { headers: idempotencyKey }),
      ...(bodies !== undefined && {
        body: {
          content: Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }])),
        },
      }),
    },
    responses: { ...faultsOf(route, doc), ...answersOf(route, responses) },
  });
};

/** `/v1/sessions/:id` as `/v1/sessions/{id}`. */
export const templateOf = (path: string): string => path.replaceAll(/:([^/]+)/g, '{$1}');

const answersOf = (route: Route, responses: OperationDoc['responses']): Record<string, ResponseConfig> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { description, schema, example }]) => [
      status,
      {
        description,
        headers: headersOf(route, Number(status)),
        ...(schema !== undefined && {
          content: {
            'application/json': { schema, ...defined({ example }) },
          },
        }),
      },
    ]),
  );

/** The error codes of an operation by status. */
const faultsOf = (route: Route, { faults = [], params }: OperationDoc): Record<string, ResponseConfig> => {
  const codes = new Set<ErrorCode>([
    ...(route.access !== 'anyone' ? COMMON_FAULTS : (['rate_limited', 'internal_error'] as const)),
    ...(isIdempotent(route) ? POST_FAULTS : []),
    ...(params === undefined ? [] : (['not_found'] as const)),
    ...(route.bodyLimitBytes === undefined ? [] : (['payload_too_large', 'request_timeout'] as const)),
    ...faults,
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { http } = ERROR_CODES[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [
      String(status),
      {
        description: named.map((code) => `\`${code}\``).join(', '),
        headers: headersOf(route, status),
        content: { 'application/json': { schema: errorEnvelope } },
      },
    ]),
  );
};
