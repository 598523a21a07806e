import type { Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './columns.js';

export interface OrganizationsTable {
  id: string;
  name: string;
  plan: string;
  policy: Json;
  created_at: Timestamp;
}

export interface ApiKeysTable {
  id: string;
  org_id: string;
  name: string;
  prefix: string;
  hash: Uint8Array;
  /** False for a key an operator chose, which carries no checksum of ours. */
  checksummed: Generated<boolean>;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  rate_limit: number | null;
}

export interface RedeemedTokensTable {
  jti: string;
  org_id: string;
  session_id: string;
  expires_at: Timestamp;
}

export interface AccountTables {
  organizations: OrganizationsTable;
  api_keys: ApiKeysTable;
  redeemed_tokens: RedeemedTokensTable;
}
