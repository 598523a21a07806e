import type { SessionListItem } from '@undertone/sdk';

/** What a call is called: its person or case, as whoever made it named it. */
export const nameOf = ({
  id,
  external_id: reference,
  metadata,
}: Pick<SessionListItem, 'id' | 'external_id' | 'metadata'>): string => {
  const named: unknown = metadata['name'];
  return typeof named === 'string' && named !== '' ? named : (reference ?? id);
};
