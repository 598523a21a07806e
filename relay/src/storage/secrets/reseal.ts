import type { Kysely } from 'kysely';
import { TemplateVault, TemplateVaultError } from '../../domain/speakers/template-vault.js';
import { SecretBox, SecretBoxError } from '../../domain/webhooks/secret-box.js';
import type { Schema } from '../database/schema.js';

/** Rows that are read at a time. */
const PAGE = 500;

/** What became of the rows of a table. */
export interface Resealed {
  /** Sealed anew with the first key. */
  readonly anew: number;
  /** Sealed with the first key before. */
  readonly already: number;
  /** No key opens them. They stay as they are. */
  readonly unreadable: number;
}

/**
 * Seals stored webhook secrets and voices with the first key. Relays may run meanwhile: a row that one of them changes is
 * never written over, and looked at again.
 */
export const reseal = async (
  db: Kysely<Schema>,
  masters: readonly [Uint8Array, ...Uint8Array[]],
): Promise<{ readonly webhooks: Resealed; readonly templates: Resealed; readonly baselines: Resealed }> => {
  const vault = new TemplateVault(masters);
  return {
    webhooks: await resealTable(webhookSecrets(db, new SecretBox(masters))),
    templates: await resealTable(voices(db, vault, 'speaker_templates', 'template')),
    baselines: await resealTable(voices(db, vault, 'speaker_baselines', 'baseline')),
  };
};

/** A table with something sealed. */
interface SealedTable<Row> {
  readonly idOf: (row: Row) => string;
  /** The rows after this id, in the order of ids. */
  readonly after: (id: string) => Promise<readonly Row[]>;
  readonly isNewest: (row: Row) => boolean;
  /**
   * Seals a row anew, unless it is not the same any more.
   * @returns how many rows were written
   * @throws SecretBoxError, TemplateVaultError
   */
  readonly write: (row: Row) => Promise<bigint>;
}

const resealTable = async <Row>(table: SealedTable<Row>): Promise<Resealed> => {
  let anew = 0;
  for (;;) {
    const round = await resealRound(table);
    anew += round.anew;
    if (round.changed === 0)
      return { anew, already: round.already - (anew - round.anew), unreadable: round.unreadable };
  }
};

/** Goes once through a table. `changed`: rows that a relay wrote between our reading and our writing. */
const resealRound = async <Row>(
  table: SealedTable<Row>,
): Promise<Resealed & { readonly changed: number }> => {
  const counts = { anew: 0, already: 0, unreadable: 0, changed: 0 };
  let id = '';
  for (;;) {
    const rows = await table.after(id);
    for (const row of rows) counts[await resealRow(table, row)] += 1;
    const last = rows.at(-1);
    if (last === undefined) return counts;
    id = table.idOf(last);
  }
};

const resealRow = async <Row>(
  { isNewest, write }: SealedTable<Row>,
  row: Row,
): Promise<keyof Resealed | 'changed'> => {
  if (isNewest(row)) return 'already';
  try {
    return (await write(row)) > 0n ? 'anew' : 'changed';
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof TemplateVaultError) return 'unreadable';
    throw error;
  }
};

interface WebhookRow {
  readonly id: string;
  readonly secret: string;
  readonly previous_secret: string | null;
}

const webhookSecrets = (db: Kysely<Schema>, box: SecretBox): SealedTable<WebhookRow> => ({
  idOf: ({ id }) => id,
  after: (id) =>
    db
      .selectFrom('webhooks')
      .select(['id', 'secret', 'previous_secret'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  isNewest: ({ secret, previous_secret: previous }) =>
    box.isNewest(secret) && (previous === null || box.isNewest(previous)),
  write: async ({ id, secret, previous_secret: previous }) => {
    const anew = (sealed: string): string => box.seal(box.open(sealed, id), id);
    const { numUpdatedRows } = await db
      .updateTable('webhooks')
      .set({ secret: anew(secret), previous_secret: previous === null ? null : anew(previous) })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .where('previous_secret', 'is not distinct from', previous)
      .executeTakeFirst();
    return numUpdatedRows;
  },
});

interface VoiceRow {
  readonly org_id: string;
  readonly speaker_id: string;
  readonly sealed: Uint8Array;
}

const voices = (
  db: Kysely<Schema>,
  vault: TemplateVault,
  table: 'speaker_templates' | 'speaker_baselines',
  part: 'template' | 'baseline',
): SealedTable<VoiceRow> => ({
  idOf: ({ speaker_id: id }) => id,
  after: (id) =>
    db
      .selectFrom(table)
      .select(['org_id', 'speaker_id', 'sealed'])
      .where('speaker_id', '>', id)
      .orderBy('speaker_id')
      .limit(PAGE)
      .execute(),
  isNewest: ({ sealed }) => vault.isNewest(sealed),
  write: async ({ org_id: orgId, speaker_id: speakerId, sealed }) => {
    const owner = { orgId, speakerId, part };
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ sealed: vault.seal(vault.open(sealed, owner), owner) })
      .where('speaker_id', '=', speakerId)
      .where('sealed', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows;
  },
});
