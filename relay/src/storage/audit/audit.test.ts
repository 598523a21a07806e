import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { AuditRepository } from './audit-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';

describe.each(DATABASES)('the audit log on $name', ({ open }) => {
  let opened: TestDatabase;
  let audit: AuditRepository;
  beforeAll(async () => {
    opened = await open();
    audit = new AuditRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  const organization = async (entries: number): Promise<string> => {
    const id = await addOrganization(opened.database.queries);
    await Promise.all(
      Array.from({ length: entries }, (_, index) =>
        audit.append({
          orgId: id,
          at: new Date(1_700_000_000_123 + index),
          actor: 'operator',
          action: 'api_key.created',
          detail: { api_key_id: `key_${index}`, name: 'Schlüssel' },
        }),
      ),
    );
    return id;
  };
  const db = () => opened.database.queries;
  /** Makes a change that only the owner of the database can make. */
  const tamper = async (statement: ReturnType<typeof sql>): Promise<void> => {
    await sql`alter table audit_log disable trigger user`.execute(db());
    await statement.execute(db());
    await sql`alter table audit_log enable trigger user`.execute(db());
  };

  it('is a valid chain, even when entries come at the same time, and is valid when empty', async () => {
    expect(await audit.verify(await organization(20))).toMatchObject({ kind: 'intact', entries: 21 });
    expect(await audit.verify(newId('org'))).toMatchObject({ kind: 'intact', entries: 0 });
  });

  it('lists the newest entries first', async () => {
    const id = await organization(3);
    expect((await audit.list(id, 2)).map(({ seq }) => seq)).toEqual([4, 3]);
  });

  it('is append-only: the database refuses to change, delete or truncate', async () => {
    const id = await organization(1);
    const refused = 'append-only';
    await expect(
      sql`update audit_log set actor = 'nobody' where org_id = ${id}`.execute(db()),
    ).rejects.toThrow(refused);
    await expect(sql`delete from audit_log where org_id = ${id}`.execute(db())).rejects.toThrow(refused);
    await expect(sql`truncate audit_log`.execute(db())).rejects.toThrow(refused);
  });

  it.each([
    [
      'a changed actor',
      (id: string) => sql`update audit_log set actor = 'x' where org_id = ${id} and seq = 3`,
      3,
    ],
    [
      'a changed time',
      (id: string) =>
        sql`update audit_log set at = at + interval '1 millisecond' where org_id = ${id} and seq = 3`,
      3,
    ],
    [
      'a changed detail',
      (id: string) => sql`update audit_log set detail = '{}' where org_id = ${id} and seq = 3`,
      3,
    ],
    ['an entry taken out', (id: string) => sql`delete from audit_log where org_id = ${id} and seq = 3`, 3],
    ['an end cut off', (id: string) => sql`delete from audit_log where org_id = ${id} and seq > 3`, 4],
    [
      'two entries swapped',
      (id: string) => sql`
        update audit_log a
        set at = b.at, detail = b.detail, previous_hash = b.previous_hash, hash = b.hash from audit_log b
        where a.org_id = ${id} and b.org_id = ${id} and a.seq in (2, 3) and b.seq = 5 - a.seq`,
      2,
    ],
  ])('shows a planted tampering: %s', async (_name, statement, seq) => {
    const id = await organization(5);
    await tamper(statement(id));
    expect(await audit.verify(id)).toMatchObject({ kind: 'broken', seq });
  });
});
