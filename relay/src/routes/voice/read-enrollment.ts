import type { z } from 'zod';
import type { AudioSource } from '../../domain/recordings/analysis-request.js';
import type { HttpRequest } from '../../transport/http-message.js';
import { chooseSource } from '../analysis/audio-source.js';
import { mediaType, readForm, readJson } from '../analysis/read-analysis.js';
import { checkInput, invalid } from '../requests/json-body.js';

/** An enrollment request: its audio and all other fields. */
export interface ReadEnrollment<T> {
  readonly source: AudioSource;
  readonly fields: T;
}

/**
 * Reads an enrollment: a form with the file, or JSON with a URL or base64. All problems are reported at once.
 * @throws HttpError 400, 413
 */
export const readEnrollmentBody = async <T>(
  request: HttpRequest,
  schema: z.ZodType<T>,
): Promise<ReadEnrollment<T>> => {
  const type = mediaType(request);
  const form = type === 'multipart/form-data';
  if (!form && type !== 'application/json') {
    const rule = 'must be multipart/form-data or application/json';
    throw invalid('the request has no readable body', { 'Content-Type': [rule] });
  }
  const { fields, audio, problems } = form ? await readForm(request) : await readJson(request);
  const own = (name: string): unknown =>
    Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
  const outcome =
    problems['audio'] === undefined
      ? chooseSource({ audio, audio_url: own('audio_url'), audio_base64: own('audio_base64') })
      : undefined;
  const read = checkInput(schema, fields, {
    ...(outcome?.kind === 'problems' && outcome.problems),
    ...problems,
  });
  if (outcome?.kind !== 'source') throw new Error('an enrollment without a source has a problem');
  return { source: outcome.source, fields: read };
};
