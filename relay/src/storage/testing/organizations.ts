import type { Kysely } from 'kysely';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { newId } from '../../domain/ids.js';
import { OrganizationRepository } from '../accounts/organization-repository.js';
import type { Schema } from '../database/schema.js';

const CREATED_AT = new Date('2026-01-01T12:00:00Z');

/** An organization that a test needs but does not look at. @returns its id */
export const addOrganization = async (queries: Kysely<Schema>, id = newId('org')): Promise<string> => {
  await new OrganizationRepository(queries).create(
    { id, name: 'Test', plan: 'pro', policy: DEFAULT_POLICY },
    CREATED_AT,
  );
  return id;
};
