import type { Answer, Body } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

/** The name of a KPI and its kind: a number in a range, a yes or no, or one of several categories. */
export type NewKpi = Body<'createKpi'>;
/** A figure of the organization’s own that is predicted for each session. */
export type Kpi = Answer<'listKpis'>['kpis'][number];

/** The organization's own figures that are predicted for each session. */
export class Kpis {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** All KPIs. */
  async list(options?: CallOptions): Promise<readonly Kpi[]> {
    const call = { method: 'GET', path: '/v1/kpis' } as const;
    return (await this.http.call<Answer<'listKpis'>>(call, options)).kpis;
  }

  /** Defines a KPI. From then on every answer about a session predicts it. */
  create(kpi: NewKpi, options?: CallOptions): Promise<Answer<'createKpi'>> {
    return this.http.call({ method: 'POST', path: '/v1/kpis', json: kpi }, options);
  }

  /** Defines a KPI anew. With another kind, range or categories its learning begins anew. */
  redefine(name: string, kpi: Body<'redefineKpi'>, options?: CallOptions): Promise<Answer<'redefineKpi'>> {
    return this.http.call({ method: 'PUT', path: pathOf(name), json: kpi }, options);
  }

  /** Deletes a KPI, and the thresholds on it. */
  remove(name: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: pathOf(name) }, options);
  }
}

const pathOf = (name: string): string => `/v1/kpis/${encodeURIComponent(name)}`;
