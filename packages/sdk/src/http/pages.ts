import type { CallOptions, HttpCall, HttpClient } from './http-client.js';

/** Asks for page after page of a list, until `next_cursor` is null. @param list the field that holds a page's rows */
export async function* readPages<R>(
  http: HttpClient,
  call: HttpCall,
  list: string,
  options?: CallOptions,
): AsyncGenerator<R, void> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { ...call.query, ...(cursor !== undefined && { cursor }) };
    const page = await http.call<Record<string, unknown>>({ ...call, query }, options);
    yield* page[list] as readonly R[];
    cursor = page['next_cursor'] as string | null;
  }
}
