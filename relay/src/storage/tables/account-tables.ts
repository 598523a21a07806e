import type { Generated } from 'kysely';
import type { Json, JsonWithDefault, NullableJson, NullableTimestamp, Timestamp } from './columns.js';

export interface OrganizationsTable {
  id: string;
  name: string;
  plan: string;
  policy: Json;
  created_at: Timestamp;
  /** Its removal was ordered: it can do nothing more, and its rows go soon after. */
  closing_at: NullableTimestamp;
}

export interface ApiKeysTable {
  id: string;
  org_id: string;
  name: string;
  prefix: string;
  hash: Uint8Array;
  /** False for a key that an operator chose, which has no checksum. */
  checksummed: Generated<boolean>;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  rate_limit: number | null;
  /** A list; null is all. */
  scopes: NullableJson;
}

export interface RedeemedTokensTable {
  jti: string;
  org_id: string;
  /** Null after the session was deleted; the row still shows that the token was used. */
  session_id: string | null;
  expires_at: Timestamp;
}

export interface MembersTable {
  id: string;
  org_id: string;
  email: string;
  role: string;
  created_at: Timestamp;
}

export interface IdempotencyKeysTable {
  org_id: string;
  key: string;
  method: string;
  path: string;
  /** The request that runs or ran under this key. */
  request_id: string;
  fingerprint: Uint8Array;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** Set while the first request runs. */
  locked_until: NullableTimestamp;
  status: number | null;
  /** The sessions that the answer is about: a list. */
  session_ids: JsonWithDefault;
  /** Sealed; see `domain/idempotency`. */
  answer: Uint8Array | null;
}

export interface RateWindowsTable {
  /** `org:` or `key:` and an id. */
  subject: string;
  ends_at: Timestamp;
  used: number;
}

export interface RequestPlacesTable {
  relay_id: string;
  org_id: string;
  held: number;
  expires_at: Timestamp;
}

export interface AuditHeadsTable {
  org_id: string;
  seq: string;
  hash: Uint8Array;
}

export interface AuditLogTable {
  org_id: string;
  seq: string;
  at: Timestamp;
  actor: string;
  action: string;
  /** JSON as text, because the hash covers these exact bytes. */
  detail: string;
  previous_hash: Uint8Array;
  hash: Uint8Array;
}

/** Which secret the relays of this database sign with. */
export interface RelaySecretsTable {
  purpose: string;
  /** A hash of the secret that tells it from others. */
  key_id: string;
  since: Timestamp;
}

/** What an organization removed in the last 30 days. */
export interface RemovedIdsTable {
  org_id: string;
  /** Of the kind and the id. */
  digest: Uint8Array;
  removed_at: Timestamp;
}

export interface AccountTables {
  relay_secrets: RelaySecretsTable;
  organizations: OrganizationsTable;
  api_keys: ApiKeysTable;
  redeemed_tokens: RedeemedTokensTable;
  members: MembersTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_windows: RateWindowsTable;
  request_places: RequestPlacesTable;
  audit_heads: AuditHeadsTable;
  audit_log: AuditLogTable;
  removed_ids: RemovedIdsTable;
}
