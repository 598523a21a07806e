import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { newId } from '../../domain/ids.js';
import { AuditRepository } from '../audit/audit-repository.js';
import { MemberRepository } from '../members/member-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { OrganizationRepository } from './organization-repository.js';

const NOW = new Date('2026-01-01T12:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

describe.each(DATABASES)('organizations on $name', ({ open }) => {
  let opened: TestDatabase;
  let organizations: OrganizationRepository;

  beforeAll(async () => {
    opened = await open();
    organizations = new OrganizationRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  const createOrganization = async (): Promise<string> => {
    const id = newId('org');
    await organizations.create({ id, name: 'Acme', plan: 'free', policy: DEFAULT_POLICY }, NOW);
    return id;
  };

  it('keep an organization with its owner, and record its changes', async () => {
    const id = newId('org');
    const owner = {
      id: newId('mem'),
      orgId: id,
      email: 'owner@acme.example',
      role: 'owner',
      createdAt: NOW,
    } as const;
    await organizations.create({ id, name: 'Acme', plan: 'free', policy: DEFAULT_POLICY }, NOW, owner);
    const members = new MemberRepository(opened.database.queries);
    expect(await members.list(id)).toMatchObject([{ email: 'owner@acme.example', role: 'owner' }]);
    const changed = await organizations.change(
      id,
      { plan: 'pro', policy: { noEmployeesRecorded: true } },
      'operator',
      later(1),
    );
    expect(changed).toMatchObject({ plan: 'pro', policy: { ...DEFAULT_POLICY, noEmployeesRecorded: true } });
    expect(await organizations.find(id)).toMatchObject({ plan: 'pro' });
    expect((await organizations.list()).map((each) => each.id)).toContain(id);
    const audit = new AuditRepository(opened.database.queries);
    expect((await audit.list(id, 2)).map(({ action }) => action)).toEqual(['policy.changed', 'plan.changed']);
    expect(await organizations.change(newId('org'), { plan: 'pro' }, 'operator', NOW)).toBeUndefined();
  });

  it('are listed beside one whose policy cannot be read, which has no default', async () => {
    const [whole, damaged] = [await createOrganization(), await createOrganization()];
    const { queries } = opened.database;
    const unreadable: string[] = [];
    const watched = new OrganizationRepository(queries, ({ message }) => unreadable.push(message));
    await queries
      .updateTable('organizations')
      .set({ policy: JSON.stringify({ defaultSubject: 'alien' }) })
      .where('id', '=', damaged)
      .execute();
    const listed = (await watched.list()).map(({ id }) => id);
    expect([listed.includes(whole), listed.includes(damaged)]).toEqual([true, false]);
    expect(unreadable).toEqual([`organization ${damaged}: policy cannot be read`]);
    await expect(watched.find(damaged)).rejects.toMatchObject({ code: 'unreadable_row' });
    await queries.updateTable('organizations').set({ policy: '{}' }).where('id', '=', damaged).execute();
  });

  it('record nothing when nothing was changed', async () => {
    const id = await createOrganization();
    await organizations.change(id, { plan: 'free', name: 'Acme', policy: {} }, 'operator', NOW);
    const audit = new AuditRepository(opened.database.queries);
    expect((await audit.list(id, 9)).map(({ action }) => action)).toEqual(['organization.created']);
  });

  it('keep an organization with its plan and policy', async () => {
    const id = await createOrganization();
    expect(await organizations.find(id)).toEqual({ id, name: 'Acme', plan: 'free', policy: DEFAULT_POLICY });
    expect(await organizations.find('org_none')).toBeUndefined();
  });

  it('give relays that start together the same first organization', async () => {
    const fresh = () => ({ id: newId('org'), name: 'First', plan: 'pro' as const, policy: DEFAULT_POLICY });
    const found = await Promise.all(
      [1, 2, 3].map(() => organizations.findFirstOrCreate(fresh(), later(-1_000))),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  });

  it('change their plan', async () => {
    const id = await createOrganization();
    await organizations.change(id, { plan: 'starter' }, 'operator', NOW);
    expect((await organizations.find(id))?.plan).toBe('starter');
  });
});
