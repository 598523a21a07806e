import { z } from 'zod';
import type { HttpRequest } from '../../transport/http-message.js';
import { mediaType } from '../analysis/read-analysis.js';
import { checkInput, invalid, parseJson } from '../requests/json-body.js';
import { type FilePart, type MultipartLimits, readMultipart } from './multipart.js';

export interface ItemsBody {
  /** Not yet checked. */
  readonly value: unknown;
  readonly files: readonly FilePart[];
}

/**
 * A body of many items: JSON, or a form with the items as JSON text and their files beside it.
 * @param fromText what the text of a form's field means
 * @throws HttpError
 */
export const readItemsBody = async (
  request: HttpRequest,
  limits: MultipartLimits,
  fromText: (name: string, text: string) => unknown,
): Promise<ItemsBody> => {
  checkInput(z.strictObject({}), Object.fromEntries(request.query));
  switch (mediaType(request)) {
    case 'application/json':
      return { value: parseJson(await request.body()), files: [] };
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
    if (Object.hasOwn(value, name)) {
      throw invalid('the request has invalid parameters', { [name]: ['is given twice'] });
    }
    value[name] = fromText(name, text);
  }
  return { value: { ...value }, files };
};

/** Yes or no in a form. What is neither stays text, and its schema says what is wrong with that. */
export const flagOf = (text: string): boolean | string =>
  text === 'true' ? true : text === 'false' ? false : text;

/** The files of a form, by name: each is some item's. */
export class FileParts {
  private readonly parts: ReadonlyMap<string, Uint8Array>;
  private readonly unused: Set<string>;

  /** @throws HttpError for two files of one name */
  constructor(files: readonly FilePart[]) {
    this.parts = new Map(files.map(({ name, bytes }) => [name, bytes]));
    this.unused = new Set(this.parts.keys());
    if (this.parts.size < files.length) {
      throw invalid('the request has invalid parameters', { body: ['has two files of one name'] });
    }
  }

  /** The file of this name, if there is one; it is then some item's. */
  take(name: string): Uint8Array | undefined {
    this.unused.delete(name);
    return this.parts.get(name);
  }

  /**
   * @param item what the items are called
   * @throws HttpError for files that are no item's
   */
  checkAllTaken(item: string): void {
    if (this.unused.size === 0) return;
    const problems = [...this.unused].map((name) => [name.slice(0, 64), [`is a file that no ${item} names`]]);
    throw invalid(
      'the request has invalid parameters',
      Object.fromEntries(problems) as Record<string, string[]>,
    );
  }
}
