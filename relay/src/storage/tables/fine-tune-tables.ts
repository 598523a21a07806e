import type { Generated } from 'kysely';
import type { NullableJson, NullableTimestamp, Json, Timestamp } from './columns.js';

export interface FineTuneJobsTable {
  id: string;
  org_id: string;
  key_id: string;
  name: string;
  vertical: string | null;
  base: Json;
  labels: Json;
  activation: string;
  max_seconds: number;
  state: string;
  /** Only while queued: more samples may arrive. */
  open: boolean;
  error: NullableJson;
  progress: number;
  log: Json;
  attempts: number;
  hold_id: string;
  hold_micro_credits: string;
  settled: boolean;
  created_at: Timestamp;
  started_at: NullableTimestamp;
  stage_at: Timestamp;
  finished_at: NullableTimestamp;
  /** Until then one relay works on it; after that, any relay may start it. */
  held_until: Timestamp;
  artifact: NullableJson;
  report: NullableJson;
  model_version: number | null;
}

export interface FineTuneSamplesTable {
  job_id: string;
  org_id: string;
  position: number;
  sample_id: string;
  label: string;
  speaker: string | null;
  state: string;
  /** Only while the sample waits; deleted with the audio. */
  url: string | null;
  refusal: NullableJson;
  seconds: number | null;
  digest: string | null;
  readings: NullableJson;
}

export interface TunedModelsTable {
  id: string;
  org_id: string;
  job_id: string;
  name: string;
  version: number;
  vertical: string | null;
  artifact: Json;
  created_at: Timestamp;
}

export interface ModelActivationsTable {
  id: Generated<string>;
  org_id: string;
  /** Empty: for every vertical without its own model. */
  vertical: string;
  /** Null: the base model. */
  model_id: string | null;
  at: Timestamp;
  undone_at: NullableTimestamp;
}

/** The readings of an utterance whose speaker agreed to `training`; nothing is kept of others. */
export interface TrainingReadingsTable {
  org_id: string;
  session_id: string;
  utterance_id: string;
  speaker: string | null;
  seconds: number;
  digest: string;
  base_sha256: string;
  readings: Json;
  /** How it really sounded; a correction sets it. */
  label: string | null;
  created_at: Timestamp;
}

export interface FineTuneTables {
  training_readings: TrainingReadingsTable;
  fine_tune_jobs: FineTuneJobsTable;
  fine_tune_samples: FineTuneSamplesTable;
  tuned_models: TunedModelsTable;
  model_activations: ModelActivationsTable;
}
