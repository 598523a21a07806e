import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenRoute } from '../requests/route.js';
import { type Asset, assetFrom, serveAsset } from './asset.js';
import { POLICY_SCRIPT, START_SCRIPT } from './docs-scripts.js';

/**
 * Everything comes from the relay's own origin, without inline scripts, and text becomes markup through our policy only. Swagger UI's
 * icons are `data:` images in its style sheet. `dompurify` is the policy that its sanitizer makes for its own parsing.
 */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify',
].join('; ');

const HEADERS = {
  'Content-Security-Policy': DOCS_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Undertone API</title>
<link rel="icon" href="/docs/favicon-32x32.png" type="image/png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<main id="reference"></main>
<script src="/docs/policy.js"></script>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const SCRIPTS: Readonly<Record<string, string>> = { 'policy.js': POLICY_SCRIPT, 'start.js': START_SCRIPT };

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** `GET /docs` and the files it loads: the API reference as a page, from this origin only. */
export const docsRoutes = (): readonly OpenRoute[] => {
  const assets = new Map<string, Promise<Asset>>();
  const assetOf = (name: string): Promise<Asset> => {
    const known = assets.get(name) ?? load(name);
    assets.set(name, known);
    return known;
  };
  const paths = [...Object.keys(SCRIPTS), ...Object.keys(FILES)].map((name) => ({
    path: `/docs/${name}`,
    name,
  }));
  return [{ path: '/docs', name: 'index.html' }, { path: '/docs/', name: 'index.html' }, ...paths].map(
    ({ path, name }): OpenRoute => ({
      method: 'GET',
      path,
      access: 'anyone',
      counted: true,
      handle: async ({ request }) => serveAsset(await assetOf(name), request.headers, HEADERS),
    }),
  );
};

const load = async (name: string): Promise<Asset> => {
  if (name === 'index.html') return assetFrom(Buffer.from(PAGE), 'text/html; charset=utf-8');
  const script = SCRIPTS[name];
  if (script !== undefined) return assetFrom(Buffer.from(script), 'text/javascript; charset=utf-8');
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return assetFrom(await readFile(join(folder, name)), FILES[name] ?? 'application/octet-stream');
};
