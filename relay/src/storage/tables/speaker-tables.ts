import type { Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './columns.js';

export interface SpeakersTable {
  id: string;
  org_id: string;
  label: string;
  external_id: string | null;
  consent: Json;
  created_at: Timestamp;
  updated_at: Timestamp;
  expires_at: NullableTimestamp;
  /** How many templates were made; also the number of the newest one. */
  template_version: number;
}

export interface SpeakerTemplatesTable {
  speaker_id: string;
  org_id: string;
  version: number;
  /** The embedding space of the model that made the template. */
  space: string;
  /** Sealed: see domain/speakers/template-vault.ts. */
  sealed: Uint8Array;
  quality: Json;
  created_at: Timestamp;
}

export interface SpeakerBaselinesTable {
  speaker_id: string;
  org_id: string;
  /** Sealed: how the person usually sounds. */
  sealed: Uint8Array;
  calls: Generated<number>;
  updated_at: Timestamp;
}

export interface SpeakerLinksTable {
  org_id: string;
  session_id: string;
  /** The session's own name for the voice. */
  speaker: string;
  speaker_id: string;
  evidence_seconds: number;
  resolved_at: Timestamp;
}

export interface SpeakerConsentsTable {
  org_id: string;
  /** SHA-256 over the organization and the reference. */
  reference_hash: Uint8Array;
  /** Null after the consent was withdrawn: the person is forgotten, but the consent stays used. */
  speaker_id: string | null;
  withdrawn_at: NullableTimestamp;
}

export interface SpeakerRemovalsTable {
  speaker_id: string;
  org_id: string;
  cause: string;
  removed_at: Timestamp;
}

export interface SpeakerTables {
  speakers: SpeakersTable;
  speaker_templates: SpeakerTemplatesTable;
  speaker_baselines: SpeakerBaselinesTable;
  speaker_links: SpeakerLinksTable;
  speaker_consents: SpeakerConsentsTable;
  speaker_removals: SpeakerRemovalsTable;
}
