/**
 * `npm run test:firefox`: the client, the widget, the demo and the console in Firefox. Not part of `npm test`, which runs
 * for every change: there a second browser would cost more time than its findings are worth.
 */
import { runBrowserTests } from './lib/browser-tests.mjs';
import { ensureFirefox } from './lib/firefox.mjs';

await runBrowserTests({
  project: 'firefox',
  variable: 'FIREFOX_PATH',
  program: 'the browser to test with',
  ensure: ensureFirefox,
});
