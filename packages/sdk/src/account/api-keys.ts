import type { CallOptions, HttpClient } from '../http/http-client.js';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Leading characters of the key. */
  readonly prefix: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly last_used_at: string | null;
  /** Null: no expiry. */
  readonly expires_at: string | null;
  /** Requests a minute. */
  readonly rate_limit: number;
}

export interface NewApiKey {
  readonly name: string;
  /** ISO 8601, in the future. */
  readonly expires_at?: string;
  readonly rate_limit?: number;
}

export interface CreatedApiKey {
  /** `key` is the secret: it is answered this once. */
  readonly api_key: Pick<ApiKey, 'id' | 'name' | 'created_at'> & { readonly key: string };
  readonly message: string;
}

/** The organization's API keys. */
export class ApiKeys {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  async list(options?: CallOptions): Promise<readonly ApiKey[]> {
    const call = { method: 'GET', path: '/v1/api-keys' } as const;
    return (await this.#http.call<{ api_keys: ApiKey[] }>(call, options)).api_keys;
  }

  create(key: NewApiKey, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#http.call({ method: 'POST', path: '/v1/api-keys', json: key }, options);
  }

  /** Ends the key, and within seconds every stream it opened. */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.#http.call({ method: 'DELETE', path: `/v1/api-keys/${encodeURIComponent(id)}` }, options);
  }
}
