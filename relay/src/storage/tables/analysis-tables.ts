import type { Generated } from 'kysely';
import type { NullableJson, NullableTimestamp, Timestamp } from './columns.js';

export interface AnalysisJobsTable {
  id: string;
  org_id: string;
  key_id: string;
  request_id: string;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
  /** Until then one relay works on it; after that, any relay may start it. */
  held_until: Timestamp;
  /** Raised each time that a relay takes it: of two that believe to hold it, the higher one does. */
  attempts: Generated<number>;
}

export interface AnalysisJobItemsTable {
  job_id: string;
  org_id: string;
  position: number;
  item_id: string;
  /** The task without audio; null when the audio was only in the memory of the relay that received it. */
  request: NullableJson;
  /** The item's result or its error. */
  result: NullableJson;
  /** What the first pass heard of its line: sums, until the job is over. */
  lesson: Buffer | null;
  /** The session of that lesson. */
  lesson_session: string | null;
}

export interface AnalysisTables {
  analysis_jobs: AnalysisJobsTable;
  analysis_job_items: AnalysisJobItemsTable;
}
