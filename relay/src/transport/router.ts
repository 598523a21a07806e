/** The outcome of looking a request up in the route table. */
export type RouteMatch<R> =
  | { readonly kind: 'found'; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong_method'; readonly path: string; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' };

interface Pattern {
  readonly method: string;
  /** Segments that begin with `:` are parameters, for example `/v1/sessions/:session_id`. */
  readonly path: string;
}

/** Finds the row of a route table for a method and a path. GET's row also answers HEAD. */
export class Router<R extends Pattern> {
  private readonly rows: readonly { readonly route: R; readonly segments: readonly string[] }[];

  constructor(routes: readonly R[]) {
    this.rows = routes.map((route) => ({ route, segments: route.path.split('/') }));
  }

  match(method: string, path: string): RouteMatch<R> {
    const segments = path.split('/');
    const allow = new Set<string>();
    let pattern: string | undefined;
    for (const row of this.rows) {
      const params = matchSegments(row.segments, segments);
      if (params === undefined) continue;
      if (row.route.method === method || (row.route.method === 'GET' && method === 'HEAD')) {
        return { kind: 'found', route: row.route, params };
      }
      pattern ??= row.route.path;
      allow.add(row.route.method);
      if (row.route.method === 'GET') allow.add('HEAD');
    }
    return pattern === undefined
      ? { kind: 'unknown' }
      : { kind: 'wrong_method', path: pattern, allow: [...allow].sort() };
  }
}

const matchSegments = (
  pattern: readonly string[],
  actual: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  if (pattern.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = actual[index] ?? '';
    if (expected.startsWith(':')) {
      if (segment === '') return undefined;
      params[expected.slice(1)] = segment;
    } else if (expected !== segment) return undefined;
  }
  return params;
};
