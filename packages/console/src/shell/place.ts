/** The console's pages, in the order of the navigation. */
export const PAGES = [
  { path: 'try', title: 'Try it' },
  { path: 'live', title: 'Live' },
  { path: 'sessions', title: 'Calls' },
  { path: 'overview', title: 'Overview' },
  { path: 'predictions', title: 'Predictions' },
  { path: 'people', title: 'People' },
  { path: 'models', title: 'Models' },
  { path: 'wallet', title: 'Wallet' },
  { path: 'keys', title: 'API keys' },
  { path: 'webhooks', title: 'Webhooks' },
  { path: 'rules', title: 'Alerts and KPIs' },
  { path: 'settings', title: 'Settings' },
] as const;
type Page = (typeof PAGES)[number]['path'];

/** The page that a URL fragment names: `#sessions/call-7` is one session's page. */
export interface Place {
  readonly page: Page;
  readonly item: string | undefined;
  /** What the page shows of many things: filters, an order. */
  readonly query: URLSearchParams;
}

/** @param hash the URL fragment; an unknown page leads to the first page */
export const readPlace = (hash: string): Place => {
  const [path = '', ...queries] = hash.slice(1).split('?');
  const [name, ...rest] = path.split('/');
  const page = PAGES.find(({ path }) => path === name)?.path ?? 'try';
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
