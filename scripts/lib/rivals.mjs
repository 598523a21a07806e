/** The packages of rivals that a page loads, with their published sizes and how to measure them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';
import { bundledSize } from './bundle-size.mjs';

const folder = join(root, 'node_modules', '.cache', 'undertone', 'rivals');

/** `source` imports only what a page needs to stream a microphone. */
const clients = [
  { name: 'assemblyai', citedKb: 6.3, source: "export { StreamingTranscriber } from 'assemblyai';" },
  { name: '@deepgram/sdk', citedKb: 25.4, source: "export * from '@deepgram/sdk';" },
  { name: 'hume', citedKb: 33.1, source: "export { HumeClient } from 'hume';" },
  { name: 'livekit-client', citedKb: 150, source: "export * from 'livekit-client';" },
];

async function fetchRivals() {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json'))) {
    writeFileSync(join(folder, 'package.json'), '{"name":"rivals","private":true,"type":"module"}');
  }
  const missing = clients.filter(({ name }) => !existsSync(join(folder, 'node_modules', name)));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    '--prefix',
    folder,
  ];
  const { code, output } = await run('npm', [...args, ...names], { cwd: folder, capture: true });
  if (code !== 0) process.stderr.write(output);
}

const versionOf = (name) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

/**
 * Sizes of the rivals of row B1.
 * @param measure fetches the packages and bundles them here; otherwise the figures of GOALS.md are repeated
 */
export async function rivalSizes(measure) {
  if (!measure) return clients.map(({ name, citedKb }) => `${name} ${citedKb} kB (cited)`);
  await fetchRivals();
  const lines = [];
  for (const { name, citedKb, source } of clients) {
    try {
      const { eager } = await bundledSize(folder, source);
      lines.push(`${name} ${versionOf(name)} ${(eager / 1000).toFixed(1)} kB (measured; cited ${citedKb})`);
    } catch (error) {
      lines.push(`${name} ${citedKb} kB (cited; not bundled here: ${String(error.message).split('\n')[0]})`);
    }
  }
  return lines;
}
