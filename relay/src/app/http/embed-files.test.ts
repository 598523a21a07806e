import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaticFiles } from '../../transport/static-files.js';
import { DEMO_HEADERS } from './demo-headers.js';
import { EmbedFiles, READER_FILES } from './embed-files.js';

let folder: string;
let embed: EmbedFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-embed-'));
  await mkdir(join(folder, 'undertone/vad'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'undertone/embed.js'), 'export {};');
  await writeFile(join(folder, 'undertone/vad/model.onnx'), 'model');
  const metadata = join(folder, 'undertone-live-open.json');
  await writeFile(metadata, '{"id":"a-reader"}');
  const reader = await StaticFiles.of({ [READER_FILES.metadata]: metadata }, DEMO_HEADERS);
  embed = new EmbedFiles(await StaticFiles.load(folder, DEMO_HEADERS), '1.2.3', reader);
});
afterAll(() => rm(folder, { recursive: true }));

const get = (path: string) => embed.serve({ path, headers: new Map() });

describe('The files of the tag', () => {
  it.each(['/undertone/embed.js', '/undertone/1.2.3/embed.js', '/undertone/1.2.3/vad/model.onnx'])(
    'may be read by pages of every origin: %s',
    async (path) => {
      expect(await get(path)).toMatchObject({
        status: 200,
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      });
    },
  );

  it('never change under their version, and are asked for again without it', async () => {
    const newest = await get('/undertone/embed.js');
    const pinned = await get('/undertone/1.2.3/embed.js');
    expect(newest?.headers).toMatchObject({ 'Cache-Control': 'no-cache' });
    expect(pinned?.headers).toMatchObject({ 'Cache-Control': 'public, max-age=31536000, immutable' });
    expect(pinned?.body).toEqual(newest?.body);
  });

  it('[RT115] hold the reader that the relay hears with, which is asked for again: a setting chooses it', async () => {
    const reader = await get('/undertone/reader/live.json');
    expect(reader).toMatchObject({
      status: 200,
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' },
      body: Buffer.from('{"id":"a-reader"}'),
    });
    expect(await get('/undertone/1.2.3/reader/live.json')).toBeUndefined();
  });

  it('are no other pages, and no other version', async () => {
    for (const path of ['/', '/index.html', '/undertone/1.2.4/embed.js', '/undertone/1.2.3/../index.html'])
      expect(await get(path)).toBeUndefined();
  });
});
