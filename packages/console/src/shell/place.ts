import { isFor, type Person, type Role } from './person.js';

/** The console's pages, in the order of the navigation, with the least role that they are for. */
export const PAGES = [
  { path: 'try', least: 'supervisor', title: 'Try it' },
  { path: 'live', least: 'supervisor', title: 'Live' },
  { path: 'sessions', least: 'viewer', title: 'Calls' },
  { path: 'overview', least: 'viewer', title: 'Overview' },
  { path: 'predictions', least: 'viewer', title: 'Predictions' },
  { path: 'people', least: 'supervisor', title: 'People' },
  { path: 'models', least: 'developer', title: 'Models' },
  { path: 'wallet', least: 'developer', title: 'Wallet' },
  { path: 'keys', least: 'developer', title: 'API keys' },
  { path: 'webhooks', least: 'developer', title: 'Webhooks' },
  { path: 'rules', least: 'supervisor', title: 'Alerts and KPIs' },
  { path: 'settings', least: 'owner', title: 'Settings' },
  { path: 'members', least: 'owner', title: 'Members' },
  { path: 'log', least: 'developer', title: 'Log' },
  // Not in the navigation: the person's name leads there.
  { path: 'account', least: 'viewer', title: 'Your account' },
] as const satisfies readonly { path: string; least: Role; title: string }[];
export type Page = (typeof PAGES)[number]['path'];

/** The page that a URL fragment names: `#sessions/call-7` is one session's page. */
export interface Place {
  readonly page: Page;
  readonly item: string | undefined;
  /** What the page shows of many things: filters, an order. */
  readonly query: URLSearchParams;
}

/** The page that somebody begins with. */
export const firstPlaceFor = (person: Person | null): Page =>
  PAGES.find(({ least }) => isFor(least, person))?.path ?? 'sessions';

/** The secret of an invitation, `#join/inv_…`. */
export const invitationOf = (hash: string): string | undefined => /^#join\/(inv_\w+)$/.exec(hash)?.[1];

/** @param hash the URL fragment; an unknown page leads to the first page */
export const readPlace = (hash: string, first: Page = 'try'): Place => {
  const [path = '', ...queries] = hash.slice(1).split('?');
  const [name, ...rest] = path.split('/');
  const page = PAGES.find(({ path }) => path === name)?.path ?? first;
  const item = rest.join('/');
  const query = new URLSearchParams(queries.join('?'));
  return { page, item: item === '' ? undefined : decoded(item), query };
};

/** The name of a place in the browser's tabs and history. */
export const titleOf = ({ page, item }: Place): string => {
  const title = PAGES.find(({ path }) => path === page)?.title ?? page;
  return item === undefined ? title : `${item} · ${title}`;
};

/** Decodes an item. A typed address may be invalid, such as `100%`: then it stays unchanged. */
const decoded = (item: string): string => {
  try {
    return decodeURIComponent(item);
  } catch (error) {
    if (error instanceof URIError) return item;
    throw error;
  }
};
