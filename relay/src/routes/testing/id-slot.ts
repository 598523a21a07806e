import type { GatewayRig, Tenant } from './gateway-rig.js';

/** The owner of an id from the caller's view. `deleted` was the caller's own; `none` was never issued. */
export const OWNERSHIPS = ['own', 'other', 'none', 'deleted'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** @param before the ids of the earlier slots, for things that belong to another thing */
export type Maker = (rig: GatewayRig, tenant: Tenant, before: ReadonlyMap<string, string>) => Promise<string>;

/** One place of a request that names something: a path segment, or a field of the query or body. */
export interface IdSlot {
  /** The `:name` of the path, or the field's name. */
  readonly name: string;
  /** Makes something that belongs to the tenant. @returns its id */
  readonly make: Maker;
  /** Makes it and deletes it again, as an API call of the tenant would. */
  readonly makeDeleted: Maker;
  /** A well-formed id that nobody owns. */
  readonly none: () => string;
  /** The expected status for each owner; when absent, 403 with the same body for all but `own`. */
  readonly expected: { readonly own: number } & Partial<Readonly<Record<Ownership, number>>>;
}

/** The access tests' data for a row of the route table that needs an API key. */
export interface TenantRow {
  /** Every part of the request that could name something of another organization. */
  readonly ids: readonly IdSlot[];
  /** A body that is valid except for the ids; the ids that are not in the path are added to it. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The place of ids that are not in the path; the body when absent. */
  readonly idsIn?: 'body' | 'query';
}

/** Does what the tenant's own server would do. @returns the answer's JSON */
export const asTenant = async <T>(
  rig: GatewayRig,
  { key }: Tenant,
  method: string,
  path: string,
  body?: object,
): Promise<T> => {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};
