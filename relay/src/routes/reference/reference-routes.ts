import { eventDocs } from '../../domain/events/event-docs.js';
import type { OpenRoute, Route } from '../requests/route.js';
import { type Asset, assetFrom, serveAsset } from './asset.js';
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
  let made: Promise<Asset> | undefined;
  const document = (): Promise<Asset> =>
    (made ??= assetFrom(
      Buffer.from(JSON.stringify(buildOpenApi({ routes, version, events: eventDocs }))),
      'application/json; charset=utf-8',
    ));
  if (readyAtStart) void document();
  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    counted: true,
    handle: async ({ request }) => serveAsset(await document(), request.headers),
  };
};
