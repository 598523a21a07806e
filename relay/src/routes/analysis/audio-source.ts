import { AUDIO_TYPES, MAX_AUDIO_BYTES } from '@undertone/protocol';
import type { AudioSource } from '../../domain/recordings/analysis-request.js';
import { HttpError } from '../../transport/http-message.js';
import { EncodedBytes } from '../requests/encoded-bytes.js';

export const unsupportedType = (message: string): HttpError =>
  new HttpError('unsupported_audio_format', message, {
    details: { supported_formats: AUDIO_TYPES },
  });

const tooLarge = (): HttpError =>
  new HttpError('payload_too_large', `the audio may hold at most ${MAX_AUDIO_BYTES} bytes (25 MB)`);

/**
 * Decodes a base64 text in either alphabet, with or without padding. A long one comes decoded already.
 * @returns undefined when it is not base64
 * @throws HttpError 413 before anything is decoded
 */
export const decodeBase64 = (text: string | EncodedBytes): Uint8Array | undefined => {
  if (text instanceof EncodedBytes) {
    if (text.size > MAX_AUDIO_BYTES) throw tooLarge();
    return text.bytes;
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const bytes = Math.floor((digits * 3) / 4);
  if (bytes > MAX_AUDIO_BYTES) throw tooLarge();
  // A single last digit has six bits, less than a byte.
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  const decoded = Buffer.from(text, 'base64');
  // Node skips characters that are not digits and stops at padding; in both cases bytes are missing.
  return decoded.length === bytes ? decoded : undefined;
};

export const SOURCES = ['audio', 'audio_url', 'audio_base64'] as const;
export type SourceName = (typeof SOURCES)[number];

export type SourceOutcome =
  | { readonly kind: 'source'; readonly source: AudioSource }
  | { readonly kind: 'problems'; readonly problems: Readonly<Record<string, readonly string[]>> };

/** The audio sources that a request has; undefined when absent. */
export interface GivenSources {
  readonly audio: Uint8Array | undefined;
  /** Its schema checks it elsewhere and reports anything but text. */
  readonly audio_url: unknown;
  readonly audio_base64: unknown;
}

/**
 * Chooses the audio of a request, which must have exactly one source.
 * @param offered the sources that this endpoint accepts; any other is not a parameter of it
 * @throws HttpError 413
 */
export const chooseSource = (
  given: GivenSources,
  offered: readonly SourceName[] = SOURCES,
): SourceOutcome => {
  const named = offered.filter((name) => given[name] !== undefined);
  const [only] = named;
  if (only === undefined) {
    const rule =
      offered.length === 1
        ? 'is required'
        : `exactly one of ${offered.join(', ')} is required, and none was given`;
    return problem([offered[0] ?? 'audio'], rule);
  }
  if (named.length > 1) {
    return problem(named, `exactly one of ${offered.join(', ')} is required, and ${named.length} were given`);
  }
  return readSource(only, given);
};

const readSource = (name: SourceName, given: GivenSources): SourceOutcome => {
  switch (name) {
    case 'audio': {
      const { audio } = given;
      if (audio === undefined || audio.length === 0) return problem(['audio'], 'is empty');
      if (audio.length > MAX_AUDIO_BYTES) throw tooLarge();
      return { kind: 'source', source: { kind: 'bytes', bytes: audio } };
    }
    case 'audio_url':
      if (typeof given.audio_url !== 'string') return { kind: 'problems', problems: {} };
      return { kind: 'source', source: { kind: 'url', url: given.audio_url } };
    case 'audio_base64': {
      const { audio_base64: text } = given;
      if (!(text instanceof EncodedBytes) && (typeof text !== 'string' || text === ''))
        return { kind: 'problems', problems: {} };
      const bytes = decodeBase64(text);
      return bytes === undefined
        ? problem(['audio_base64'], 'is not valid base64')
        : { kind: 'source', source: { kind: 'bytes', bytes } };
    }
  }
};

const problem = (names: readonly string[], message: string): SourceOutcome => ({
  kind: 'problems',
  problems: Object.fromEntries(names.map((name) => [name, [message]])),
});
