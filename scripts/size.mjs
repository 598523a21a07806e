/**
 * `npm run size`: rows B1–B3 of BENCHMARKS.md, and the hash that a script tag may state. Fails above a floor. `--rivals` fetches and measures the rivals' packages.
 * Without it, their published figures are printed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode } from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build } from './lib/build-steps.mjs';
import { bundledSize, gzippedFile } from './lib/bundle-size.mjs';
import { rivalSizes } from './lib/rivals.mjs';
import { root } from './lib/run.mjs';
import { commandLine } from './lib/command-line.mjs';

const { values } = commandLine({
  help: `
Usage: npm run size [-- --rivals]

Prints what a page has to load, minified and gzipped, the size of each model file, with their goals, and the script tag with its
hash. Fails above a floor.

  row                                floor     aim
  B1   client core                   30 kB     12 kB
  B2   widget, Lit included          35 kB     18 kB
       livekit               12 kB     6 kB
       console, first page         80 kB     50 kB
  B3   model of the page             2 MB      .4 MB
       live reader                   6 MB      2 MB
       full reader                   14 MB     8 MB

  --rivals    fetches and measures the rivals' packages; without it their published figures are printed`,
  options: { rivals: { type: 'boolean', default: false } },
});

checkNode();
await ensureInstalled();
await build();

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
let missed = 0;

function row(id, what, bytes, { floorKb, aimKb, rivals, detail = [] }) {
  const ok = bytes <= floorKb * 1000;
  if (!ok) missed += 1;
  const aim = bytes <= aimKb * 1000 ? 'aim met' : ok ? 'floor met' : 'ABOVE THE FLOOR';
  process.stdout.write(
    `\n${id}  ${what}\n   ours   ${kb(bytes)}: ${aim} (floor ${floorKb} kB, aim ${aimKb} kB)\n`,
  );
  for (const line of detail) process.stdout.write(`          ${line}\n`);
  for (const rival of rivals) process.stdout.write(`   rival  ${rival}\n`);
}

const clientFolder = join(root, 'packages/client/dist/bundle');
const measured = (names) => names.map((name) => ({ name, bytes: gzippedFile(join(clientFolder, name)) }));
const described = ({ name, bytes }) => `${name} ${kb(bytes)}`;
const clientParts = measured(['undertone-client.js', 'worklet.js', 'transport.worker.js']);
const clientLater = measured([
  'prosody.js',
  'vad.worker.js',
  'hearing.worker.js',
  'doctor.js',
  'undertone-observe.js',
]);
row('B1', 'client core, minified and gzipped: capture, worklet, transport, codec', sum(clientParts), {
  floorKb: 30,
  aimKb: 12,
  detail: [
    ...clientParts.map(described),
    `loaded behind the sound, or only when used: ${clientLater.map(described).join(', ')}`,
  ],
  rivals: await rivalSizes(values.rivals),
});

const widget = await bundledSize(root, "import '@undertone/widget/define';");
const lit = await bundledSize(root, "export * from 'lit';");
row('B2', 'widget, minified and gzipped, Lit included', widget.eager, {
  floorKb: 35,
  aimKb: 18,
  detail: widget.lazy > 0 ? [`loaded later ${kb(widget.lazy)}`] : [],
  rivals: [`Lit alone ${kb(lit.eager)} (measured)`],
});

const agentFolder = join(root, 'packages/livekit/dist');
const agentFiles = readdirSync(agentFolder).filter((name) => name.endsWith('.js'));
row(
  '  ',
  'livekit, its own files, gzipped',
  sum(agentFiles.map((name) => ({ bytes: gzippedFile(join(agentFolder, name)) }))),
  { floorKb: 12, aimKb: 6, rivals: [] },
);

const embed = readFileSync(join(root, 'packages/widget/dist/bundle/embed.js'));
const { version } = JSON.parse(readFileSync(join(root, 'packages/widget/package.json'), 'utf8'));
const integrity = `sha384-${createHash('sha384').update(embed).digest('base64')}`;
process.stdout.write(`
SRI  script tag of version ${version}
   <script type="module" crossorigin src="https://RELAY/undertone/${version}/embed.js"
     integrity="${integrity}"></script>
`);

// What the first page of the console loads: its script and its sheets. The panel comes with the first call that is watched.
const site = join(root, 'packages/console/dist/site');
const linked = [
  ...readFileSync(join(site, 'index.html'), 'utf8').matchAll(
    /(?:src|href)="\/console\/(assets\/[^"]+\.(?:js|css))"/g,
  ),
];
const consoleParts = linked.map(([, name]) => ({ name, bytes: gzippedFile(join(site, name)) }));
row('    ', 'console, first page, gzipped: script and sheets', sum(consoleParts), {
  floorKb: 80,
  aimKb: 50,
  detail: consoleParts.map(described),
  rivals: [],
});

const modelFolder = join(root, 'packages/model/models');
const models = existsSync(modelFolder)
  ? readdirSync(modelFolder).filter((name) => name.endsWith('.onnx'))
  : [];
const MODEL_GOALS = {
  page: { floorKb: 2_000, aimKb: 400, rivals: ['Wav2Small 120 kB int8 (cited)'] },
  live: { floorKb: 6_000, aimKb: 2_000, rivals: ['Wav2Small 120 kB int8 (cited)'] },
  full: { floorKb: 14_000, aimKb: 8_000, rivals: ['Whisper base, encoder 20 MB int8 (cited)'] },
};
for (const name of models) {
  const path = join(modelFolder, name);
  // A file whose metadata names no reader is the network that pages load too.
  const { reader = 'page' } = JSON.parse(readFileSync(path.replace(/\.onnx$/u, '.json'), 'utf8'));
  row('B3', `model file ${name}`, statSync(path).size, MODEL_GOALS[reader]);
}
if (models.length === 0) missed += 1;

function sum(parts) {
  return parts.reduce((total, { bytes }) => total + bytes, 0);
}

process.stdout.write(`\n${missed === 0 ? 'every floor is met' : `${missed} floors missed`}\n`);
process.exitCode = missed === 0 ? 0 : 1;
