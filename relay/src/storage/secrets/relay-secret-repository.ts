import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.js';

/** Which secrets this database needs, by their ids. */
export interface NeededSecrets {
  /** What relays sign stream tokens with; undefined before the first start. */
  readonly token: string | undefined;
  readonly webhooks: readonly string[];
  readonly voices: readonly string[];
}

const TOKEN = 'stream tokens';

/** Tells the secrets that a database is used with. It holds none of them. */
export class RelaySecretRepository {
  constructor(private readonly db: Kysely<Schema>) {}

  /** What sealed secrets and voices say about the keys that open them. */
  async needed(): Promise<NeededSecrets> {
    const token = await this.db
      .selectFrom('relay_secrets')
      .select('key_id')
      .where('purpose', '=', TOKEN)
      .executeTakeFirst();
    const webhooks = await sql<{ id: string }>`
      select distinct split_part(sealed, '.', 2) as id from (
        select secret as sealed from webhooks
        union all select previous_secret from webhooks where previous_secret is not null) as each`.execute(
      this.db,
    );
    const voices = await sql<{ id: string }>`
      select distinct encode(substring(sealed from 2 for 6), 'hex') as id from (
        select sealed from speaker_templates union all select sealed from speaker_baselines) as each`.execute(
      this.db,
    );
    return {
      token: token?.key_id,
      webhooks: webhooks.rows.map(({ id }) => id),
      voices: voices.rows.map(({ id }) => id),
    };
  }

  /** Of relays that start together, the first one decides. @returns what is there then */
  async claimToken(keyId: string, now: Date): Promise<string> {
    await this.db
      .insertInto('relay_secrets')
      .values({ purpose: TOKEN, key_id: keyId, since: now })
      .onConflict((conflict) => conflict.column('purpose').doNothing())
      .execute();
    const { key_id: stored } = await this.db
      .selectFrom('relay_secrets')
      .select('key_id')
      .where('purpose', '=', TOKEN)
      .executeTakeFirstOrThrow();
    return stored;
  }

  async replaceToken(keyId: string, now: Date): Promise<void> {
    await this.db
      .updateTable('relay_secrets')
      .set({ key_id: keyId, since: now })
      .where('purpose', '=', TOKEN)
      .execute();
  }
}
