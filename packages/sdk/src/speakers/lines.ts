import type { Schema } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** What is known about a microphone, trunk or queue: how much was heard, and no audio. */
export type Line = Schema<'Line'>;

/** The lines of the organization's calls. */
export class Lines {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** Every line, page by page, the oldest first; one for each model. */
  list(options?: CallOptions): AsyncGenerator<Line, void> {
    const call = { method: 'GET', path: '/v1/lines' } as const;
    return readPages<Line>(this.http, call, 'lines', options);
  }

  /** Forgets a line; without a name, all of them. */
  delete(line?: string, options?: CallOptions): Promise<void> {
    const query = line === undefined ? {} : { line };
    return this.http.call({ method: 'DELETE', path: '/v1/lines', query }, options);
  }
}
