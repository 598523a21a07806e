/** Why a file gave no audio. The codes are stable and safe to match on. The HTTP status is in brackets. */
export type MediaErrorCode =
  /** An unsupported or unknown format (415). */
  | 'unsupported_audio_format'
  /** It looks like a supported format but holds no audio that can be decoded (422). */
  | 'undecodable_audio'
  /** More decoded seconds than the caller allows (413). */
  | 'audio_too_long'
  /** More bytes than the caller allows (413). */
  | 'payload_too_large'
  /** The queue of files is full (503). */
  | 'overloaded'
  /** Decoding took too long (422 if the file is built to be slow, otherwise 503). */
  | 'timeout'
  /** The decoding process ended in the middle, but not because of the file (503). */
  | 'decoder_failed'
  /** The caller's own signal aborted. */
  | 'aborted';

const RETRYABLE: ReadonlySet<MediaErrorCode> = new Set(['overloaded', 'timeout', 'decoder_failed']);

/** The formats that the relay reads, for `supported_formats` in an answer and for messages. */
export const SUPPORTED_FORMATS = [
  'wav',
  'mp3',
  'ogg (vorbis, opus)',
  'webm (opus)',
  'flac',
  'm4a (aac, opus)',
] as const;

/** Its message may be shown to the caller. It quotes nothing from the file. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly retryable: boolean;
  /** How long a process worked on the file, ms. */
  workMs = 0;
  /** With `unsupported_audio_format`. */
  readonly supportedFormats: readonly string[] | undefined;

  constructor(
    readonly code: MediaErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.retryable = RETRYABLE.has(code);
    this.supportedFormats = code === 'unsupported_audio_format' ? SUPPORTED_FORMATS : undefined;
  }
}

export const unsupported = (message: string): MediaError =>
  new MediaError('unsupported_audio_format', message);
export const undecodable = (message: string, cause?: unknown): MediaError =>
  new MediaError('undecodable_audio', message, cause === undefined ? undefined : { cause });
