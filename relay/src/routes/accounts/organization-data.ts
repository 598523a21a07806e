import { z } from 'zod';
import type { OrganizationRecord } from '../../domain/accounts/organization.js';
import { Fault } from '../../domain/fault.js';
import type { ApiKeys } from '../../domain/keys/api-keys.js';
import {
  type ExportedRow,
  type OrganizationExport,
  exportPosition,
} from '../../storage/accounts/organization-export.js';
import type { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import { invalid } from '../requests/json-body.js';

export const exportQuery = z.strictObject({
  cursor: z
    .string()
    .max(20_000)
    .describe('`next_cursor` of the page before; absent: from the first row.')
    .optional(),
});
export const closeQuery = z.strictObject({
  confirm: z
    .string()
    .max(200)
    .describe('The organization’s name, to the letter; anything else, or nothing, is refused.')
    .optional(),
});

interface ExportBody {
  readonly rows: readonly ExportedRow[];
  readonly next_cursor: string | null;
}

/** A page of everything that is stored about an organization. @throws HttpError `validation_error` for a cursor that was never given */
export const exportPage = async (
  organizationExport: OrganizationExport,
  orgId: string,
  cursor: string | undefined,
): Promise<ExportBody> => {
  const page = await organizationExport.page(orgId, cursor === undefined ? undefined : readPosition(cursor));
  if (page === undefined) throw badCursor();
  const next = page.next && Buffer.from(JSON.stringify(page.next)).toString('base64url');
  return { rows: page.rows, next_cursor: next ?? null };
};

const badCursor = (cause?: unknown): Error =>
  invalid('the request has invalid parameters', { cursor: ['is not one that was given'] }, cause);

const readPosition = (text: string): z.infer<typeof exportPosition> => {
  try {
    return exportPosition.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw badCursor(cause);
  }
};

export interface Closing {
  readonly organizations: OrganizationRepository;
  readonly apiKeys: ApiKeys;
  readonly nowMs: () => number;
  readonly organizationChanged: (orgId: string) => void;
}

/**
 * Orders the removal of an organization: its keys stop at once, and a minute later nothing of it is left.
 * @param confirm must be the organization's name
 * @throws HttpError `validation_error` without its name; Fault `not_found`, and `conflict` for the relay's own organization
 */
export const closeOrganization = async (
  { organizations, apiKeys, nowMs, organizationChanged }: Closing,
  { id, name }: Pick<OrganizationRecord, 'id' | 'name'>,
  confirm: string | undefined,
  actor: string,
): Promise<OrganizationRecord> => {
  if (confirm !== name) {
    throw invalid('the request has invalid parameters', {
      confirm: [`must be the organization’s name: ${name}`],
    });
  }
  // The chosen key of a start, and the demo, belong to the oldest organization: to the next one, if this went.
  const [first] = await organizations.list();
  if (first?.id === id) throw new Fault('conflict', 'the first organization is the relay’s own and stays');
  const closed = await organizations.close(id, actor, new Date(nowMs()));
  if (closed === undefined) throw new Fault('not_found', 'there is no such organization');
  await apiKeys.revokeAll(id, actor);
  organizationChanged(id);
  return closed;
};
