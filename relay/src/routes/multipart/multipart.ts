import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { joinInSlices, takeTurns } from '../../concurrency/in-slices.js';
import { HttpError, type HttpRequest } from '../../transport/http-message.js';
import { invalid } from '../requests/json-body.js';

export interface FilePart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A form: its text fields and its files, in the order of arrival. */
export interface MultipartForm {
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly files: readonly FilePart[];
}

export interface MultipartLimits {
  readonly fileBytes: number;
  readonly files: number;
}

const FILE_TYPE = /^(audio|video|application)\//i;
const JSON_TYPE = /^application\/json\b/i;
const FIELD_BYTES = 256 * 1024;
const FIELDS = 64;
const NAME_BYTES = 128;
/** A part has three header lines; more is not a valid form. */
const HEADER_PAIRS = 16;
const HEADER_BYTES = 8 * 1024;
/** The parser gets this much at a time; after each slice, waiting streams use this thread first. */
const SLICE_BYTES = 256 * 1024;

/**
 * Reads a `multipart/form-data` body (RFC 7578). A part's own headers say what the part is; what they claim
 * about a file's content is not trusted.
 * @throws HttpError 400 for a body that is not a form, 413 for a file above the limit
 */
export const readMultipart = async (
  request: HttpRequest,
  limits: MultipartLimits,
): Promise<MultipartForm> => {
  const body = await request.body();
  const parser = createParser(request.headers.get('content-type') ?? '', limits);
  const form = collect(parser, limits);
  // The caller awaits the form later and gets the failure then; until then it must not count as unhandled.
  form.catch(() => undefined);
  for (let from = 0; from < body.length && !parser.destroyed; from += SLICE_BYTES) {
    parser.write(body.subarray(from, from + SLICE_BYTES));
    await takeTurns();
  }
  parser.end();
  const { fields, files } = await form;
  const joined: FilePart[] = [];
  for (const { name, chunks } of files) joined.push({ name, bytes: await joinInSlices(chunks) });
  return { fields, files: joined };
};

const createParser = (contentType: string, { fileBytes, files }: MultipartLimits): BusboyInstance => {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Some clients send audio without a file name, only with its type, and fields that are JSON with theirs, or as a file.
      isPartAFile: (_name, type, fileName) =>
        !JSON_TYPE.test(type ?? '') && (fileName !== undefined || FILE_TYPE.test(type ?? '')),
      limits: {
        fieldNameSize: NAME_BYTES,
        fieldSize: FIELD_BYTES,
        fields: FIELDS,
        fileSize: fileBytes,
        files,
        parts: FIELDS + files,
        headerPairs: HEADER_PAIRS,
        headerSize: HEADER_BYTES,
      },
    });
  } catch (cause) {
    throw notAForm(cause);
  }
};

/** A form whose files are still in pieces. */
interface Pieces {
  readonly fields: MultipartForm['fields'];
  readonly files: readonly { readonly name: string; readonly chunks: Buffer[] }[];
}

const collect = (parser: BusboyInstance, limits: MultipartLimits): Promise<Pieces> =>
  new Promise((resolve, reject) => {
    const fields: { name: string; value: string }[] = [];
    const files: { name: string; chunks: Buffer[] }[] = [];
    const fail = (error: Error): void => {
      reject(error);
      parser.destroy();
    };
    parser.on('field', (name: string | undefined, value, nameTruncated, valueTruncated) => {
      if (name === undefined) fail(nameless());
      else if (nameTruncated)
        fail(invalid('the form is not valid', { body: ['has a part with too long a name'] }));
      else if (valueTruncated) {
        fail(invalid('the form is not valid', { [name]: [`may hold at most ${FIELD_BYTES} bytes`] }));
      } else fields.push({ name, value });
    });
    parser.on('file', (name: string | undefined, stream: BusboyFileStream) => {
      const chunks: Buffer[] = [];
      if (name === undefined) fail(nameless());
      else files.push({ name, chunks });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => fail(tooLarge(limits)));
      stream.on('error', (cause: unknown) => fail(notAForm(cause)));
    });
    const most = limits.files === 1 ? 'one file' : `${limits.files} files`;
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(event, () =>
        fail(invalid('the form is not valid', { body: [`may have ${most} and ${FIELDS} fields`] })),
      );
    }
    parser.on('error', (cause: unknown) => fail(notAForm(cause)));
    parser.on('finish', () => {
      resolve({ fields, files });
    });
  });

const notAForm = (cause: unknown): HttpError =>
  invalid('the body is not a valid multipart/form-data', { body: ['is not a valid form'] }, cause);

const nameless = (): HttpError => invalid('the form is not valid', { body: ['has a part without a name'] });

const tooLarge = ({ fileBytes }: MultipartLimits): HttpError =>
  new HttpError('payload_too_large', `a file may hold at most ${fileBytes} bytes`);
