import { t } from '../language/text.js';
/** The filters of the list of calls, under the names that `GET /v1/sessions` has for them. */
export const FILTERS = [
  'q',
  'state',
  'vertical',
  'mood',
  'emotion',
  'peak_escalation_from',
  'alert',
  'agent',
  'person',
  'from',
  'to',
] as const;
export type Filter = (typeof FILTERS)[number];

/** Every order of the list. The first one is the usual one. */
export const ORDERS = [
  { value: '', title: t('Newest first') },
  { value: 'created_at asc', title: t('Oldest first') },
  { value: 'peak_escalation desc', title: t('Most heated first') },
  { value: 'duration desc', title: t('Longest first') },
  { value: 'duration asc', title: t('Shortest first') },
] as const;

/** What is asked for: only what the list knows, without empty values. */
export const askedOf = (entries: Iterable<readonly [string, unknown]>): URLSearchParams => {
  const asked = new URLSearchParams();
  for (const [name, value] of entries) {
    const isKnown = name === 'order' || FILTERS.includes(name as Filter);
    if (isKnown && typeof value === 'string' && value.trim() !== '') asked.set(name, value.trim());
  }
  return asked;
};

export const filtersSet = (asked: URLSearchParams): number =>
  FILTERS.filter((name) => name !== 'q' && asked.has(name)).length;

/** The request for one page. Days are the reader's own: they begin at the reader's midnight. */
export const requestFor = (asked: URLSearchParams, cursor?: string): string => {
  const query = new URLSearchParams({ limit: '25' });
  for (const name of FILTERS) {
    const value = asked.get(name);
    if (value === null) continue;
    if (name === 'from') setDay(query, 'created_after', value, 0);
    else if (name === 'to') setDay(query, 'created_before', value, 1);
    else query.set(name, value);
  }
  const [sort, order] = (asked.get('order') ?? '').split(' ');
  if (sort !== undefined && sort !== '') query.set('sort', sort);
  if (order !== undefined) query.set('order', order);
  if (cursor !== undefined) query.set('cursor', cursor);
  return `/v1/sessions?${query}`;
};

const setDay = (query: URLSearchParams, name: string, day: string, later: number): void => {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  // A typed address may hold anything; a day that is none filters nothing.
  if (!Number.isNaN(at.getTime())) query.set(name, at.toISOString());
};
