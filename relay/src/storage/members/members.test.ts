import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '../../domain/accounts/member.js';
import { newId } from '../../domain/ids.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { MemberRepository } from './member-repository.js';

const NOW = new Date('2026-11-21T10:00:00Z');

describe.each(DATABASES)('members on $name', ({ open }) => {
  let opened: TestDatabase;
  let members: MemberRepository;

  beforeAll(async () => {
    opened = await open();
    members = new MemberRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  const aMember = (orgId: string, email: string): Member => ({
    id: newId('mem'),
    orgId,
    email,
    role: 'owner',
    createdAt: NOW,
  });

  it('keep an e-mail address once in an organization, whatever its case, and in several organizations', async () => {
    const [one, two] = [
      await addOrganization(opened.database.queries),
      await addOrganization(opened.database.queries),
    ];
    expect(await members.add(aMember(one, 'a@acme.example'), 'operator')).toBe(true);
    expect(await members.add(aMember(one, 'A@acme.example'), 'operator')).toBe(false);
    expect(await members.add(aMember(two, 'a@acme.example'), 'operator')).toBe(true);
    const [member] = await members.list(one);
    expect(await members.remove(two, member!.id, 'operator', NOW)).toBeUndefined();
    expect(await members.remove(one, member!.id, 'operator', NOW)).toEqual([]);
    expect(await members.list(one)).toEqual([]);
  });
});
