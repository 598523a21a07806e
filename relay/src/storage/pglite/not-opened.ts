import { statfs } from 'node:fs/promises';

/** The embedded database does not start. The message is for the person who started it. */
export class EmbeddedNotOpenedError extends Error {
  override readonly name = 'EmbeddedNotOpenedError';
}

/** Postgres makes a log segment of 16 MB when it starts, and recovers what was not written yet. */
const NEEDED_BYTES = 32 * 1024 * 1024;

/**
 * Why the embedded database did not start: PGlite says the same of a full disk as of a damaged folder.
 * @param folder the database's own folder
 */
export const whyNotOpened = async (
  folder: string,
  cause: unknown,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<EmbeddedNotOpenedError> => {
  const free = await freeBytes(folder);
  const reason =
    free < NEEDED_BYTES
      ? `only ${(free / 1024 ** 2).toFixed(1)} MB are free there, and it needs ${NEEDED_BYTES / 1024 ** 2}: make room`
      : `its files are damaged, or of another version (${String(cause)}): move the folder away and restore a backup`;
  return new EmbeddedNotOpenedError(`the embedded database in ${folder} does not start: ${reason}`, {
    cause,
  });
};

/** How many bytes are free where a folder is. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
