import { type Kysely, sql, type Transaction } from 'kysely';
import type { NewModel } from '../../domain/fine-tune/jobs/fine-tune-store.js';
import type { ActiveModel, TunedModelStore, TunedModelRecord } from '../../domain/fine-tune/tuned-models.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';

/** Customers' models, and which of them are defaults. */
export class TunedModelRepository implements TunedModelStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  async models(orgId: string): Promise<readonly TunedModelRecord[]> {
    // The learned network stays in the job's row: it is large and read only where it is used.
    const { rows } = await withTenant(this.db, orgId, (transaction) =>
      sql<ModelRow>`
        select model.id, model.job_id, model.name, model.version, model.vertical, model.created_at,
               job.base ->> 'sha256' as base_sha256
        from tuned_models model join fine_tune_jobs job on job.id = model.job_id and job.org_id = model.org_id
        where model.org_id = ${orgId} order by model.created_at desc, model.id desc`.execute(transaction),
    );
    return rows.map((row) => ({
      id: row.id,
      orgId,
      jobId: row.job_id,
      name: row.name,
      version: row.version,
      vertical: row.vertical ?? undefined,
      baseSha256: row.base_sha256 ?? '',
      createdAt: row.created_at,
    }));
  }

  async artifact(orgId: string, modelId: string): Promise<unknown> {
    const row = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('tuned_models')
        .select('artifact')
        .where('org_id', '=', orgId)
        .where('id', '=', modelId)
        .executeTakeFirst(),
    );
    return row?.artifact;
  }

  async active(orgId: string): Promise<readonly ActiveModel[]> {
    const { rows } = await withTenant(this.db, orgId, (transaction) =>
      sql<{ vertical: string; model_id: string | null }>`
        select distinct on (vertical) vertical, model_id from model_activations
        where org_id = ${orgId} and undone_at is null order by vertical, id desc`.execute(transaction),
    );
    return rows.map(({ vertical, model_id: modelId }) => ({ vertical, modelId: modelId ?? undefined }));
  }

  async activate(orgId: string, defaults: readonly ActiveModel[], at: Date): Promise<void> {
    await withTenant(this.db, orgId, async (transaction) => {
      for (const { vertical, modelId } of defaults) {
        await insertActivation(transaction, orgId, vertical, modelId, at);
      }
    });
  }

  async rollBack(orgId: string, vertical: string, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (transaction) => {
      const { rows } = await sql<{ at: Date }>`
        update model_activations set undone_at = ${at}
        where org_id = ${orgId} and id = (
          select max(id) from model_activations
          where org_id = ${orgId} and vertical = ${vertical} and undone_at is null
        ) and undone_at is null
        returning at`.execute(transaction);
      const [undone] = rows;
      if (undone === undefined) return false;
      if (vertical === '') {
        // The base model may have replaced several models at once.
        await sql`
          update model_activations set undone_at = ${at}
          where org_id = ${orgId} and at = ${undone.at} and model_id is null and id in (
            select max(id) from model_activations
            where org_id = ${orgId} and vertical <> '' and undone_at is null group by vertical
          )`.execute(transaction);
      }
      return true;
    });
  }
}

interface ModelRow {
  readonly id: string;
  readonly job_id: string;
  readonly name: string;
  readonly version: number;
  readonly vertical: string | null;
  readonly created_at: Date;
  readonly base_sha256: string | null;
}

const insertActivation = async (
  transaction: Transaction<Schema>,
  orgId: string,
  vertical: string,
  modelId: string | undefined,
  at: Date,
): Promise<void> => {
  await transaction
    .insertInto('model_activations')
    .values({ org_id: orgId, vertical, model_id: modelId ?? null, at, undone_at: null })
    .execute();
};

/** Writes a job's model as the next version of its name. @returns the version */
export const insertModel = async (
  transaction: Transaction<Schema>,
  orgId: string,
  jobId: string,
  { id, name, vertical, artifact, activate }: NewModel,
  at: Date,
): Promise<number> => {
  // Two jobs with the same name that end together must not get the same number.
  await sql`select pg_advisory_xact_lock(hashtext(${`model ${orgId} ${name}`}))`.execute(transaction);
  const { newest } = await transaction
    .selectFrom('tuned_models')
    .select((expressions) => expressions.fn.max('version').as('newest'))
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  // In an empty table the largest version is null.
  const version = ((newest as number | null) ?? 0) + 1;
  await transaction
    .insertInto('tuned_models')
    .values({
      id,
      org_id: orgId,
      job_id: jobId,
      name,
      version,
      vertical: vertical ?? null,
      artifact: toJsonb(artifact),
      created_at: at,
    })
    .execute();
  if (activate) await insertActivation(transaction, orgId, vertical ?? '', id, at);
  return version;
};
