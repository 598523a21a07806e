import type { Answer, Body } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** The organization of the key: its plan and its policy. */
export type OrganizationInfo = Answer<'getOrganization'>['organization'];
/** What changes of the policy; what is left out stays. */
export type OrganizationPolicyChange = Body<'updateOrganization'>['policy'];
/** A row of a table, as it is stored. */
export type ExportedRow = Answer<'exportOrganization'>['rows'][number];

/** The organization of the key. */
export class Organization {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** Name, plan and policy. */
  async get(options?: CallOptions): Promise<OrganizationInfo> {
    const call = { method: 'GET', path: '/v1/organization' } as const;
    return (await this.http.call<Answer<'getOrganization'>>(call, options)).organization;
  }

  /** Sets what an organization may set of itself: how long things are kept, the language of texts, who is not analyzed. */
  async update(policy: OrganizationPolicyChange, options?: CallOptions): Promise<OrganizationInfo> {
    const call = { method: 'PATCH', path: '/v1/organization', json: { policy } } as const;
    return (await this.http.call<Answer<'updateOrganization'>>(call, options)).organization;
  }

  /** Sets how many days sessions that are over stay. 0: not at all. Null: until somebody deletes them. */
  setRetention(days: number | null, options?: CallOptions): Promise<OrganizationInfo> {
    return this.update({ retention_days: days }, options);
  }

  /** Keeps what is said from now on, for so many days from when it was said. Null: nothing is kept, and what was kept is deleted. */
  keepTranscripts(days: number | null, options?: CallOptions): Promise<OrganizationInfo> {
    return this.update({ transcript_days: days }, options);
  }

  /** Everything that is stored, row by row, fetched page by page. */
  export(options?: CallOptions): AsyncGenerator<ExportedRow, void> {
    return readPages<ExportedRow>(
      this.http,
      { method: 'GET', path: '/v1/organization/export' },
      'rows',
      options,
    );
  }

  /**
   * Removes the organization and everything of it, for ever. All its keys stop at once.
   * @param confirm the organization's name
   */
  async delete(confirm: string, options?: CallOptions): Promise<OrganizationInfo> {
    const call = { method: 'DELETE', path: '/v1/organization', query: { confirm } } as const;
    return (await this.http.call<Answer<'deleteOrganization'>>(call, options)).organization;
  }
}
