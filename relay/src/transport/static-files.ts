import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpReply, HttpRequest } from './http-message.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.onnx': 'application/octet-stream',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
/** Vite puts a hash of the content into the names of these files. */
const HASHED = /^(?:\/[a-z]+)?\/assets\//;
/** At the highest level, a module of several megabytes (the WebAssembly runtime) takes seconds. */
const BROTLI_QUALITY = 5;

/** From this size on a file is kept only once it was asked for: the runtime and the models of pages take 22 MB. */
const LARGE_BYTES = 1024 * 1024;

interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** Its bytes; undefined when a large file is not the one any more that it was at the start. */
  readonly identity: () => Promise<Buffer | undefined>;
  readonly compressible: boolean;
  /** Filled after the first request for the file, so that a relay that no browser opens compresses hardly any file. */
  encoded: ReadonlyMap<'br' | 'gzip', Buffer> | undefined;
}

/**
 * A folder of built files, read into memory once (large ones when they are first requested) and compressed after they are requested. A path is only looked up in that
 * table, so no request can name another file of the machine.
 */
export class StaticFiles {
  private readonly files: ReadonlyMap<string, StaticFile>;
  private readonly headers: Readonly<Record<string, string>>;
  /** Files are compressed one after the other, off this thread, because a page requests dozens of files at once. */
  private compressing: Promise<void> = Promise.resolve();

  private constructor(files: ReadonlyMap<string, StaticFile>, headers: Readonly<Record<string, string>>) {
    this.files = files;
    this.headers = headers;
  }

  /**
   * @param headers sent with every file
   * @param prefix where the folder appears, for example `/console`
   * @throws if the folder cannot be read
   */
  static async load(
    directory: string,
    headers: Readonly<Record<string, string>>,
    prefix = '',
  ): Promise<StaticFiles> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = new Map<string, StaticFile>();
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const url = `${prefix}/${relative(directory, path).split(sep).join('/')}`;
      files.set(url, await loadFile(url, path));
    }
    return new StaticFiles(files, headers);
  }

  /**
   * Files from anywhere.
   *
   * @param paths file by address
   * @throws if one cannot be read
   */
  static async of(
    paths: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<StaticFiles> {
    const files = new Map<string, StaticFile>();
    for (const [url, path] of Object.entries(paths)) files.set(url, await loadFile(url, path));
    return new StaticFiles(files, headers);
  }

  /** The answer to a GET or HEAD; undefined if there is no such file. */
  async serve({ path, headers }: Pick<HttpRequest, 'path' | 'headers'>): Promise<HttpReply | undefined> {
    const file = this.files.get(path.endsWith('/') ? `${path}index.html` : path);
    if (file === undefined) return undefined;
    const common = {
      ...this.headers,
      ETag: file.etag,
      'Cache-Control': file.cacheControl,
      Vary: 'Accept-Encoding',
    };
    if (matches(headers.get('if-none-match'), file.etag)) return { status: 304, headers: common };
    const identity = await file.identity();
    if (identity === undefined) return undefined;
    const accepted = headers.get('accept-encoding') ?? '';
    if (accepted !== '') this.compressLater(file, identity);
    const encoding = chooseEncoding(accepted, file);
    return {
      status: 200,
      headers: {
        ...common,
        'Content-Type': file.type,
        ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      },
      body: (encoding !== undefined ? file.encoded?.get(encoding) : undefined) ?? identity,
    };
  }

  /** Resolves when every file requested so far is compressed. */
  compressed(): Promise<void> {
    return this.compressing;
  }

  private compressLater(file: StaticFile, identity: Buffer): void {
    if (!file.compressible || file.encoded !== undefined) return;
    file.encoded = new Map();
    this.compressing = this.compressing.then(async () => {
      file.encoded = await compress(identity);
    });
  }
}

const loadFile = async (url: string, path: string): Promise<StaticFile> => {
  const bytes = await readFile(path);
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return {
    type,
    // Weak, because the compressed forms share it (RFC 9110 §8.8.3.3).
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl: HASHED.test(url) ? 'public, max-age=31536000, immutable' : 'no-cache',
    identity: bytes.length < LARGE_BYTES ? () => Promise.resolve(bytes) : await readLater(path),
    compressible: COMPRESSIBLE.test(type),
    encoded: undefined,
  };
};

/** Reads a file when it is first asked for, unless another one has taken its place: its etag and what belongs to it would not fit. */
const readLater = async (path: string): Promise<() => Promise<Buffer | undefined>> => {
  const stamp = await stampOf(path);
  let kept: Buffer | undefined;
  return async () => (kept ??= (await stampOf(path)) === stamp ? await readFile(path) : undefined);
};

/** Undefined when there is no such file. */
const stampOf = async (path: string): Promise<string | undefined> => {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return undefined;
  }
};

const compress = async (identity: Buffer): Promise<Map<'br' | 'gzip', Buffer>> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ]);
  const encoded = new Map<'br' | 'gzip', Buffer>();
  if (br.length < identity.length) encoded.set('br', br);
  if (gz.length < identity.length) encoded.set('gzip', gz);
  return encoded;
};

/** Whether `If-None-Match` names this weak etag. */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((entry) => entry.trim() === etag || entry.trim() === '*');

const chooseEncoding = (accepted: string, file: StaticFile): 'br' | 'gzip' | undefined =>
  (['br', 'gzip'] as const).find(
    (encoding) => accepts(accepted, encoding) && file.encoded?.has(encoding) === true,
  );

/** Whether `Accept-Encoding` names this coding, and not to refuse it. */
export const accepts = (accepted: string, encoding: string): boolean =>
  accepted
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .some((entry) => entry.split(';')[0]?.trim() === encoding);
