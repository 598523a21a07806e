import { MAX_AUDIO_BYTES } from '@undertone/protocol';
import { z } from 'zod';
import { type AnalysisRequest, DEFAULT_FEATURES } from '../../domain/recordings/analysis-request.js';
import { coversVoiceprint } from '../../domain/speakers/voice-consent.js';
import type { HttpRequest } from '../../transport/http-message.js';
import { defined } from '../../domain/defined.js';
import { checkInput, invalid, parseJson, type Problems } from '../requests/json-body.js';
import { type MultipartForm, readMultipart } from '../multipart/multipart.js';
import { type AnalysisOptions, analysisOptions, audioBase64, audioUrl } from './analysis-fields.js';
import {
  chooseSource,
  type GivenSources,
  type SourceName,
  SOURCES,
  unsupportedType,
} from './audio-source.js';

/** A request's fields as JSON values, independent of how they were sent, and its file. */
export interface Given {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly audio: Uint8Array | undefined;
  readonly problems: Problems;
}

/** `POST /v1/analyze`: a form with the file, or JSON with a URL or base64. @throws HttpError */
export const readAnalyze = async (request: HttpRequest): Promise<AnalysisRequest> => {
  refuseQuery(request);
  const type = mediaType(request);
  if (type === 'multipart/form-data') return toRequest(await readForm(request));
  if (type !== 'application/json') {
    const rule = 'must be multipart/form-data or application/json; audio itself goes to /v1/analyze/audio';
    throw invalid('the request has no readable body', { 'Content-Type': [rule] });
  }
  return toRequest(await readJson(request));
};

/** `POST /v1/analyze/base64`. @throws HttpError */
export const readBase64 = async (request: HttpRequest): Promise<AnalysisRequest> => {
  refuseQuery(request);
  if (mediaType(request) !== 'application/json') {
    throw invalid('the body must be JSON', { 'Content-Type': ['must be application/json'] });
  }
  return toRequest(await readJson(request), ['audio_base64']);
};

const AUDIO_TYPE = /^(audio\/[a-z0-9.+-]+|video\/(webm|mp4)|application\/(ogg|octet-stream))$/;

/**
 * `POST /v1/analyze/audio`: the file as the body with all other fields in the query, or a form. @throws
 * HttpError
 */
export const readAudio = async (request: HttpRequest): Promise<AnalysisRequest> => {
  const type = mediaType(request);
  if (type === 'multipart/form-data') {
    refuseQuery(request);
    return toRequest(await readForm(request), ['audio']);
  }
  if (type === undefined) {
    throw invalid('the request has no readable body', {
      'Content-Type': ['must name the type of the audio, or multipart/form-data'],
    });
  }
  if (!AUDIO_TYPE.test(type)) throw unsupportedType('the Content-Type is not that of audio');
  const fields = [...request.query].map(([name, value]) => ({ name, value }));
  const given = await fromText({ fields, files: [] });
  const audio = await request.body();
  return toRequest({ ...given, audio }, ['audio']);
};

export const mediaType = ({ headers }: HttpRequest): string | undefined =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

export const refuseQuery = ({ query }: HttpRequest): void => {
  checkInput(z.strictObject({}), Object.fromEntries(query));
};

export const readJson = async (request: HttpRequest): Promise<Given> => {
  const value = await parseJson(await request.body());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('the request has invalid parameters', { body: ['must be an object'] });
  }
  return { fields: withFeatureList(value as Record<string, unknown>), audio: undefined, problems: {} };
};

export const readForm = async (request: HttpRequest): Promise<Given> =>
  fromText(await readMultipart(request, { fileBytes: MAX_AUDIO_BYTES, files: 1 }));

/** Converts text fields of a form or a query to the JSON values they represent. */
export const fromText = async ({ fields, files }: MultipartForm): Promise<Given> => {
  const values = Object.create(null) as Record<string, unknown>;
  const problems = Object.create(null) as Record<string, string[]>;
  const features: string[] = [];
  for (const { name, value } of fields) {
    // Forms and URLs of web pages carry every field, also those that nobody filled in.
    if (value === '') continue;
    if (name === 'features') features.push(...commaList(value));
    else {
      if (Object.hasOwn(values, name)) problems[name] = ['is given twice'];
      values[name] = await fromFieldText(name, value);
    }
  }
  if (features.length > 0) values['features'] = features;
  let audio: Uint8Array | undefined;
  for (const { name, bytes } of files) {
    if (name === 'audio') audio = bytes;
    else problems[name.slice(0, 64)] = ['is not a known file; the audio file is named audio'];
  }
  if (Object.hasOwn(values, 'audio')) {
    delete values['audio'];
    problems['audio'] = ['must be a file'];
  }
  return { fields: values, audio, problems };
};

export const commaList = (text: string): string[] => text.split(',').map((name) => name.trim());

/** In JSON too, the features may come as they are in a form: one text with commas. */
export const withFeatureList = <F extends object>(fields: F): F => {
  const { features } = fields as { readonly features?: unknown };
  return typeof features === 'string' ? { ...fields, features: commaList(features) } : fields;
};

/** Unreadable text stays text, and its schema reports the mistake. */
const fromFieldText = async (name: string, value: string): Promise<unknown> => {
  switch (name) {
    case 'metadata':
    case 'consent':
      try {
        return await parseJson(Buffer.from(value));
      } catch {
        return value;
      }
    case 'diarize':
    case 'cues':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
};

const withSources = analysisOptions.extend({
  audio_url: audioUrl.optional(),
  audio_base64: audioBase64.optional(),
});

/**
 * Checks fields and sources together, so that all problems are reported at once.
 * @throws HttpError 400, 413
 */
export const toRequest = (
  { fields, audio, problems }: Given,
  offered: readonly SourceName[] = SOURCES,
): AnalysisRequest => {
  const own = (name: string): unknown =>
    Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
  const given: GivenSources = {
    audio,
    audio_url: own('audio_url'),
    audio_base64: own('audio_base64'),
  };
  const outcome = problems['audio'] === undefined ? chooseSource(given, offered) : undefined;
  const checked = checkInput(withSources, fields, {
    ...(outcome?.kind === 'problems' && outcome.problems),
    ...notOffered(given, offered),
    ...predictionProblem(fields),
    ...problems,
  });
  if (outcome?.kind !== 'source') throw new Error('a request without a source has a problem');
  return build(checked, outcome.source);
};

const notOffered = (given: GivenSources, offered: readonly SourceName[]): Problems =>
  Object.fromEntries(
    SOURCES.filter((name) => given[name] !== undefined && !offered.includes(name)).map((name) => [
      name,
      ['is not a known parameter here'],
    ]),
  );

const predictionProblem = (fields: Readonly<Record<string, unknown>>): Problems => {
  const { features, session_id: session } = fields;
  if (!Array.isArray(features) || !features.includes('prediction') || (session ?? undefined) !== undefined)
    return {};
  return { session_id: ['is required by the feature prediction'] };
};

const build = (options: AnalysisOptions, source: AnalysisRequest['source']): AnalysisRequest => ({
  source,
  features:
    options.features ??
    (options.session_id === undefined ? DEFAULT_FEATURES : [...DEFAULT_FEATURES, 'prediction']),
  vertical: options.vertical,
  model: options.model,
  ...defined({ line: options.line, language: options.language }),
  ...(options.cues === true && { cues: true as const }),
  subject: options.subject,
  diarize: options.diarize ?? false,
  training: [options.consent?.scope ?? []].flat().includes('training'),
  identify: coversVoiceprint(
    typeof options.consent?.scope === 'string' ? [options.consent.scope] : options.consent?.scope,
  ),
  transcript: options.transcript,
  speakerId: options.speaker_id,
  sessionId: options.session_id,
  metadata: options.metadata,
});
