import type { BatchItem } from '../../domain/analysis/batch-item.js';
import { Fault } from '../../domain/fault.js';
import { HttpError, type HttpRequest } from '../../transport/http-message.js';
import { checkInput, parseJson } from '../requests/json-body.js';
import { FileParts, flagOf, readItemsBody } from '../multipart/items-body.js';
import type { FilePart } from '../multipart/multipart.js';
import { MAX_AUDIO_BYTES } from '@undertone/protocol';
import { looseBatch, MAX_ITEMS } from './batch-fields.js';
import { commaList, toRequest, withFeatureList } from './read-analysis.js';
import { defined } from '../../domain/defined.js';

/**
 * `POST /v1/analyze/batch`: JSON, or a form with the items as JSON text plus files. A mistake in the batch is
 * an error of the request; a mistake in an item is an error of that item.
 * @throws HttpError
 */
export const readBatch = async (request: HttpRequest): Promise<readonly BatchItem[]> => {
  const limits = { fileBytes: MAX_AUDIO_BYTES, files: MAX_ITEMS };
  const { value, files } = await readItemsBody(request, limits, fromFieldText);
  return readItems(value, files);
};

const fromFieldText = async (name: string, value: string): Promise<unknown> => {
  switch (name) {
    case 'items':
      return await parseJson(Buffer.from(value));
    case 'features':
      return commaList(value);
    case 'diarize':
    case 'one_line':
      return flagOf(value);
    default:
      return value;
  }
};

const readItems = (value: unknown, files: readonly FilePart[]): readonly BatchItem[] => {
  const given = typeof value === 'object' && value !== null ? withFeatureList(value) : value;
  const { items, line, one_line: isOneLine = true, ...shared } = checkInput(looseBatch, given);
  const parts = new FileParts(files);
  const read = items.map(({ id, audio: named, ...own }) => {
    const audio = named ?? undefined;
    const fields = withFeatureList(own);
    const name = audio ?? id;
    const bytes = typeof name === 'string' ? parts.take(name) : undefined;
    const item = readItem(id, { ...defined({ line }), ...fields, ...shared }, audio, bytes);
    return isOneLine || 'fault' in item ? item : { id, request: { ...item.request, isAlone: true as const } };
  });
  parts.checkAllTaken('item');
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
      fault: new Fault(code, message, { cause: error, ...defined({ details }) }),
    };
  }
};
