/**
 * `npm run test:firefox`: the client and the widget in Firefox. Not part of `npm test`, which every change waits
 * for: a second browser to fetch and to start costs more there than it finds.
 */
import { runBrowserTests } from './lib/browser-tests.mjs';
import { ensureFirefox } from './lib/firefox.mjs';

await runBrowserTests({
  project: 'firefox',
  variable: 'FIREFOX_PATH',
  program: 'the browser to test with',
  ensure: ensureFirefox,
});
