import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaticFiles } from './static-files.js';

const SCRIPT = 'export const answer = 42;\n'.repeat(50);

const LARGE = Buffer.alloc(3 * 1024 * 1024, 'large');

let directory: string;
let files: StaticFiles;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'undertone-static-'));
  await mkdir(join(directory, 'site/assets'), { recursive: true });
  await writeFile(join(directory, 'secret.txt'), 'outside');
  await writeFile(join(directory, 'site/index.html'), '<!doctype html>');
  await writeFile(join(directory, 'site/assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(directory, 'site/call.wav'), Buffer.alloc(64));
  await writeFile(join(directory, 'site/runtime.bin'), LARGE);
  await writeFile(join(directory, 'site/model.bin'), LARGE);
  files = await StaticFiles.load(join(directory, 'site'), {
    'Content-Security-Policy': "default-src 'self'",
  });
});
afterAll(() => rm(directory, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  files.serve({ path, headers: new Map(Object.entries(headers)) });

/** In one comparison: the matcher takes half a minute for as many bytes. */
const isLarge = async (path: string): Promise<boolean> => LARGE.equals((await get(path))?.body as Uint8Array);

describe('static files', () => {
  it('serves the index at a folder’s path, with the policy headers', async () => {
    expect(await get('/')).toMatchObject({
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': "default-src 'self'",
      },
    });
  });

  it('lets browsers cache files whose names contain a content hash', async () => {
    expect((await get('/assets/app-1a2b.js'))?.headers?.['Cache-Control']).toContain('immutable');
  });

  it('compresses text after it was requested, in the best form that the client accepts', async () => {
    const first = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(first?.headers).not.toHaveProperty('Content-Encoding');
    await files.compressed();
    const br = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br?.headers?.['Content-Encoding']).toBe('br');
    expect(brotliDecompressSync(br?.body as Buffer).toString()).toBe(SCRIPT);
    const gz = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip;q=0.8, br;q=0' });
    expect(gz?.headers?.['Content-Encoding']).toBe('gzip');
    expect(gunzipSync(gz?.body as Buffer).toString()).toBe(SCRIPT);
    expect((await get('/assets/app-1a2b.js'))?.headers).not.toHaveProperty('Content-Encoding');
    expect((await get('/call.wav', { 'accept-encoding': 'br' }))?.headers).not.toHaveProperty(
      'Content-Encoding',
    );
  });

  it('answers 304 if the client has the file already', async () => {
    const etag = (await get('/'))?.headers?.['ETag'] ?? '';
    expect(await get('/', { 'if-none-match': etag })).toMatchObject({ status: 304 });
    expect((await get('/', { 'if-none-match': `"x", ${etag}` }))?.status).toBe(304);
    expect((await get('/', { 'if-none-match': '"x"' }))?.status).toBe(200);
  });

  it('serves a large file as it was at the start, and no other one that took its place', async () => {
    expect(await isLarge('/runtime.bin')).toBe(true);
    await writeFile(join(directory, 'site/runtime.bin'), 'another one');
    expect(await isLarge('/runtime.bin')).toBe(true);
    await writeFile(join(directory, 'site/model.bin'), 'another one');
    expect(await get('/model.bin')).toBeUndefined();
    await rm(join(directory, 'site/model.bin'));
    expect(await get('/model.bin')).toBeUndefined();
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
  ])('has nothing at %s', async (path) => {
    expect(await get(path)).toBeUndefined();
  });
});
