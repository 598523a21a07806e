import type { Generated } from 'kysely';
import type { Json, NullableJson, NullableTimestamp, Timestamp } from './columns.js';

export interface SessionsTable {
  /** The organization's own id; another organization may use the same text. */
  id: string;
  org_id: string;
  key_id: string | null;
  token_id: string | null;
  state: 'live' | 'ended' | 'expired';
  vertical: string;
  /** Each takeover raises it; a write with an older generation changes nothing. */
  generation: Generated<number>;
  /** SHA-256 of the resume handle, hex. */
  handle_hash: string;
  config: Json;
  started_at: Timestamp;
  /** When the holder was last known to be alive: the lease for the concurrency limit. */
  held_at: Timestamp;
  checkpoint_at: NullableTimestamp;
  checkpoint: NullableJson;
  /** What a live session knows of its line and voices: sums. */
  heard_line: Buffer | null;
  ended_at: NullableTimestamp;
  end_code: string | null;
  summary: NullableJson;
  outcome: NullableJson;
  corrections: NullableJson;
}

export interface SessionTables {
  sessions: SessionsTable;
}
