import type { CallOptions, HttpCall, HttpClient } from './http-client.js';

/** Requests page after page of a list until `next_cursor` is null. @param list the field that holds the rows of a page */
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
