import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Member } from '../../domain/accounts/member.js';
import type {
  Organization,
  OrganizationChanges,
  OrganizationRecord,
} from '../../domain/accounts/organization.js';
import type { AuditEntry } from '../../domain/audit/audit-entry.js';
import { type Plan, PLANS } from '../../domain/limits/plan-limits.js';
import {
  type OrganizationPolicy,
  parseOrganizationPolicy,
} from '../../domain/accounts/organization-policy.js';
import { appendAudit } from '../audit/audit-repository.js';
import { insertMember } from '../members/member-rows.js';
import type { Schema } from '../database/schema.js';
import { type OnUnreadable, throwUnreadable, UnreadableRowError } from '../../domain/unreadable-row.js';
import { readable } from '../database/stored-json.js';
import type { OrganizationsTable } from '../tables/account-tables.js';

/** Any number that no other lock uses. */
const FIRST_ORGANIZATION_LOCK = 7_204_331;

/** The organizations. */
export class OrganizationRepository {
  private readonly db: Kysely<Schema>;
  private readonly onUnreadable: OnUnreadable;

  constructor(db: Kysely<Schema>, onUnreadable: OnUnreadable = throwUnreadable) {
    this.db = db;
    this.onUnreadable = onUnreadable;
  }

  async create(organization: Organization, createdAt: Date, owner?: Member): Promise<void> {
    await this.db.transaction().execute(async (transaction) => {
      await insert(transaction, organization, createdAt);
      if (owner !== undefined) await insertMember(transaction, owner, 'operator');
    });
  }

  /** Every organization, oldest first. */
  async list(): Promise<readonly OrganizationRecord[]> {
    const rows = await this.db
      .selectFrom('organizations')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return readable(rows, toRecord, this.onUnreadable);
  }

  async findRecord(id: string): Promise<OrganizationRecord | undefined> {
    const row = await this.db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toRecord(row);
  }

  /**
   * Changes name, plan or policy. Each change gets an audit entry. @returns undefined when there is no such
   * organization
   */
  async change(
    id: string,
    changes: OrganizationChanges,
    actor: string,
    at: Date,
  ): Promise<OrganizationRecord | undefined> {
    return this.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const before = toRecord(row);
      const after = { ...before, ...changes, policy: { ...before.policy, ...changes.policy } };
      await transaction
        .updateTable('organizations')
        .set({ name: after.name, plan: after.plan, policy: JSON.stringify(after.policy) })
        .where('id', '=', id)
        .execute();
      for (const entry of describeChanges(before, after)) {
        await appendAudit(transaction, { ...entry, orgId: id, at, actor });
      }
      return after;
    });
  }

  /** Orders its removal. @returns undefined when there is no such organization */
  async close(id: string, actor: string, at: Date): Promise<OrganizationRecord | undefined> {
    return this.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('organizations')
        .set({ closing_at: sql<Date>`coalesce(closing_at, ${at}::timestamptz)` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await appendAudit(transaction, { orgId: id, at, actor, action: 'organization.closed', detail: {} });
      return toRecord(row);
    });
  }

  /** Organizations whose removal was ordered before `at`. */
  async closedBefore(at: Date): Promise<readonly string[]> {
    const rows = await this.db
      .selectFrom('organizations')
      .select('id')
      .where('closing_at', '<', at)
      .execute();
    return rows.map(({ id }) => id);
  }

  /**
   * The oldest organization, or `fresh` when there is none. Relays that start at the same time get the same
   * one.
   */
  async findFirstOrCreate(fresh: Organization, createdAt: Date): Promise<Organization> {
    return this.db.transaction().execute(async (transaction) => {
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
    const row = await this.db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toOrganization(row);
  }
}

const insert = async (
  transaction: Transaction<Schema>,
  organization: Organization,
  createdAt: Date,
): Promise<void> => {
  const { id, name, plan, policy } = organization;
  await transaction
    .insertInto('organizations')
    .values({ id, name, plan, policy: JSON.stringify(policy), created_at: createdAt })
    .execute();
  await appendAudit(transaction, {
    orgId: id,
    at: createdAt,
    actor: 'operator',
    action: 'organization.created',
    detail: { name, plan },
  });
};

type Described = Pick<AuditEntry, 'action' | 'detail'>;

const describeChanges = (before: Organization, after: Organization): Described[] => {
  const changed: Described[] = [];
  if (before.name !== after.name) {
    changed.push({ action: 'organization.renamed', detail: { from: before.name, to: after.name } });
  }
  if (before.plan !== after.plan) {
    changed.push({ action: 'plan.changed', detail: { from: before.plan, to: after.plan } });
  }
  const was = new Map(Object.entries(before.policy));
  const fields = Object.entries(after.policy).filter(([field, value]) => was.get(field) !== value);
  if (fields.length > 0) {
    changed.push({ action: 'policy.changed', detail: Object.fromEntries(fields) });
  }
  return changed;
};

const toRecord = (row: Selectable<OrganizationsTable>): OrganizationRecord => ({
  ...toOrganization(row),
  createdAt: row.created_at,
  closingAt: row.closing_at ?? undefined,
});

export const toOrganization = (
  row: Pick<Selectable<OrganizationsTable>, 'id' | 'name' | 'plan' | 'policy'>,
): Organization => ({
  id: row.id,
  name: row.name,
  plan: toPlan(row.plan),
  policy: policyOf(row),
});

const policyOf = ({
  id,
  policy,
}: Pick<Selectable<OrganizationsTable>, 'id' | 'policy'>): OrganizationPolicy => {
  try {
    return parseOrganizationPolicy(policy);
  } catch (cause) {
    // No default: it could allow what the organization forbade.
    throw new UnreadableRowError(`organization ${id}: policy cannot be read`, { cause });
  }
};

const toPlan = (text: string): Plan => {
  const plan = PLANS.find((known) => known === text);
  if (plan === undefined) throw new UnreadableRowError(`the database holds an unknown plan: ${text}`);
  return plan;
};
