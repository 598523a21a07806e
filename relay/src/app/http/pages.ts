import type { Logger } from '../../telemetry/logger.js';
import { StaticFiles } from '../../transport/static-files.js';
import { DEMO_HEADERS } from './demo-headers.js';

/** The built pages of a folder. If they are missing, the relay still serves everything else. */
export const loadPages = async (
  directory: string,
  prefix: string,
  log: Logger,
): Promise<StaticFiles | undefined> => {
  try {
    return await StaticFiles.load(directory, DEMO_HEADERS, prefix);
  } catch (error) {
    log.warn({ err: error, directory }, 'these pages are not built: run npm run build');
    return undefined;
  }
};
