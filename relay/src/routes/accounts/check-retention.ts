import { type OrganizationPolicy, outlivesSession } from '../../domain/accounts/organization-policy.js';
import { invalid } from '../requests/json-body.js';

/** What was said goes with its session: a retention that says otherwise is refused. @throws HttpError `validation_error` */
export const checkRetention = (policy: OrganizationPolicy, changes: Partial<OrganizationPolicy>): void => {
  if (changes.retentionDays === undefined && changes.transcriptDays === undefined) return;
  const { retentionDays, transcriptDays } = { ...policy, ...changes };
  if (!outlivesSession({ retentionDays, transcriptDays })) return;
  throw invalid(
    'the request has invalid parameters',
    changes.transcriptDays === undefined
      ? { 'policy.retention_days': [`must not be less than transcript_days, which is ${transcriptDays}`] }
      : { 'policy.transcript_days': [`must not be more than retention_days, which is ${retentionDays}`] },
  );
};
