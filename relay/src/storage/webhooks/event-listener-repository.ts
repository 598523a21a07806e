import type { Kysely } from 'kysely';
import { type EventName, isEventType } from '../../domain/events/event-names.js';
import type { EventBodies, EventListenerStore, WrittenEvent } from '../../domain/webhooks/event-listeners.js';
import type { Schema } from '../database/schema.js';

const EVENTS_PER_ROUND = 1_000;

/** Who listens, on every relay; and the events of their organizations. */
export class EventListenerRepository implements EventListenerStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  async register(
    { id, orgId, events }: { id: string; orgId: string; events: readonly EventName[] },
    until: Date,
  ): Promise<void> {
    const row = { id, org_id: orgId, events: JSON.stringify(events), expires_at: until };
    await this.db.insertInto('event_listeners').values(row).execute();
  }

  async keep(ids: readonly string[], until: Date): Promise<void> {
    await this.db
      .updateTable('event_listeners')
      .set({ expires_at: until })
      .where('id', 'in', [...ids])
      .execute();
  }

  async remove(id: string, now: Date): Promise<void> {
    await this.db
      .deleteFrom('event_listeners')
      .where((row) => row.or([row('id', '=', id), row('expires_at', '<', now)]))
      .execute();
  }

  async eventsSince(orgIds: readonly string[], since: Date): Promise<readonly WrittenEvent[]> {
    const rows = await this.db
      .selectFrom('events')
      .select(['id', 'org_id', 'type', 'created_at'])
      .where('created_at', '>=', since)
      .where('org_id', 'in', [...orgIds])
      .where('only_webhook_id', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(EVENTS_PER_ROUND)
      .execute();
    return rows.flatMap(({ id, org_id: orgId, type, created_at: at }) =>
      isEventType(type) ? [{ id, orgId, type, createdAtMs: at.getTime() }] : [],
    );
  }

  async bodies(ids: readonly string[]): Promise<readonly EventBodies[]> {
    if (ids.length === 0) return [];
    const rows = await this.db
      .selectFrom('events')
      .select(['id', 'body', 'alternate_body'])
      .where('id', 'in', [...ids])
      .execute();
    return rows.map(({ id, body, alternate_body: alternate }) => ({
      id,
      body,
      alternateBody: alternate ?? undefined,
    }));
  }
}
