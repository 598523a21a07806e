import { z } from 'zod';
import type { BatchItem } from '../../domain/analyze/batch-item.js';
import { Fault } from '../../domain/fault.js';
import { HttpError, type HttpRequest } from '../../transport/http-message.js';
import { checkInput, invalid, parseJson } from '../json-body.js';
import { type FilePart, readMultipart } from '../multipart/multipart.js';
import { MAX_AUDIO_BYTES } from './audio-source.js';
import { looseBatch, MAX_ITEMS } from './batch-fields.js';
import { toRequest } from './read-analysis.js';

/**
 * `POST /v1/analyze/batch`: JSON, or a form with the items as JSON text and files beside it. What is wrong with the batch
 * is an error; what is wrong with an item is that item's.
 * @throws HttpError
 */
export const readBatch = async (request: HttpRequest): Promise<readonly BatchItem[]> => {
  checkInput(z.strictObject({}), Object.fromEntries(request.query));
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return readItems(parseJson(await request.body()), []);
  if (type === 'multipart/form-data') return readForm(request);
  throw invalid('the request has no readable body', {
    'Content-Type': ['must be application/json or multipart/form-data'],
  });
};

const readForm = async (request: HttpRequest): Promise<readonly BatchItem[]> => {
  const { fields, files } = await readMultipart(request, { fileBytes: MAX_AUDIO_BYTES, files: MAX_ITEMS });
  const values = Object.create(null) as Record<string, unknown>;
  for (const { name, value } of fields) {
    if (Object.hasOwn(values, name)) {
      throw invalid('the request has invalid parameters', { [name]: ['is given twice'] });
    }
    values[name] = fromFieldText(name, value);
  }
  return readItems(values, files);
};

const fromFieldText = (name: string, value: string): unknown => {
  switch (name) {
    case 'items':
      return parseJson(Buffer.from(value));
    case 'features':
      return value.split(',').map((feature) => feature.trim());
    case 'diarize':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
};

const readItems = (value: unknown, files: readonly FilePart[]): readonly BatchItem[] => {
  const { items, ...shared } = checkInput(looseBatch, value);
  const parts = new Map(files.map(({ name, bytes }) => [name, bytes]));
  if (parts.size < files.length) {
    throw invalid('the request has invalid parameters', { body: ['has two files of one name'] });
  }
  const used = new Set<string>();
  const read = items.map((item) => {
    const { id, audio, ...fields } = item;
    const name = audio ?? id;
    if (typeof name === 'string' && parts.has(name)) used.add(name);
    return readItem(
      id,
      { ...fields, ...shared },
      audio,
      typeof name === 'string' ? parts.get(name) : undefined,
    );
  });
  const unused = [...parts.keys()].filter((name) => !used.has(name));
  if (unused.length > 0) {
    const problems = unused.map((name) => [name.slice(0, 64), ['is a file that no item names']]);
    throw invalid(
      'the request has invalid parameters',
      Object.fromEntries(problems) as Record<string, string[]>,
    );
  }
  return read;
};

const readItem = (
  id: string,
  fields: Readonly<Record<string, unknown>>,
  named: unknown,
  audio: Uint8Array | undefined,
): BatchItem => {
  const missing = named !== undefined && audio === undefined;
  try {
    const problems = missing ? { audio: ['names no file part of this form'] } : {};
    return { id, request: toRequest({ fields, audio, problems }) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { code, message, details } = error;
    return {
      id,
      fault: new Fault(code, message, { cause: error, ...(details !== undefined && { details }) }),
    };
  }
};
