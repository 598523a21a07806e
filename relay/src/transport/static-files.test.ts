import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaticFiles } from './static-files.js';

const SCRIPT = 'export const answer = 42;\n'.repeat(50);

let directory: string;
let files: StaticFiles;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'undertone-static-'));
  await mkdir(join(directory, 'site/assets'), { recursive: true });
  await writeFile(join(directory, 'secret.txt'), 'outside');
  await writeFile(join(directory, 'site/index.html'), '<!doctype html>');
  await writeFile(join(directory, 'site/assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(directory, 'site/call.wav'), Buffer.alloc(64));
  files = await StaticFiles.load(join(directory, 'site'), {
    'Content-Security-Policy': "default-src 'self'",
  });
});
afterAll(() => rm(directory, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  files.serve({ path, headers: new Map(Object.entries(headers)) });

describe('static files', () => {
  it('serves the index at a folder’s path, with the policy headers', () => {
    expect(get('/')).toMatchObject({
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': "default-src 'self'",
      },
    });
  });

  it('lets browsers cache files whose names contain a content hash', () => {
    expect(get('/assets/app-1a2b.js')?.headers?.['Cache-Control']).toContain('immutable');
  });

  it('compresses text after it was requested, in the best form that the client accepts', async () => {
    const first = get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(first?.headers).not.toHaveProperty('Content-Encoding');
    await files.compressed();
    const br = get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br?.headers?.['Content-Encoding']).toBe('br');
    expect(brotliDecompressSync(br?.body as Buffer).toString()).toBe(SCRIPT);
    const gz = get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip;q=0.8, br;q=0' });
    expect(gz?.headers?.['Content-Encoding']).toBe('gzip');
    expect(gunzipSync(gz?.body as Buffer).toString()).toBe(SCRIPT);
    expect(get('/assets/app-1a2b.js')?.headers).not.toHaveProperty('Content-Encoding');
    expect(get('/call.wav', { 'accept-encoding': 'br' })?.headers).not.toHaveProperty('Content-Encoding');
  });

  it('answers 304 if the client has the file already', () => {
    const etag = get('/')?.headers?.['ETag'] ?? '';
    expect(get('/', { 'if-none-match': etag })).toMatchObject({ status: 304 });
    expect(get('/', { 'if-none-match': `"x", ${etag}` })?.status).toBe(304);
    expect(get('/', { 'if-none-match': '"x"' })?.status).toBe(200);
  });

  it.each([
    '/nothing',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets',
    '//index.html',
    '/.',
    '/index.html\0',
    '\\index.html',
    '/__proto__',
  ])('has nothing at %s', (path) => {
    expect(get(path)).toBeUndefined();
  });
});
