import { z } from 'zod';
import type { HttpRequest } from '../../transport/http-message.js';
import { mediaType } from '../analysis/read-analysis.js';
import { checkInput, invalid, MOST_PROBLEMS, parseJson } from '../requests/json-body.js';
import { type FilePart, type MultipartLimits, readMultipart } from './multipart.js';

export interface ItemsBody {
  /** Not yet checked. */
  readonly value: unknown;
  readonly files: readonly FilePart[];
}

/**
 * A body with many items: JSON, or a form with the items as JSON text plus their files.
 * @param fromText converts the text of a form's field to its value
 * @throws HttpError
 */
export const readItemsBody = async (
  request: HttpRequest,
  limits: MultipartLimits,
  fromText: (name: string, text: string) => Promise<unknown>,
): Promise<ItemsBody> => {
  checkInput(z.strictObject({}), Object.fromEntries(request.query));
  switch (mediaType(request)) {
    case 'application/json':
      return { value: await parseJson(await request.body()), files: [] };
    case 'multipart/form-data':
      return readForm(request, limits, fromText);
    case undefined:
    default:
      throw invalid('the request has no readable body', {
        'Content-Type': ['must be application/json or multipart/form-data'],
      });
  }
};

const readForm: typeof readItemsBody = async (request, limits, fromText) => {
  const { fields, files } = await readMultipart(request, limits);
  const value = Object.create(null) as Record<string, unknown>;
  for (const { name, value: text } of fields) {
    // Forms of web pages carry every field, also those that nobody filled in.
    if (text === '') continue;
    const read = await fromText(name, text);
    const earlier = Object.hasOwn(value, name) ? value[name] : undefined;
    if (earlier !== undefined && !(Array.isArray(earlier) && name === 'features')) {
      throw invalid('the request has invalid parameters', { [name]: ['is given twice'] });
    }
    value[name] = Array.isArray(earlier) ? [...(earlier as unknown[]), ...[read].flat()] : read;
  }
  return { value: { ...value }, files };
};

/** A boolean in a form. Other text stays text, and its schema reports the mistake. */
export const flagOf = (text: string): boolean | string =>
  text === 'true' ? true : text === 'false' ? false : text;

/** The files of a form by name. Each file must belong to an item. */
export class FileParts {
  private readonly parts: ReadonlyMap<string, Uint8Array>;
  private readonly unused: Set<string>;

  /** @throws HttpError when two files have the same name */
  constructor(files: readonly FilePart[]) {
    this.parts = new Map(files.map(({ name, bytes }) => [name, bytes]));
    this.unused = new Set(this.parts.keys());
    if (this.parts.size < files.length) {
      throw invalid('the request has invalid parameters', { body: ['has two files of one name'] });
    }
  }

  /** Returns the file with this name, if any, and marks it as used by an item. */
  take(name: string): Uint8Array | undefined {
    this.unused.delete(name);
    return this.parts.get(name);
  }

  /**
   * @param item the word for an item in messages
   * @throws HttpError for files that belong to no item
   */
  checkAllTaken(item: string): void {
    if (this.unused.size === 0) return;
    const problems = [...this.unused]
      .slice(0, MOST_PROBLEMS)
      .map((name) => [name.slice(0, 64), [`is a file that no ${item} names`]]);
    throw invalid(
      'the request has invalid parameters',
      Object.fromEntries(problems) as Record<string, string[]>,
    );
  }
}
