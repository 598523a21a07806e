import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BaseSet } from '@undertone/fine-tune';
import type { ReaderDescription } from './inference.js';

/** The file beside a reader, made by packages/model/scripts/base-set.mjs. */
interface StoredSet {
  /** Of the reader's file. */
  readonly sha256: string;
  readonly size: number;
  /** The embeddings' numbers are `scale` times the stored integers. */
  readonly scale: number;
  readonly clips: readonly { readonly class: string; readonly voice: string; readonly seconds: number }[];
  /** [clips][size] little-endian int16, base64 */
  readonly embeddings: string;
}

/** The labeled speech that a reader's tuned models are compared on, as it heard it. Undefined where there is none for this file. */
export const readBaseSet = async (reader: ReaderDescription): Promise<BaseSet | undefined> => {
  const { path, classes, classifier } = reader;
  let stored: StoredSet;
  try {
    stored = JSON.parse(await readFile(path.replace(/\.onnx$/u, '.base-set.json'), 'utf8')) as StoredSet;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const { size, scale, clips, embeddings } = stored;
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  // Heard by an earlier fit of the reader: its numbers mean nothing to this one.
  if (stored.sha256 !== sha256 || size !== classifier.heads[0].size) return undefined;
  const bytes = Buffer.from(embeddings, 'base64');
  return clips.map(({ class: name, voice, seconds }, n) => ({
    id: String(n),
    label: classes.findIndex((each) => each.name === name),
    speaker: voice,
    voice,
    seconds,
    embedding: Array.from({ length: size }, (_, d) => scale * bytes.readInt16LE(2 * (n * size + d))),
  }));
};
