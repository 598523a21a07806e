import { createHash } from 'node:crypto';

export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.renamed',
  'organization.closed',
  'plan.changed',
  'policy.changed',
  'member.added',
  'member.removed',
  'member.invited',
  'member.changed',
  'member.signed_in',
  'member.session_ended',
  'passkey.added',
  'passkey.removed',
  'api_key.created',
  'api_key.revoked',
  'wallet.topped_up',
  'wallet.budgets_changed',
  'consent.withdrawn',
  'session.observed',
  'speaker.enrolled',
  'speaker.enrolled_again',
  'speaker.grown',
  'speaker.changed',
  'speaker.deleted',
  'speaker.withdrawn',
  'speaker.expired',
  'line.deleted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type AuditValue = string | number | boolean | null;

/** Something that was done to an organization. `detail` names ids and values, never a secret. */
export interface AuditEntry {
  readonly orgId: string;
  readonly at: Date;
  /** `operator`, or `key:`, `member:` or `session:` and an id: of an API key, a person, a stream's session. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly detail: Readonly<Record<string, AuditValue>>;
}

/** An entry at its position in the chain. */
export interface AuditRecord {
  readonly orgId: string;
  /** 1, 2, 3 … within the organization. */
  readonly seq: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  /** JSON. The hash covers exactly these bytes. */
  readonly detail: string;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
}

/** The previous hash of the first entry. */
export const GENESIS_HASH: Uint8Array = Buffer.alloc(32);

/** SHA-256 over the previous hash and every field, each with its length, so that no two records give the same bytes. */
export const hashRecord = (record: Omit<AuditRecord, 'hash'>): Buffer => {
  const hash = createHash('sha256').update(record.previousHash);
  const { orgId, seq, at, actor, action, detail } = record;
  for (const field of [orgId, String(seq), at.toISOString(), actor, action, detail]) {
    hash.update(`${Buffer.byteLength(field)}:`).update(field);
  }
  return hash.digest();
};
