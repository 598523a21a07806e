import { type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Speaker } from '../../domain/speakers/speaker.js';
import type { VoiceConsent } from '../../domain/speakers/voice-consent.js';
import type { Schema } from '../database/schema.js';
import type { SpeakersTable } from '../tables/speaker-tables.js';

const consentRow = z.object({
  scope: z.array(z.string()),
  given_at: z.coerce.date(),
  method: z.enum(['written', 'digital', 'spoken', 'recorded_call']),
  reference: z.string(),
  basis: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  expires_at: z.coerce.date().nullable(),
});

const qualityRow = z.object({
  speech_seconds: z.number(),
  snr_db: z.number().nullable(),
  clipping: z.number(),
  // Rows that are older than this number have one.
  prints: z.number().int().optional(),
});

/** A person's row with the public facts about the template and the calls. */
export interface SpeakerRow extends Selectable<SpeakersTable> {
  readonly version: number;
  readonly space: string;
  readonly quality: unknown;
  readonly enrolled_at: Date;
  readonly sessions: number;
  readonly last_at: Date | null;
}

/** All people of an organization who are not expired at `now`. */
export const selectSpeakers = (tx: Transaction<Schema>, orgId: string, now: Date) =>
  tx
    .selectFrom('speakers')
    .innerJoin('speaker_templates', 'speaker_templates.speaker_id', 'speakers.id')
    .selectAll('speakers')
    .select([
      'speaker_templates.version',
      'speaker_templates.space',
      'speaker_templates.quality',
      'speaker_templates.created_at as enrolled_at',
      sql<number>`(select count(distinct session_id)::integer from speaker_links
        where speaker_links.org_id = speakers.org_id and speaker_links.speaker_id = speakers.id)`.as(
        'sessions',
      ),
      sql<Date | null>`(select max(resolved_at) from speaker_links
        where speaker_links.org_id = speakers.org_id and speaker_links.speaker_id = speakers.id)`.as(
        'last_at',
      ),
    ])
    .where('speakers.org_id', '=', orgId)
    .where((row) => row.or([row('speakers.expires_at', 'is', null), row('speakers.expires_at', '>', now)]));

export const toSpeaker = (row: SpeakerRow): Speaker => {
  const quality = qualityRow.parse(row.quality);
  return {
    id: row.id,
    orgId: row.org_id,
    label: row.label,
    externalId: row.external_id ?? undefined,
    consent: toConsent(row.consent),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at ?? undefined,
    template: {
      version: row.version,
      space: row.space,
      createdAt: row.enrolled_at,
      quality: {
        speechSeconds: quality.speech_seconds,
        snrDb: quality.snr_db ?? undefined,
        clipping: quality.clipping,
        prints: quality.prints ?? 1,
      },
    },
    recognized: { sessions: row.sessions, lastAt: row.last_at ?? undefined },
  };
};

const toConsent = (value: unknown): VoiceConsent => {
  const row = consentRow.parse(value);
  return {
    scope: row.scope,
    givenAt: row.given_at,
    method: row.method,
    reference: row.reference,
    basis: row.basis ?? undefined,
    jurisdiction: row.jurisdiction ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  };
};

export const fromConsent = (consent: VoiceConsent): z.input<typeof consentRow> => ({
  scope: [...consent.scope],
  given_at: consent.givenAt,
  method: consent.method,
  reference: consent.reference,
  basis: consent.basis ?? null,
  jurisdiction: consent.jurisdiction ?? null,
  expires_at: consent.expiresAt ?? null,
});

export const fromQuality = (quality: Speaker['template']['quality']): z.input<typeof qualityRow> => ({
  speech_seconds: quality.speechSeconds,
  snr_db: quality.snrDb ?? null,
  clipping: quality.clipping,
  prints: quality.prints,
});
