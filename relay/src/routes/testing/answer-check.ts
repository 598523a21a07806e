import type { RequestSpans } from '../../app/tracing/request-spans.js';
import type { HttpReply, HttpRequest } from '../../transport/http-message.js';
import { Router } from '../../transport/router.js';
import { buildOpenApi } from '../reference/openapi.js';
import type { Route } from '../requests/route.js';

/** Nobody reads this answer: the client has gone. */
const UNREAD = 499;

/**
 * Compares every answer of a gateway with the API reference: its status, its headers, its error code, the fields of its body. So each
 * test of a route checks that the reference holds, whatever else it is about.
 */
export class AnswerCheck implements Pick<RequestSpans, 'over' | 'answered' | 'overEndpoint'> {
  /** How answers differ from the reference; empty when none does. */
  readonly faults: string[] = [];
  private readonly router: Router<Route>;
  private readonly documented: ReadonlyMap<string, Documented>;

  constructor(routes: readonly Route[]) {
    this.router = new Router(routes);
    this.documented = answersOf(routes);
  }

  over: RequestSpans['over'] = (application) => ({
    bodyLimitBytes: (method, path) => application.bodyLimitBytes(method, path),
    deadlines: (method, path) => application.deadlines?.(method, path),
    commonHeaders: (request) => application.commonHeaders?.(request) ?? {},
    routeName: (method, path) => application.routeName(method, path),
    handle: async (request) => {
      const reply = await application.handle(request);
      this.check(request, reply);
      return reply;
    },
  });

  answered: RequestSpans['answered'] = () => undefined;

  overEndpoint: RequestSpans['overEndpoint'] = (endpoint) => endpoint;

  private check({ method, path }: HttpRequest, reply: HttpReply): void {
    const match = this.router.match(method, path);
    if (match.kind !== 'found' || match.route.doc === undefined || reply.status === UNREAD) return;
    const { route } = match;
    const name = `${route.method} ${route.path} ${reply.status}`;
    const documented = this.documented.get(name);
    for (const header of ['Retry-After', 'Idempotency-Replayed'])
      if (reply.headers?.[header] !== undefined && documented?.headers?.[header] === undefined)
        this.faults.push(`${name} ${header}: not in the reference`);
    const text = Buffer.from(reply.body ?? '').toString();
    if (reply.status >= 400) {
      const { error } = JSON.parse(text) as { error: { code: string } };
      const codes = documented?.description ?? '';
      if (!codes.includes(`\`${error.code}\``))
        this.faults.push(`${name} ${error.code}: not in the reference`);
      return;
    }
    const answer = match.route.doc.responses[reply.status];
    if (answer === undefined) this.faults.push(`${name}: not in the reference`);
    else if (answer.schema !== undefined) {
      const checked = answer.schema.safeParse(JSON.parse(text));
      if (!checked.success) this.faults.push(`${name}: ${checked.error.message}`);
    } else if (text !== '') this.faults.push(`${name}: has a body, which is not in the reference`);
  }
}

/** What the reference says of one status of an operation. */
interface Documented {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** What the reference says of each status, by `METHOD path status`. */
const answersOf = (routes: readonly Route[]): ReadonlyMap<string, Documented> => {
  const { paths = {} } = buildOpenApi({ routes, version: '0.0.0', events: [] });
  const documented = routes.flatMap(({ method, path, doc }) => {
    if (doc === undefined) return [];
    const operation = paths[path.replaceAll(/:([^/]+)/g, '{$1}')]?.[method.toLowerCase() as 'get'];
    const responses = (operation?.responses ?? {}) as Record<string, Documented>;
    return Object.entries(responses).map(
      ([status, answer]) => [`${method} ${path} ${status}`, answer] as const,
    );
  });
  return new Map(documented);
};
