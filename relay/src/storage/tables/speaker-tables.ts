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
  /** How often a template was made; the number of the newest. */
  template_version: number;
}

export interface SpeakerTemplatesTable {
  speaker_id: string;
  org_id: string;
  version: number;
  /** The embedding space of the model that made it. */
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
  /** The session's own name of the voice. */
  speaker: string;
  speaker_id: string;
  evidence_seconds: number;
  resolved_at: Timestamp;
}

export interface SpeakerConsentsTable {
  org_id: string;
  /** SHA-256 over organization and reference. */
  reference_hash: Uint8Array;
  /** Null once the consent was withdrawn: whose it was is forgotten, that it is used up is not. */
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
