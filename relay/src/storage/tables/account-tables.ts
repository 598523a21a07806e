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
  /** Made by a member's sign-in: the row of `member_sessions` with its id says whose. */
  of_member: Generated<boolean>;
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
  /** In the words of older relays. */
  role: string;
  created_at: Timestamp;
  name: string | null;
  /** Null, as older relays write it: what `role` says. */
  rights: string | null;
  /** Null until the first sign-in. */
  joined_at: NullableTimestamp;
  oidc_issuer: string | null;
  oidc_subject: string | null;
}

/** One link for each member at a time; gone when it was used. */
export interface InvitationsTable {
  id: string;
  org_id: string;
  member_id: string;
  token_hash: Uint8Array;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface PasskeysTable {
  id: string;
  org_id: string;
  member_id: string;
  credential_id: string;
  /** COSE. */
  public_key: Uint8Array;
  /** How often the authenticator says that it was used; 0 for those that do not count. */
  counter: string;
  transports: Json;
  /** The host name that it was made for. */
  site: string;
  name: string;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
}

/** Whose sign-in a key of `api_keys` with `of_member` is. */
export interface MemberSessionsTable {
  id: string;
  org_id: string;
  member_id: string;
  method: string;
  user_agent: string;
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

/** Which requests there were, without what they said. */
export interface RequestLogTable {
  org_id: string;
  at: Timestamp;
  id: string;
  method: string;
  route: string;
  status: number;
  duration_ms: number;
  key_id: string;
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
  invitations: InvitationsTable;
  passkeys: PasskeysTable;
  member_sessions: MemberSessionsTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_windows: RateWindowsTable;
  request_places: RequestPlacesTable;
  audit_heads: AuditHeadsTable;
  audit_log: AuditLogTable;
  request_log: RequestLogTable;
  removed_ids: RemovedIdsTable;
}
