import type { ColumnType, Generated } from 'kysely';

/** JSON goes in as text, so that both drivers send the same bytes, and comes out parsed. */
type Json = ColumnType<unknown, string, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
type Timestamp = ColumnType<Date, Date, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

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

export interface SessionsTable {
  id: string;
  org_id: string;
  key_id: string | null;
  token_id: string | null;
  state: 'live' | 'ended' | 'expired';
  vertical: string;
  /** Raised by every takeover; a write under an older one changes nothing. */
  generation: Generated<number>;
  /** SHA-256 of the resume handle, hex. */
  handle_hash: string;
  config: Json;
  started_at: Timestamp;
  /** The holder was alive then: the lease of the concurrency limit. */
  held_at: Timestamp;
  checkpoint_at: NullableTimestamp;
  checkpoint: NullableJson;
  ended_at: NullableTimestamp;
  end_code: string | null;
  summary: NullableJson;
  outcome: NullableJson;
  corrections: NullableJson;
}

export interface Schema {
  organizations: OrganizationsTable;
  api_keys: ApiKeysTable;
  redeemed_tokens: RedeemedTokensTable;
  sessions: SessionsTable;
}
