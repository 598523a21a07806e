import type { Answer, Body, Schema } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

/** The base model, or one of the organization's own models. */
export type Model = Schema<'Model'>;

/** Lists the models, sets the one for requests that name none, and goes back to an earlier one. */
export class Models {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** The base model and the organization’s own, with which of them is the default. */
  async list(options?: CallOptions): Promise<readonly Model[]> {
    const call = { method: 'GET', path: '/v1/models' } as const;
    return (await this.http.call<Answer<'listModels'>>(call, options)).models;
  }

  /** @param name a model's name; the base model's name goes back to it */
  activate(
    name: string,
    which: Body<'activateModel'> = {},
    options?: CallOptions,
  ): Promise<Answer<'activateModel'>> {
    const path = `/v1/models/${encodeURIComponent(name)}/activate`;
    return this.http.call({ method: 'POST', path, json: which }, options);
  }

  /** Takes the last activation back. */
  rollBack(which: Body<'rollBackModel'> = {}, options?: CallOptions): Promise<Answer<'rollBackModel'>> {
    return this.http.call({ method: 'POST', path: '/v1/models/rollback', json: which }, options);
  }
}
