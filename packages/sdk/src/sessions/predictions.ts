import type { Answer, Body } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

/** How well the organization's predictions did, which version it uses, and the way back to an earlier one. */
export class Predictions {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  quality(options?: CallOptions): Promise<Answer<'getPredictionQuality'>> {
    return this.#http.call({ method: 'GET', path: '/v1/predictions/quality' }, options);
  }

  versions(options?: CallOptions): Promise<Answer<'listPredictionVersions'>> {
    return this.#http.call({ method: 'GET', path: '/v1/predictions/versions' }, options);
  }

  rollBack(to: Body<'rollBackPredictions'>, options?: CallOptions): Promise<Answer<'rollBackPredictions'>> {
    return this.#http.call({ method: 'POST', path: '/v1/predictions/rollback', json: to }, options);
  }
}
