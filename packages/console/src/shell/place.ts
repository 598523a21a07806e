import type { Rights } from './rights.js';
import { t } from '../language/text.js';

/** The console's pages, in the order of the navigation, with the request that a page cannot do without. */
export const PAGES = [
  { path: 'try', needs: 'POST /v1/analyze', title: t('Try it') },
  { path: 'live', needs: 'GET /v1/sessions/:id/watch', title: t('Live') },
  { path: 'sessions', needs: 'GET /v1/sessions', title: t('Calls') },
  { path: 'overview', needs: 'GET /v1/overview', title: t('Overview') },
  { path: 'predictions', needs: 'GET /v1/predictions/quality', title: t('Predictions') },
  { path: 'people', needs: 'GET /v1/voice/speakers', title: t('People') },
  { path: 'models', needs: 'GET /v1/fine-tune', title: t('Models') },
  { path: 'wallet', needs: 'GET /v1/wallet', title: t('Wallet') },
  { path: 'keys', needs: 'GET /v1/api-keys', title: t('API keys') },
  { path: 'webhooks', needs: 'GET /v1/webhooks', title: t('Webhooks') },
  { path: 'rules', needs: 'GET /v1/alerts', title: t('Alerts and KPIs') },
  { path: 'settings', needs: 'PATCH /v1/organization', title: t('Settings') },
  { path: 'members', needs: 'GET /v1/members', title: t('Members') },
  { path: 'log', needs: 'GET /v1/requests', title: t('Log') },
  // Not in the navigation: the person's name leads there.
  { path: 'account', needs: 'GET /v1/members/:id/sessions', title: t('Your account') },
] as const satisfies readonly { path: string; needs: string; title: string }[];
export type Page = (typeof PAGES)[number]['path'];

/** The page that a URL fragment names: `#sessions/call-7` is one session's page. */
export interface Place {
  readonly page: Page;
  readonly item: string | undefined;
  /** What the page shows of many things: filters, an order. */
  readonly query: URLSearchParams;
}

/** The page that somebody begins with. */
export const firstPlaceFor = (rights: Rights): Page =>
  PAGES.find(({ needs }) => rights.may(needs))?.path ?? 'sessions';

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
