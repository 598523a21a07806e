import type { Answer, Body } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

/** An API key as it is listed: everything but its secret. */
export type ApiKey = Answer<'listApiKeys'>['api_keys'][number];
/** The name of a new key and what it may do: its scopes, requests a minute and end. */
export type NewApiKey = Body<'createApiKey'>;
/** `api_key.key` is the secret. It is shown only this once. */
export type CreatedApiKey = Answer<'createApiKey'>;

/** The organization's API keys. */
export class ApiKeys {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** Keys that were not revoked, oldest first. */
  async list(options?: CallOptions): Promise<readonly ApiKey[]> {
    const call = { method: 'GET', path: '/v1/api-keys' } as const;
    return (await this.http.call<Answer<'listApiKeys'>>(call, options)).api_keys;
  }

  /** Makes a key. It never has more rights than the key that makes it. The secret is in this answer alone. */
  create(key: NewApiKey, options?: CallOptions): Promise<CreatedApiKey> {
    return this.http.call({ method: 'POST', path: '/v1/api-keys', json: key }, options);
  }

  /** Revokes the key. Every stream that it opened ends within seconds. */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: `/v1/api-keys/${encodeURIComponent(id)}` }, options);
  }
}
