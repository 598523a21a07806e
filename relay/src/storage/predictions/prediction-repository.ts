import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { alertRuleSchema } from '../../domain/alerts/alert-rule.js';
import { kpiDefinitionSchema } from '../../domain/kpis/definition.js';
import {
  type PredictionScores,
  predictionScoresSchema,
} from '../../domain/predictions/prediction-quality.js';
import { type Change, changeSchema } from '../../domain/predictions/models/versions.js';
import type {
  InsightSettings,
  LearningStore,
  LearningStep,
  LessonPage,
  StoredLesson,
  VersionNote,
} from '../../domain/conversations/conversation-store.js';
import {
  learnedExampleSchema,
  learnedVersionSchema,
  type LearnedVersion,
} from '../../domain/conversations/learning/learned-model.js';
import { type OnUnreadable, throwUnreadable } from '../../domain/unreadable-row.js';
import { toJsonb } from '../database/jsonb.js';
import { readable, readStored, unlessUnreadable } from '../database/stored-json.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';

/**
 * The number of versions whose full document is kept, about 30 kB each. Older versions keep only their row.
 */
const KEPT_VERSIONS = 200;

const DEFAULT_SETTINGS: InsightSettings = { kpis: [], alerts: null };
/** As of a conversation that was deleted since. */
const UNKNOWN_CHANGE: Change = { kind: 'outcome', sessionId: '' };

const settingsSchema = z.object({
  kpis: z.array(kpiDefinitionSchema),
  alerts: z.array(alertRuleSchema).nullable(),
});

/** The predictions that organizations want, and what was learned from their outcomes. */
export class PredictionRepository implements LearningStore {
  private readonly db: Kysely<Schema>;
  private readonly onUnreadable: OnUnreadable;

  /**
   * @param onUnreadable told of what cannot be read: sessions end and are deleted without it, and what was learned is learned anew.
   *   Only who changes settings that cannot be read is refused, since the change would replace them
   */
  constructor(db: Kysely<Schema>, onUnreadable: OnUnreadable = throwUnreadable) {
    this.db = db;
    this.onUnreadable = onUnreadable;
  }

  settings(orgId: string): Promise<InsightSettings> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await settingsRow(transaction, orgId).executeTakeFirst();
      return unlessUnreadable(this.onUnreadable, () => toSettings(orgId, row)) ?? DEFAULT_SETTINGS;
    });
  }

  settingsAndHead(
    orgId: string,
  ): Promise<{ readonly settings: InsightSettings; readonly headNumber: number | undefined }> {
    return withTenant(this.db, orgId, async (transaction) => {
      const { rows } = await sql<{ kpis: unknown; alerts: unknown; head: number | null }>`
        select s.kpis, s.alerts, (select max(version) from taught_versions where org_id = ${orgId}) as head
        from (values (${orgId})) as asked (org_id) left join insight_settings s on s.org_id = asked.org_id`.execute(
        transaction,
      );
      const [row] = rows;
      if (row === undefined) throw new Error('a left join of one row gives one row');
      const { kpis, alerts, head } = row;
      return {
        settings:
          unlessUnreadable(this.onUnreadable, () =>
            toSettings(orgId, kpis === null ? undefined : { kpis, alerts }),
          ) ?? DEFAULT_SETTINGS,
        headNumber: head ?? undefined,
      };
    });
  }

  changeSettings(
    orgId: string,
    decide: (settings: InsightSettings) => InsightSettings,
  ): Promise<InsightSettings> {
    return withTenant(this.db, orgId, async (transaction) => {
      await transaction
        .insertInto('insight_settings')
        .values({ org_id: orgId, kpis: '[]' })
        .onConflict((conflict) => conflict.column('org_id').doNothing())
        .execute();
      const next = decide(
        toSettings(orgId, await settingsRow(transaction, orgId).forUpdate().executeTakeFirst()),
      );
      await transaction
        .updateTable('insight_settings')
        .set({ kpis: toJsonb(next.kpis), alerts: next.alerts === null ? null : toJsonb(next.alerts) })
        .where('org_id', '=', orgId)
        .execute();
      return next;
    });
  }

  headNumber(orgId: string): Promise<number | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .selectFrom('taught_versions')
        .select('version')
        .where('org_id', '=', orgId)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.version;
    });
  }

  version(orgId: string, version: number): Promise<LearnedVersion | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .selectFrom('taught_versions')
        .select('document')
        .where('org_id', '=', orgId)
        .where('version', '=', version)
        .executeTakeFirst();
      if (row === undefined || row.document === null) return undefined;
      const where = `taught_versions of ${orgId}, version ${version}: document`;
      return unlessUnreadable(this.onUnreadable, () => readStored(learnedVersionSchema, row.document, where));
    });
  }

  notes(orgId: string): Promise<readonly VersionNote[]> {
    return withTenant(this.db, orgId, async (transaction) => {
      const rows = await transaction
        .selectFrom('taught_versions')
        .select(['version', 'parent', 'change', 'outcomes', 'created_at'])
        .select(sql<boolean>`document is not null`.as('kept'))
        .where('org_id', '=', orgId)
        .orderBy('version')
        .execute();
      return rows.map(({ created_at, change, ...note }) => {
        const where = `taught_versions of ${orgId}, version ${note.version}: change`;
        return {
          ...note,
          change:
            unlessUnreadable(this.onUnreadable, () => readStored(changeSchema, change, where)) ??
            UNKNOWN_CHANGE,
          createdAt: created_at.toISOString(),
        };
      });
    });
  }

  scores(orgId: string): Promise<PredictionScores | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .selectFrom('prediction_scores')
        .select('scores')
        .where('org_id', '=', orgId)
        .executeTakeFirst();
      return (
        row &&
        unlessUnreadable(this.onUnreadable, () =>
          readStored(predictionScoresSchema, row.scores, `prediction_scores of ${orgId}`),
        )
      );
    });
  }

  async hasLesson(orgId: string, sessionId: string): Promise<boolean> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .selectFrom('taught_lessons')
        .select('session_id')
        .where('org_id', '=', orgId)
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return row !== undefined;
    });
  }

  lessons(orgId: string, after: string | undefined, most: number): Promise<LessonPage> {
    return withTenant(this.db, orgId, async (transaction) => {
      let query = transaction
        .selectFrom('taught_lessons')
        .selectAll()
        .where('org_id', '=', orgId)
        .orderBy('position')
        .limit(most);
      if (after !== undefined) query = query.where('position', '>', after);
      const rows = await query.execute();
      const last = rows.length < most ? undefined : rows.at(-1);
      return {
        lessons: readable(rows, toLesson, this.onUnreadable),
        ...(last !== undefined && { next: last.position }),
      };
    });
  }

  write({ version, scores, lesson, forget }: LearningStep): Promise<boolean> {
    const { organizationId: orgId } = version;
    return withTenant(this.db, orgId, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('taught_versions')
        .values({
          org_id: orgId,
          version: version.version,
          parent: version.parent,
          change: toJsonb(version.change),
          outcomes: version.outcomes,
          created_at: new Date(version.createdAt),
          document: toJsonb(version),
        })
        .onConflict((conflict) => conflict.columns(['org_id', 'version']).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await transaction
        .updateTable('taught_versions')
        .set({ document: null })
        .where('org_id', '=', orgId)
        .where('version', '=', version.version - KEPT_VERSIONS)
        .execute();
      if (scores !== undefined) await putScores(transaction, orgId, scores);
      if (lesson !== undefined) await putLesson(transaction, lesson);
      if (forget !== undefined) {
        await transaction
          .deleteFrom('taught_lessons')
          .where('org_id', '=', orgId)
          .where('session_id', '=', forget)
          .execute();
      }
      return true;
    });
  }
}

const settingsRow = (transaction: Transaction<Schema>, orgId: string) =>
  transaction.selectFrom('insight_settings').select(['kpis', 'alerts']).where('org_id', '=', orgId);

const toSettings = (orgId: string, row: object | undefined): InsightSettings =>
  row === undefined ? DEFAULT_SETTINGS : readStored(settingsSchema, row, `insight_settings of ${orgId}`);

const putScores = async (
  transaction: Transaction<Schema>,
  orgId: string,
  scores: PredictionScores,
): Promise<void> => {
  const text = toJsonb(scores);
  await transaction
    .insertInto('prediction_scores')
    .values({ org_id: orgId, scores: text })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ scores: text }))
    .execute();
};

const putLesson = async (transaction: Transaction<Schema>, lesson: StoredLesson): Promise<void> => {
  const text = toJsonb(lesson.example);
  await transaction
    .insertInto('taught_lessons')
    .values({ org_id: lesson.organizationId, session_id: lesson.sessionId, example: text })
    .onConflict((conflict) => conflict.columns(['org_id', 'session_id']).doUpdateSet({ example: text }))
    .execute();
};

const toLesson = (row: { org_id: string; session_id: string; example: unknown }): StoredLesson => ({
  organizationId: row.org_id,
  sessionId: row.session_id,
  example: readStored(
    learnedExampleSchema,
    row.example,
    `taught_lessons of ${row.org_id}, session ${row.session_id}: example`,
  ),
});
