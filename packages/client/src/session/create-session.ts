import { browserEnvironment, type PageEnvironment } from '../capture/page-environment.js';
import { libraryUrl } from './library-url.js';
import type { SessionOptions } from './session-options.js';
import { UndertoneSession } from './session.js';

/**
 * A session that has not started yet.
 *
 * @param environment the page; given by tests only
 * @throws UsageError `invalid_option`
 */
export const createSession = (
  options: SessionOptions,
  environment: PageEnvironment = browserEnvironment(),
): UndertoneSession => new UndertoneSession(options, environment, libraryUrl());
