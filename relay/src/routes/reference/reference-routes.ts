import { eventDocs } from '../../domain/events/event-docs.js';
import { jsonReply } from '../../transport/http-message.js';
import type { HttpReply } from '../../transport/http-message.js';
import type { OpenRoute, Route } from '../requests/route.js';
import { docsRoutes } from './docs-page.js';
import { buildOpenApi } from './openapi.js';

/** `GET /openapi.json`, built from the route table itself, and `GET /docs`, the page that shows it. */
export const withReference = (
  routes: readonly Route[],
  { version, readyAtStart = false }: ReferenceSettings,
): readonly Route[] => [...routes, openApiRoute(routes, version, readyAtStart), ...docsRoutes()];

export interface ReferenceSettings {
  readonly version: string;
  /** The document takes the thread for a tenth of a second, which the first reader would take from live streams. */
  readonly readyAtStart?: boolean;
}

const openApiRoute = (routes: readonly Route[], version: string, readyAtStart: boolean): OpenRoute => {
  let reply: HttpReply | undefined;
  const answer = (): HttpReply =>
    (reply ??= jsonReply(200, buildOpenApi({ routes, version, events: eventDocs }), {
      'Cache-Control': 'no-cache',
    }));
  if (readyAtStart) answer();
  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    counted: true,
    handle: answer,
  };
};
