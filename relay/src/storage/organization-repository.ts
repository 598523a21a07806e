import { type Kysely, type Selectable, sql } from 'kysely';
import type { Organization } from '../domain/accounts/organization.js';
import { type Plan, PLANS } from '../domain/limits/plan-limits.js';
import { parseOrganizationPolicy } from '../domain/policy/organization-policy.js';
import type { Schema } from './schema.js';
import type { OrganizationsTable } from './tables/account-tables.js';

/** Any number that no other lock uses. */
const FIRST_ORGANIZATION_LOCK = 7_204_331;

/** Organisations. */
export class OrganizationRepository {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  async create(organization: Organization, createdAt: Date): Promise<void> {
    await insert(this.#db, organization, createdAt);
  }

  /** The oldest organisation; `fresh` when there is none. Relays that start together agree on one. */
  async findFirstOrCreate(fresh: Organization, createdAt: Date): Promise<Organization> {
    return this.#db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${FIRST_ORGANIZATION_LOCK})`.execute(transaction);
      const row = await transaction
        .selectFrom('organizations')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (row !== undefined) return toOrganization(row);
      await insert(transaction, fresh, createdAt);
      return fresh;
    });
  }

  async find(id: string): Promise<Organization | undefined> {
    const row = await this.#db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toOrganization(row);
  }

  async setPlan(id: string, plan: Plan): Promise<void> {
    await this.#db.updateTable('organizations').set({ plan }).where('id', '=', id).execute();
  }
}

const insert = async (db: Kysely<Schema>, organization: Organization, createdAt: Date): Promise<void> => {
  const { id, name, plan, policy } = organization;
  await db
    .insertInto('organizations')
    .values({ id, name, plan, policy: JSON.stringify(policy), created_at: createdAt })
    .execute();
};

export const toOrganization = (
  row: Pick<Selectable<OrganizationsTable>, 'id' | 'name' | 'plan' | 'policy'>,
): Organization => ({
  id: row.id,
  name: row.name,
  plan: toPlan(row.plan),
  policy: parseOrganizationPolicy(row.policy),
});

const toPlan = (text: string): Plan => {
  const plan = PLANS.find((known) => known === text);
  if (plan === undefined) throw new Error(`the database holds an unknown plan: ${text}`);
  return plan;
};
