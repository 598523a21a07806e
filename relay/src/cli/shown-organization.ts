type Row = Readonly<Record<string, unknown>>;

/**
 * An organization in the words of `org set-policy`. The API's `policy.retention` is of audio, which is never kept: beside
 * `retention_days` it would read as the opposite.
 */
export const shownOrganization = ({ policy, ...row }: Row): Row => {
  if (!isRow(policy)) return row;
  return {
    ...row,
    'workplace-policy': onOff(policy['workplace_policy']),
    'no-employees-recorded': onOff(policy['no_employees_recorded']),
    'default-subject': policy['default_subject'],
    retention: retention(policy['retention_days']),
    transcripts: policy['transcript_days'] === null ? 'off' : days(policy['transcript_days']),
    language: policy['language'],
  };
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

const onOff = (value: unknown): string => (value === true ? 'on' : 'off');

const retention = (value: unknown): string => {
  if (value === null) return 'forever';
  return value === 0 ? 'none' : days(value);
};

const days = (value: unknown): string => `${String(value)} days`;
