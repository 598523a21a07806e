import type { Json, Timestamp } from './columns.js';

export interface LinesTable {
  id: string;
  org_id: string;
  line: string;
  /** `id@version` of the model. */
  model: string;
  /** See ../lines/line-bytes.ts. */
  sums: Uint8Array;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface LineCallsTable {
  line_id: string;
  org_id: string;
  call_id: string;
  session_id: string | null;
  /** Ids of the enrolled people who were recognized in the call. */
  people: Json;
  /** What of the line's sums is this call's. */
  growth: Uint8Array;
  learned_at: Timestamp;
}

export interface LineTables {
  lines: LinesTable;
  line_calls: LineCallsTable;
}
