import { browserEnvironment, type PageEnvironment } from '../capture/page-environment.js';
import { libraryAssets } from './library-assets.js';
import type { SessionOptions } from './session-options.js';
import { UndertoneSession } from './session.js';

/**
 * Makes a session. It does not start yet.
 *
 * @param environment the page; only tests pass one
 * @throws UsageError `invalid_option`
 */
export const createSession = (
  options: SessionOptions,
  environment: PageEnvironment = browserEnvironment(),
): UndertoneSession => new UndertoneSession(options, environment, libraryAssets());
