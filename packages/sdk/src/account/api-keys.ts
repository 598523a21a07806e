import type { Answer, Body } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

export type ApiKey = Answer<'listApiKeys'>['api_keys'][number];
export type NewApiKey = Body<'createApiKey'>;
/** `api_key.key` is the secret. It is shown only this once. */
export type CreatedApiKey = Answer<'createApiKey'>;

/** The organization's API keys. */
export class ApiKeys {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  async list(options?: CallOptions): Promise<readonly ApiKey[]> {
    const call = { method: 'GET', path: '/v1/api-keys' } as const;
    return (await this.http.call<Answer<'listApiKeys'>>(call, options)).api_keys;
  }

  create(key: NewApiKey, options?: CallOptions): Promise<CreatedApiKey> {
    return this.http.call({ method: 'POST', path: '/v1/api-keys', json: key }, options);
  }

  /** Revokes the key. Every stream that it opened ends within seconds. */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: `/v1/api-keys/${encodeURIComponent(id)}` }, options);
  }
}
