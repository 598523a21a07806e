/** Requests to the REST interface, as a caller without a library would send them. */
import type { RelayProcess } from './relay-process.js';

export interface RestAnswer {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
}

export class RestClient {
  constructor(
    private readonly relay: Pick<RelayProcess, 'url' | 'key'>,
    private readonly key = relay.key,
  ) {}

  async send(
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer> {
    const response = await fetch(`${this.relay.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, json };
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<RestAnswer> {
    return this.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  /** Posts a form; bytes become a file part. */
  form(path: string, fields: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<RestAnswer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([value]), 'speech');
    }
    return this.send('POST', path, form);
  }
}

export interface ErrorBody {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

export const errorOf = ({ json }: RestAnswer): ErrorBody => json['error'] as ErrorBody;
