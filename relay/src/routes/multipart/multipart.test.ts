import { describe, expect, it } from 'vitest';
import type { HttpError, HttpRequest } from '../../transport/http-message.js';
import { type MultipartForm, readMultipart } from './multipart.js';

const LIMITS = { fileBytes: 1_000_000, files: 2 };
const BOUNDARY = 'xyz';

const read = (
  body: string | Buffer,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): Promise<MultipartForm> =>
  readMultipart(
    {
      id: 'req_1',
      method: 'POST',
      path: '/',
      query: new URLSearchParams(),
      headers: new Map([['content-type', type]]),
      remoteAddress: '',
      body: () => Promise.resolve(Buffer.from(body)),
      signal: new AbortController().signal,
    } satisfies HttpRequest,
    LIMITS,
  );

const part = (headers: string, content: string): string =>
  `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, value: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, content: string): string =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="a.wav"\r\nContent-Type: audio/wav`,
    content,
  );
const END = `--${BOUNDARY}--\r\n`;

const codeOf = async (form: Promise<MultipartForm>): Promise<unknown> =>
  form.then(
    () => 'no error',
    (error: unknown) => (error as HttpError).code,
  );

describe('a multipart form', () => {
  it('gives fields and files in order, repeated names included', async () => {
    const form = await read(field('a', '1') + file('audio', 'RIFF') + field('a', 'ü') + END);
    expect(form.fields).toEqual([
      { name: 'a', value: '1' },
      { name: 'a', value: 'ü' },
    ]);
    expect(form.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['audio', 'RIFF'],
    ]);
  });

  it('keeps every byte of a file that spans many slices', async () => {
    const content = Buffer.alloc(900_000, 0).map((_, i) => (i * 7) % 251);
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n`;
    const form = await read(Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n${END}`)]));
    expect(Buffer.compare(Buffer.from(form.files[0]!.bytes), content)).toBe(0);
  });

  it('accepts a part without a file name as a file when its type says so', async () => {
    const form = await read(
      part('Content-Disposition: form-data; name="audio"\r\nContent-Type: audio/ogg', 'OggS') + END,
    );
    expect(form.files).toHaveLength(1);
  });

  it.each([
    ['with its type', 'Content-Disposition: form-data; name="metadata"'],
    ['as a file, as browsers send it', 'Content-Disposition: form-data; name="metadata"; filename="blob"'],
  ])('takes JSON for a field when it comes %s', async (_how, disposition) => {
    const json = part(`${disposition}\r\nContent-Type: application/json; charset=utf-8`, '{"a":1}');
    const form = await read(json + file('audio', 'RIFF') + END);
    expect(form.fields).toEqual([{ name: 'metadata', value: '{"a":1}' }]);
    expect(form.files).toHaveLength(1);
  });

  it.each(['form-data', 'form-data; filename="a.wav"'])(
    'refuses a part without a name: %s',
    async (nameless) => {
      const refused = read(part(`Content-Disposition: ${nameless}`, 'x') + file('audio', 'RIFF') + END);
      await expect(refused).rejects.toMatchObject({ details: { body: ['has a part without a name'] } });
    },
  );

  it.each([
    ['no boundary', () => read('x', 'multipart/form-data'), 'validation_error'],
    ['nothing', () => read(''), 'validation_error'],
    ['no end', () => read(field('a', '1')), 'validation_error'],
    [
      'a file without an end',
      () => read(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nRI`),
      'validation_error',
    ],
    ['text that is no form', () => read('hello'), 'validation_error'],
    [
      'too many files',
      () => read(file('a', '1') + file('b', '2') + file('c', '3') + END),
      'validation_error',
    ],
    ['too many fields', () => read(field('a', '1').repeat(65) + END), 'validation_error'],
    ['too long a field', () => read(field('a', 'x'.repeat(300_000)) + END), 'validation_error'],
    ['too large a file', () => read(file('a', 'x'.repeat(1_000_001)) + END), 'payload_too_large'],
  ])('refuses %s', async (_what, send, code) => {
    expect(await codeOf(send())).toBe(code);
  });
});
