import { eventDocs } from '../../domain/events/event-docs.js';
import { jsonReply } from '../../transport/http-message.js';
import type { OpenRoute, Route } from '../requests/route.js';
import { docsRoutes } from './docs-page.js';
import { buildOpenApi } from './openapi.js';

/** `GET /openapi.json`, built from the route table itself, and `GET /docs`, the page that shows it. */
export const withReference = (routes: readonly Route[], version: string): readonly Route[] => [
  ...routes,
  openApiRoute(routes, version),
  ...docsRoutes(),
];

const openApiRoute = (routes: readonly Route[], version: string): OpenRoute => {
  let document: object | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    counted: true,
    handle: () => {
      document ??= buildOpenApi({ routes, version, events: eventDocs });
      return jsonReply(200, document, { 'Cache-Control': 'no-cache' });
    },
  };
};
