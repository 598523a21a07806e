import type { Answer, Body } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

export type NewKpi = Body<'createKpi'>;
export type Kpi = Answer<'listKpis'>['kpis'][number];

/** The organization's own figures that are predicted for each session. */
export class Kpis {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  async list(options?: CallOptions): Promise<readonly Kpi[]> {
    const call = { method: 'GET', path: '/v1/kpis' } as const;
    return (await this.http.call<Answer<'listKpis'>>(call, options)).kpis;
  }

  create(kpi: NewKpi, options?: CallOptions): Promise<Answer<'createKpi'>> {
    return this.http.call({ method: 'POST', path: '/v1/kpis', json: kpi }, options);
  }

  redefine(name: string, kpi: Body<'redefineKpi'>, options?: CallOptions): Promise<Answer<'redefineKpi'>> {
    return this.http.call({ method: 'PUT', path: pathOf(name), json: kpi }, options);
  }

  remove(name: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: pathOf(name) }, options);
  }
}

const pathOf = (name: string): string => `/v1/kpis/${encodeURIComponent(name)}`;
