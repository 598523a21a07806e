import type { HttpReply, HttpRequest } from '../../transport/http-message.js';
import { FOR_EVERY_ORIGIN } from '../../transport/cross-origin.js';
import type { StaticFiles } from '../../transport/static-files.js';

/** Where the script-tag bundle, worklet, workers and models are. */
export const EMBED_PREFIX = '/undertone';
/** The live reader, for pages that hear by themselves (privacy features). */
export const READER_FILES = {
  graph: `${EMBED_PREFIX}/reader/live.onnx`,
  metadata: `${EMBED_PREFIX}/reader/live.json`,
} as const;

/**
 * What a page of another origin loads with one tag. Every origin may read it. Under `/undertone/<version>/` a file never changes,
 * so that browsers keep it and a page can state its hash; under `/undertone/` it is the newest. The reader is only there, because a
 * setting chooses it.
 */
export class EmbedFiles {
  private readonly pinned: string;

  /**
   * @param files hold the folder at {@link EMBED_PREFIX}
   * @param reader holds {@link READER_FILES}
   */
  constructor(
    private readonly files: Pick<StaticFiles, 'serve'> | undefined,
    version: string,
    private readonly reader?: Pick<StaticFiles, 'serve'>,
  ) {
    this.pinned = `${EMBED_PREFIX}/${version}/`;
  }

  /** The answer to a GET or HEAD; undefined if there is no such file. */
  async serve({ path, headers }: Pick<HttpRequest, 'path' | 'headers'>): Promise<HttpReply | undefined> {
    if (!path.startsWith(`${EMBED_PREFIX}/`)) return undefined;
    const isPinned = path.startsWith(this.pinned);
    const newest = isPinned ? `${EMBED_PREFIX}/${path.slice(this.pinned.length)}` : path;
    const reply =
      (await this.files?.serve({ path: newest, headers })) ?? (await this.reader?.serve({ path, headers }));
    if (reply === undefined) return undefined;
    const forEver = isPinned ? { 'Cache-Control': 'public, max-age=31536000, immutable' } : {};
    return { ...reply, headers: { ...reply.headers, ...FOR_EVERY_ORIGIN, ...forEver } };
  }
}
