/**
 * `npm run test:apps`: fresh apps, installed from the packed tarballs and from npm, built, and listened to in Chromium. Not part of
 * `npm test`: they fetch half a gigabyte of frameworks.
 */
import { runBrowserTests } from './lib/browser-tests.mjs';
import { ensureChromium } from './lib/chromium.mjs';

await runBrowserTests({
  project: 'apps',
  variable: 'CHROMIUM_PATH',
  program: 'the browser to test with',
  ensure: ensureChromium,
});
