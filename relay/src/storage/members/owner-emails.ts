import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';

/** The addresses for e-mails about an organization: its owners, otherwise the operator, otherwise none. */
export const ownersOf = async (
  db: Kysely<Schema>,
  orgId: string,
  fallback: string | undefined,
): Promise<readonly string[]> => {
  const rows = await withTenant(db, orgId, (tx) =>
    tx
      .selectFrom('members')
      .select('email')
      .where('org_id', '=', orgId)
      .where('role', '=', 'owner')
      .orderBy('created_at')
      .execute(),
  );
  if (rows.length > 0) return rows.map(({ email }) => email);
  return fallback === undefined ? [] : [fallback];
};
