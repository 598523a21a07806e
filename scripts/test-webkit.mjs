/**
 * `npm run test:webkit`: the client, the widget, the demo and the console in WebKitGTK. Not part of `npm test`, for the
 * same reason as `npm run test:firefox`.
 */
import { runBrowserTests } from './lib/browser-tests.mjs';
import { ensureWebKit } from './lib/webkit.mjs';

await runBrowserTests({
  project: 'webkit',
  variable: 'WEBKIT_DRIVER_PATH',
  program: 'the WebKitWebDriver to test with',
  ensure: ensureWebKit,
});
