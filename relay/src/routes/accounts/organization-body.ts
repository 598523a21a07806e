import { z } from 'zod';
import type { OrganizationRecord } from '../../domain/accounts/organization.js';
import { TEXT_LANGUAGES } from '../../domain/predictions/texts/catalog.js';
import { PLANS } from '../../domain/limits/plan-limits.js';
import { MOST_RETENTION_DAYS } from '../../domain/accounts/organization-policy.js';

export const retentionDays = z.number().int().min(0).max(MOST_RETENTION_DAYS).nullable().meta({
  description:
    'Days that a session which is over stays, with everything derived from it. 0: not at all. Null: until somebody deletes it.',
});

export const transcriptDays = z.number().int().min(1).max(MOST_RETENTION_DAYS).nullable().meta({
  description:
    'Days that what was said stays, from when it was said; not longer than `retention_days`. Null, unless somebody set it: it is not kept.',
});

export const textLanguage = z
  .enum(TEXT_LANGUAGES)
  .meta({ description: 'Of cues and advice in a session that names no language.' });

export const policyFields = {
  workplace_policy: z
    .boolean()
    .meta({ description: 'The emotion of employees at work is not analyzed: `subject: agent` is refused.' }),
  no_employees_recorded: z
    .boolean()
    .meta({ description: 'The organization declared it, so `subject: unknown` may be analyzed.' }),
  default_subject: z
    .enum(['customer', 'agent', 'self', 'unknown'])
    .describe('Who speaks where a request or stream names nobody.'),
  retention_days: retentionDays,
  transcript_days: transcriptDays,
  language: textLanguage,
};

/** An organization as answers show it. */
export const organizationSchema = z.object({
  id: z.string().describe('Of the organization.'),
  name: z.string().describe('For people.'),
  plan: z.enum(PLANS).describe('Requests a minute and streams at a time.'),
  policy: z
    .object({
      ...policyFields,
      retention: z.enum(['none']).meta({ description: 'Of audio: it is never kept.' }),
    })
    .describe('What is kept and for how long, and whose emotion may be analyzed.'),
  created_at: z.string().describe('When it was made.'),
  closing_at: z
    .string()
    .meta({ description: 'When its removal was ordered; absent while it was not.' })
    .optional(),
});

export const organizationBody = ({
  id,
  name,
  plan,
  policy,
  createdAt,
  closingAt,
}: OrganizationRecord): z.output<typeof organizationSchema> => ({
  id,
  name,
  plan,
  policy: {
    workplace_policy: policy.workplacePolicy,
    no_employees_recorded: policy.noEmployeesRecorded,
    default_subject: policy.defaultSubject,
    retention: policy.retention,
    retention_days: policy.retentionDays,
    transcript_days: policy.transcriptDays,
    language: TEXT_LANGUAGES.find((language) => language === policy.language) ?? 'en',
  },
  created_at: createdAt.toISOString(),
  ...(closingAt !== undefined && { closing_at: closingAt.toISOString() }),
});
