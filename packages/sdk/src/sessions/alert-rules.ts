import type { Answer, Body, Schema } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

/** When a prediction or a KPI of a session raises an alert: its metric, threshold and how long it must hold. */
export type AlertRule = Schema<'AlertRules'>['alerts'][number];

/** When a prediction raises an alert. */
export class AlertRules {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** The rules in force, the defaults where none were set. */
  get(options?: CallOptions): Promise<Answer<'getAlertRules'>> {
    return this.http.call({ method: 'GET', path: '/v1/alerts' }, options);
  }

  /** Replaces all rules. */
  set(rules: Body<'setAlertRules'>, options?: CallOptions): Promise<Answer<'setAlertRules'>> {
    return this.http.call({ method: 'PUT', path: '/v1/alerts', json: rules }, options);
  }

  /** Restores the defaults. */
  reset(options?: CallOptions): Promise<Answer<'resetAlertRules'>> {
    return this.http.call({ method: 'DELETE', path: '/v1/alerts' }, options);
  }
}
