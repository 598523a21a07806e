import { HttpError } from './http-message.js';

/** A trailer field: a name, a colon, a value (RFC 9112 §5). */
const FIELD = String.raw`[!#$%&'*+.^_\x60|~\w-]+:[^\r\n]*\r\n`;
/** The last chunk as it is written, its extension, and trailers (RFC 9112 §7.1). */
const WRITTEN_END = new RegExp(String.raw`\r\n0+(?:[ \t]*;[^\r\n]*)?\r\n(?:${FIELD})*\r\n$`);
/** What follows the line of the last chunk. */
const AFTER_LAST_CHUNK = new RegExp(String.raw`^(?:${FIELD})*\r\n$`);
/** So much of the end is looked at, in bytes. */
const TAIL_BYTES = 512;
/** The rest after the last chunk's line may come in so many pieces. */
const MAX_PIECES = 3;
/** A body in which the end of a body is written, and that pauses exactly there, is no body that anybody sends. */
const WRITTEN_MS = 100;
/** After the last chunk's line only an empty line is seen. A slow sender may have written it itself, and pauses. */
const GUESSED_MS = 1_000;

/**
 * Sees that the library waits for a chunk that never comes. Up to its newest version it reads an extension of a chunk as digits of the
 * chunk's length (`5;a=b` is 5·16⁴ and more; those that it cannot read so it refuses at once). Then the end of the body comes as data:
 * whole, or after an extension of the last chunk only the empty line. Then nothing more comes.
 */
export class MisreadChunks {
  private readonly recent: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly contentType: string,
    private readonly onMisread: () => void,
  ) {}

  add(chunk: ArrayBuffer): void {
    this.stop();
    const piece = Buffer.from(chunk, Math.max(0, chunk.byteLength - TAIL_BYTES)).toString('latin1');
    if (piece === '') return;
    this.recent.push(piece);
    if (this.recent.length > MAX_PIECES + 1) this.recent.shift();
    if (!piece.endsWith('\n')) return;
    const waitMs = this.endIsWritten() ? WRITTEN_MS : this.endIsLikely() ? GUESSED_MS : undefined;
    if (waitMs !== undefined) this.timer = setTimeout(this.onMisread, waitMs).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private endIsWritten(): boolean {
    return WRITTEN_END.test(this.recent.join('').slice(-TAIL_BYTES));
  }

  private endIsLikely(): boolean {
    for (let count = 1; count <= Math.min(MAX_PIECES, this.recent.length); count++) {
      const rest = this.recent.slice(-count).join('');
      if (AFTER_LAST_CHUNK.test(rest) && this.mayEndWith(this.recent.slice(0, -count).join(''))) return true;
    }
    return false;
  }

  /** Programs that write forms write the empty line behind each part by itself, and then read the next file. */
  private mayEndWith(before: string): boolean {
    if (this.contentType.startsWith('multipart/')) return /--(?:\r\n)?$/.test(before);
    return !this.contentType.includes('json') || /[}\]]\s*$/.test(before);
  }
}

/** The answer to a body whose chunks the library cannot read. */
export const misreadChunks = (): HttpError =>
  new HttpError('validation_error', 'the body came in chunks that cannot be read', {
    details: {
      body: ['must have no chunk extensions and no trailers: send it without, or with a Content-Length'],
    },
    close: true,
  });
