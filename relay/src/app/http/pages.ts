import { join } from 'node:path';
import type { Logger } from '../../telemetry/logger.js';
import { EMBED_PREFIX, EmbedFiles, READER_FILES } from './embed-files.js';
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

/**
 * The built pages of the demo, where it is on, and what other origins load of its folder, which is there in any case.
 *
 * @param readerPath the live reader that pages may load
 */
export const loadDemo = async (
  directory: string,
  isOn: boolean,
  version: string,
  log: Logger,
  readerPath?: string,
): Promise<{ readonly demo: StaticFiles | undefined; readonly embed: EmbedFiles | undefined }> => {
  const files = isOn
    ? await loadPages(directory, '', log)
    : await loadPages(join(directory, EMBED_PREFIX), EMBED_PREFIX, log);
  const reader =
    readerPath === undefined
      ? undefined
      : await StaticFiles.of(
          {
            [READER_FILES.graph]: readerPath,
            [READER_FILES.metadata]: readerPath.replace(/\.onnx$/u, '.json'),
          },
          DEMO_HEADERS,
        );
  return {
    demo: isOn ? files : undefined,
    embed: files === undefined && reader === undefined ? undefined : new EmbedFiles(files, version, reader),
  };
};
