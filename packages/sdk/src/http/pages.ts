import type { CallOptions, HttpCall, HttpClient } from './http-client.js';

/**
 * Requests page after page of a list until the answer names no next one.
 * @param list the field that holds the rows of a page
 * @param next the parameter that asks for the next page; the answer names its value with `next_` before it
 */
export async function* readPages<R>(
  http: HttpClient,
  call: HttpCall,
  list: string,
  options?: CallOptions,
  next: 'cursor' | 'before' = 'cursor',
): AsyncGenerator<R, void> {
  let from: string | number | null | undefined;
  while (from !== null) {
    const query = { ...call.query, ...(from !== undefined && { [next]: from }) };
    const page = await http.call<Record<string, unknown>>({ ...call, query }, options);
    yield* page[list] as readonly R[];
    from = page[`next_${next}`] as string | number | null;
  }
}
