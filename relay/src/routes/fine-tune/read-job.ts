import { MAX_AUDIO_BYTES } from '@undertone/protocol';
import type { z } from 'zod';
import { takeTurns } from '../../concurrency/in-slices.js';
import type { GivenSample } from '../../domain/fine-tune/jobs/job-orders.js';
import { refusal } from '../../domain/fine-tune/samples/sample.js';
import { HttpError, type HttpRequest } from '../../transport/http-message.js';
import { decodeBase64 } from '../analysis/audio-source.js';
import type { EncodedBytes } from '../requests/encoded-bytes.js';
import { checkInput, parseJson } from '../requests/json-body.js';
import { numberOf } from '../requests/query-number.js';
import { FileParts, flagOf, type ItemsBody, readItemsBody } from '../multipart/items-body.js';
import type { FilePart } from '../multipart/multipart.js';
import { type CreateFields, createBody, type SampleField, samplesBody } from './fine-tune-fields.js';

/** The largest number of files in one form, besides its fields. */
const MOST_FILES = 500;

/** A request with its samples, ready for analysis. */
export interface ReadJob<T> {
  readonly fields: T;
  readonly samples: readonly GivenSample[];
}

/** Reads the bodies of jobs and of their samples. */
export interface JobReaders {
  readonly create: (request: HttpRequest) => Promise<ReadJob<CreateFields>>;
  readonly more: (request: HttpRequest) => Promise<readonly GivenSample[]>;
}

/** @param change what is done to the body's value before it is checked */
export const jobReaders = (change: (value: unknown) => unknown): JobReaders => ({
  create: async (request) => readCreate(await readBody(request), change),
  more: async (request) => readMore(await readBody(request), change),
});

/** `POST /v1/fine-tune`: JSON, or a form with the samples as JSON text plus files. @throws HttpError */
const readCreate = async (
  { value, files }: ItemsBody,
  change: (value: unknown) => unknown,
): Promise<ReadJob<CreateFields>> => {
  const fields = await checked(createBody, change(value));
  return { fields, samples: await readSamples(fields.samples ?? [], files) };
};

/** `POST /v1/fine-tune/{id}/samples`. @throws HttpError */
const readMore = async (
  { value, files }: ItemsBody,
  change: (value: unknown) => unknown,
): Promise<readonly GivenSample[]> => readSamples((await checked(samplesBody, change(value))).samples, files);

/** Two thousand samples are parsed, checked and read each in a turn of their own, because all at once held the thread for 30 ms. */
const checked = async <T>(schema: z.ZodType<T>, value: unknown): Promise<T> => {
  await takeTurns();
  return checkInput(schema, value);
};

export const JOB_READERS = jobReaders((value) => value);

const readBody = (request: HttpRequest): Promise<ItemsBody> =>
  readItemsBody(request, { fileBytes: MAX_AUDIO_BYTES, files: MOST_FILES }, fromText);

/** Unreadable text stays text, and its schema reports the mistake. */
const fromText = async (name: string, text: string): Promise<unknown> => {
  switch (name) {
    case 'samples':
    case 'labels':
      return await parseJson(Buffer.from(text));
    case 'max_seconds':
      return numberOf(text);
    case 'start':
    case 'corrections':
      return flagOf(text);
    default:
      return text;
  }
};

const readSamples = async (
  samples: readonly SampleField[],
  files: readonly FilePart[],
): Promise<GivenSample[]> => {
  await takeTurns();
  const parts = new FileParts(files);
  const read = samples.map((sample, position): GivenSample => {
    const id = sample.id ?? String(position + 1);
    const bytes = parts.take(sample.audio ?? id);
    return { id, label: sample.label, speaker: sample.speaker_id, source: sourceOf(sample, bytes) };
  });
  parts.checkAllTaken('sample');
  return read;
};

const refused = (...[code, message]: Parameters<typeof refusal>): GivenSample['source'] => ({
  kind: 'refused',
  refusal: refusal(code, message),
});

const sourceOf = (
  { audio_url: url, audio_base64: base64, audio }: SampleField,
  bytes: Uint8Array | undefined,
): GivenSample['source'] => {
  const given = [url, base64, bytes].filter((each) => each !== undefined);
  if (given.length !== 1) {
    const named = audio === undefined || bytes !== undefined ? '' : ': the form has no such part';
    return refused('no_audio', `exactly one of a file, audio_url and audio_base64 is needed${named}`);
  }
  if (url !== undefined) {
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return { kind: 'url', url };
    return refused('bad_url', 'audio_url is no http or https URL');
  }
  if (bytes !== undefined) {
    return bytes.length === 0 ? refused('no_audio', 'the file is empty') : { kind: 'bytes', bytes };
  }
  return fromBase64(base64 ?? '');
};

const fromBase64 = (text: string | EncodedBytes): GivenSample['source'] => {
  try {
    const bytes = decodeBase64(text);
    if (bytes === undefined) return refused('undecodable_audio', 'audio_base64 is not valid base64');
    return bytes.length === 0 ? refused('no_audio', 'audio_base64 is empty') : { kind: 'bytes', bytes };
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'payload_too_large') throw error;
    return refused('too_large', error.message);
  }
};
