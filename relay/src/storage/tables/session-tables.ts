import type { Generated } from 'kysely';
import type { Json, NullableJson, NullableTimestamp, Timestamp } from './columns.js';

export interface SessionsTable {
  /** The organization's own: another one may use the same text. */
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

export interface SessionTables {
  sessions: SessionsTable;
}
