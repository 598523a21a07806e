/**
 * Compiles `kernel/` to WebAssembly and writes it to src/generated/simd-kernel.ts, so that neither a build nor a reader of the
 * package needs the compiler. `node generate.mjs` writes; `--check` writes nothing and fails when the file is out of step.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(folder, 'src/generated/simd-kernel.ts');

const module = await compile();
const made = `// Compiled from packages/prosody/kernel by \`npm run generate\`. Do not edit.

/** The module, ${module.length} bytes. */
export const SIMD_KERNEL_BASE64 =
  '${module
    .toString('base64')
    .match(/.{1,100}/g)
    .join("' +\n  '")}';
`;

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, made);
} else if (readFileSync(target, 'utf8') !== made) {
  console.error(
    'packages/prosody/src/generated/simd-kernel.ts is not what kernel/ compiles to: run `npm run generate`',
  );
  process.exitCode = 1;
}

/** Five pages of memory hold everything: nothing grows, nothing is allocated, nothing is imported. */
async function compile() {
  const memory = ['--initialMemory', '5', '--maximumMemory', '5'];
  const outputs = new Map();
  const { error, stderr } = await asc.main(
    [
      ...['kernel/index.ts', '--outFile', 'kernel.wasm', '-O3', '--noAssert'],
      ...['--enable', 'simd', '--runtime', 'stub', ...memory],
    ],
    {
      readFile: (name, base) => read(join(base, name)),
      writeFile: (name, contents) => void outputs.set(name, contents),
      listFiles: () => [],
    },
  );
  const complaints = stderr.toString();
  if (error || complaints !== '') throw new Error(complaints || String(error));
  return Buffer.from(outputs.get('kernel.wasm'));
}

function read(path) {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
