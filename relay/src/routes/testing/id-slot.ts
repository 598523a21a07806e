import type { GatewayRig, Tenant } from './gateway-rig.js';

/** Whose an id is, seen from the caller. `deleted` was the caller's own; `none` was never given out. */
export const OWNERSHIPS = ['own', 'other', 'none', 'deleted'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** @param before the ids of the slots before it, for what lies within another thing */
export type Maker = (rig: GatewayRig, tenant: Tenant, before: ReadonlyMap<string, string>) => Promise<string>;

/** One place of a request that names something: a path segment, or a field of the query or body. */
export interface IdSlot {
  /** The `:name` of the path, or the field's name. */
  readonly name: string;
  /** Makes something that belongs to the tenant. @returns its id */
  readonly make: Maker;
  /** Makes it and takes it away again, as an API call of the tenant would. */
  readonly makeDeleted: Maker;
  /** Well-formed, and nobody's. */
  readonly none: () => string;
  /** The status for each; absent, 403 with one body for all but `own`. */
  readonly expected: { readonly own: number } & Partial<Readonly<Record<Ownership, number>>>;
}

/** What the matrix knows about a row of the route table that needs an API key. */
export interface TenantRow {
  /** Everything in the request that could name something of another organization. */
  readonly ids: readonly IdSlot[];
  /** A body that is good but for the ids; those not in the path are added to it. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Where ids that are not in the path go; absent, the body. */
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
