/** The files of both readers, as the relay's workers load them. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { partFile } from '../../packages/model/scripts/lib/readers.mjs';

/** Readers that never heard a fold or a corpus. @throws Error that says how they are made */
export const readersWithout = (folder, part) => ({
  modelPath: partFile(folder, 'live', part),
  fullPath: partFile(folder, 'full', part),
});

/** A live reader, and the full one beside it if there is one, as UNDERTONE_MODEL finds it. */
export const readersOf = (modelPath) => {
  const fullPath = join(dirname(modelPath), basename(modelPath).replace('live', 'full'));
  return { modelPath, ...(fullPath !== modelPath && existsSync(fullPath) && { fullPath }) };
};
