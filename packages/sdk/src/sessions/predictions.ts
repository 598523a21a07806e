import type { Answer, Body, Schema } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

/** How right the predictions were of sessions whose outcome is known. */
export type PredictionQuality = Schema<'PredictionQuality'>;
/** The versions of what the organization’s predictions learned, and which of them is used. */
export type PredictionVersions = Schema<'PredictionVersions'>;

/** Shows how accurate the organization's predictions were and which version is used, and goes back to an earlier one. */
export class Predictions {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** How right the predictions were, against the prior and the running base rate. */
  quality(options?: CallOptions): Promise<PredictionQuality> {
    return this.http.call({ method: 'GET', path: '/v1/predictions/quality' }, options);
  }

  /** What was learned, oldest first. */
  versions(options?: CallOptions): Promise<PredictionVersions> {
    return this.http.call({ method: 'GET', path: '/v1/predictions/versions' }, options);
  }

  /** Goes back to an earlier version; 0 is the prior. */
  rollBack(to: Body<'rollBackPredictions'>, options?: CallOptions): Promise<Answer<'rollBackPredictions'>> {
    return this.http.call({ method: 'POST', path: '/v1/predictions/rollback', json: to }, options);
  }
}
