/** How the hosted service's clients send a recording: `file` for the audio, and fields that have no meaning here. */
import { MAX_AUDIO_BYTES } from '@undertone/protocol';
import type { AnalysisRequest } from '../../domain/recordings/analysis-request.js';
import { readMultipart } from '../../routes/multipart/multipart.js';
import { invalid } from '../../routes/requests/json-body.js';
import {
  fromText,
  type Given,
  mediaType,
  readAudio,
  readJson,
  refuseQuery,
  toRequest,
} from '../../routes/analysis/read-analysis.js';
import type { SourceName } from '../../routes/analysis/audio-source.js';
import type { HttpRequest } from '../../transport/http-message.js';

export interface ReadRecording {
  readonly recording: AnalysisRequest;
  /** Whether the request has a field that only the hosted service's clients send. Its answer then has their fields too. */
  readonly isForeign: boolean;
}

/** Text is not transcribed here, and the label does not depend on the language. */
export const LANGUAGE = /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/;
export const NOT_A_LANGUAGE = 'must be a language code such as en';

/** `POST /v1/analyze/audio`. @throws HttpError */
export const readAudioOrForm = async (request: HttpRequest): Promise<ReadRecording> => {
  switch (mediaType(request)) {
    case 'multipart/form-data':
      refuseQuery(request);
      return settle(await readFileForm(request), ['audio', 'audio_url']);
    case 'application/json':
      refuseQuery(request);
      return { ...settle(await readJson(request), ['audio_url']), isForeign: true };
    case undefined:
    default:
      return { recording: await readAudio(request), isForeign: false };
  }
};

/** `POST /v1/analyze/base64`. @throws HttpError */
export const readEncoded = async (request: HttpRequest): Promise<ReadRecording> => {
  refuseQuery(request);
  if (mediaType(request) !== 'application/json') {
    throw invalid('the body must be JSON', { 'Content-Type': ['must be application/json'] });
  }
  return settle(await readJson(request), ['audio_base64']);
};

/** A form whose file may be named `file`. */
const readFileForm = async (request: HttpRequest): Promise<Given & { readonly hasFile: boolean }> => {
  const { fields, files } = await readMultipart(request, { fileBytes: MAX_AUDIO_BYTES, files: 1 });
  const renamed = files.map((file) => (file.name === 'file' ? { ...file, name: 'audio' } : file));
  return {
    ...(await fromText({ fields, files: renamed })),
    hasFile: files.some(({ name }) => name === 'file'),
  };
};

const settle = (
  given: Given & { readonly hasFile?: boolean },
  offered: readonly SourceName[],
): ReadRecording => {
  const { output_format: format, include_features: features, ...known } = given.fields;
  const { language: named, ...unnamed } = known;
  // With `cues` it is a field of ours: the language of their texts.
  const isOurs = known['cues'] === true;
  const fields = isOurs ? known : unnamed;
  const language = isOurs ? undefined : named;
  const problems = {
    ...(isGiven(language) && !isLanguage(language) && { language: [NOT_A_LANGUAGE] }),
    ...(isGiven(format) && format !== 'json' && { output_format: ['must be json, the only format here'] }),
    ...given.problems,
  };
  return {
    recording: toRequest({ fields, audio: given.audio, problems }, offered),
    isForeign:
      given.hasFile === true ||
      [language, format, features].some(isGiven) ||
      (offered.includes('audio') && isGiven(fields['audio_url'])),
  };
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isLanguage = (value: unknown): boolean => typeof value === 'string' && LANGUAGE.test(value);
