import type { Answer, Body, Schema } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

export type PredictionQuality = Schema<'PredictionQuality'>;
export type PredictionVersions = Schema<'PredictionVersions'>;

/** Shows how accurate the organization's predictions were and which version is used, and goes back to an earlier one. */
export class Predictions {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  quality(options?: CallOptions): Promise<PredictionQuality> {
    return this.http.call({ method: 'GET', path: '/v1/predictions/quality' }, options);
  }

  versions(options?: CallOptions): Promise<PredictionVersions> {
    return this.http.call({ method: 'GET', path: '/v1/predictions/versions' }, options);
  }

  rollBack(to: Body<'rollBackPredictions'>, options?: CallOptions): Promise<Answer<'rollBackPredictions'>> {
    return this.http.call({ method: 'POST', path: '/v1/predictions/rollback', json: to }, options);
  }
}
